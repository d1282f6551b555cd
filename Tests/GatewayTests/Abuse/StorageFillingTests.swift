import Bytes
import Client
import ClientProtocol
import JSON
import Security
import Testing

/// Some fill the disk, at the default rates: of each no more is stored than a user may store in a day.
@Suite(.alone("What honest users wait for is measured at one process.")) struct StorageFillingTests {
    @Test func `X-72, M-51: neither kept replies nor pieces of files fill the disk`() throws {
        try withGateway(["messages.bytesPerUserPerDay": "1048576"]) { gateway in
            try gateway.createAccounts("friend")
            let mallory = try gateway.session("mallory")
            let long = message(times(4_900, "x"), to: "friend")
            let sent = try Sent(try mallory.request("message.send", long).get())
            let group = try gateway.session("uploader").createGroup()
            let blows = try gateway.expectHonestUsersUnharmed(by: [
                { attack in try react(to: sent, attack) }, { attack in try upload(to: group, attack) },
            ])
            #expect(blows > 200)
            #expect(try gateway.rows(of: "file_piece") <= 31)
            #expect(try gateway.rows(of: "idempotency_key") > 0)
            #expect(try gateway.rows(of: "idempotency_key WHERE length(reply) > 300") == 0)
        }
    }

    /// The reply shows the message each time.
    private func react(to sent: Sent, _ attack: Attack) throws {
        let session = try attack.gateway.session("mallory", device: "another")
        while !attack.isOver {
            let ids = try (0..<20).map { number in
                let id = UInt64.random(in: 1 << 32...1 << 40)
                let about = #""conversationID": "\#(sent.conversation)", "msgId": "\#(sent.msgID)", "reaction": "+1""#
                let data = #"{\#(about), "remove": \#(number % 2 == 1)}"#
                try session.connection.send(
                    #"{"id": \#(id), "op": "message.react", "key": "\#(uniqueID())", "data": \#(data)}"#)
                return id
            }
            for id in ids { _ = try session.reply(to: id) }
            _ = session.takeEvents()
            attack.strike(ids.count)
        }
    }

    private func upload(to group: String, _ attack: Attack) throws {
        let session = try attack.gateway.session("uploader", device: "another")
        let ok = try attack.strike(session, "group.addFile", ofGroup(group, #""name": "x", "size": 10000000"#)).get()
        let file = try #require(ok["fileID"]?.string)
        let bytes = Base64.standard.encode(Random.bytes(32_768))
        for number in 0..<300 where !attack.isOver {
            let place = #""fileID": "\#(file)", "offset": \#(number * 32_768)"#
            _ = try attack.strike(session, "group.putFile", ofGroup(group, #"\#(place), "data": {"b": "\#(bytes)"}"#))
                .get()
        }
    }
}
