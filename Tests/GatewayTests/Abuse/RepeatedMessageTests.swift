import Client
import Testing

/// A2: what a repeat costs others.
@Suite(.alone("What honest users wait for is measured at one process.")) struct RepeatedMessageTests {
    /// As many members as fit into a body, and the same ones in the opposite order.
    private static let bodies: [String] = {
        let members = (0..<1_400).map { #""m\#($0)":0"# }
        return [members, members.reversed()].map { "{\($0.joined(separator: ","))}" }
    }()

    @Test func `a repeat with its members in another order holds up nobody`() throws {
        try withGateway { gateway in
            let blows = try gateway.expectHonestUsersUnharmed(by: [
                { attack in
                    let session = try attack.gateway.session("mallory")
                    var round = 0
                    while !attack.isOver {
                        let data = #""clientMsgId": "1", "type": 100, "body": \#(Self.bodies[round % 2])"#
                        let repeated = ("message.send", #"{"conversationID": "c2c_mallory", \#(data)}"#)
                        try attack.volley(session, Array(repeating: repeated, count: 20))
                        round += 1
                    }
                }
            ])
            #expect(blows > 100)
        }
    }
}
