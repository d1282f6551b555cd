import Client
import Testing

/// The cost to others of a client that never slows down.
@Suite(.alone("What honest users wait for is measured at one process.")) struct FloodTests {
    @Test func `a user who sends as fast as it can holds up nobody`() throws {
        try withGateway { gateway in
            let blows = try gateway.expectHonestUsersUnharmed(by: [
                { attack in
                    let session = try attack.gateway.session("mallory")
                    while !attack.isOver {
                        let messages = (0..<20).map { _ in ("message.send", message(to: "mallory")) }
                        try attack.volley(session, messages)
                    }
                }
            ])
            #expect(blows > 200)
        }
    }
}
