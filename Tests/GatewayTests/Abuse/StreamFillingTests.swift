import Client
import ClientProtocol
import JSON
import Testing

/// Others try to fill a user's stream: the victim's device that was away still gets every event for it.
@Suite(.alone("What honest users wait for is measured at one process.")) struct StreamFillingTests {
    @Test(arguments: [true, false])
    func `X-07, X-32: rising receipts take nothing from a stream, whether their sender is blocked or not`(
        isBlocked: Bool
    )
        throws
    {
        try withGateway(["streams.eventsPerUser": "100"]) { gateway in
            let victim = try gateway.session("victim")
            let mallory = try gateway.session("mallory")
            let sent = try victim.write(to: "mallory")
            try mallory.write(to: "victim")
            if isBlocked { #expect(try victim.block("mallory") == [0]) }
            let (tab, opened) = try gateway.back("victim", device: "tab")
            let position = try #require(opened["stream"]?["seq"]?.int)
            try tab.connection.close()
            try gateway.session("friend").write(to: "victim")
            let since = sent.time
            let blows = try gateway.expectHonestUsersUnharmed(by: [
                { attack in
                    let session = try attack.gateway.session("mallory", device: "another")
                    var time = since - 1_000_000
                    while !attack.isOver {
                        let receipts = (0..<20).map { index in
                            ("receipt.send", #"{"conversationID": "c2c_victim", "timestamp": \#(time + index)}"#)
                        }
                        time += 20
                        try attack.volley(session, receipts)
                    }
                }
            ])
            #expect(blows > 200)
            let (again, resumed) = try gateway.back("victim", device: "tab", resume: #"{"user": \#(position)}"#)
            let user = try #require(resumed["resume"]?["user"])
            #expect(user["verdict"]?.string == "recovered")
            let events = try #require(user["events"]?.elements).compactMap { $0["event"]?.string }
            #expect(events == ["conversation.new"] + (isBlocked ? [] : ["receipt.new"]))
            #expect(try again.settle().named("conversation.syncFinish").first?.data["isComplete"]?.bool == true)
        }
    }
}
