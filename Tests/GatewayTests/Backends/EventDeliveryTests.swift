import Client
import JSON
import Testing

/// What a backend hears of, signed and in order.
struct EventDeliveryTests {
    @Test func `E-01, E-03, E-05: a backend hears of each message, signed, in the order of its conversation`() throws {
        try withBackend { gateway, backend in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "carol")
            let group = try alice.createGroup(with: ["bob"])
            var sent: [String] = []
            for number in 0..<30 {
                sent.append(try alice.write("to bob \(number)", to: "bob").msgID)
                _ = try alice.write("to carol \(number)", to: "carol")
                _ = try alice.write("to all \(number)", in: group)
            }
            let heard = try backend.wait(for: 90) { $0.type == "message.created" && $0.data.contains(#""type":0"#) }
            let toBob = heard.filter { $0.subject.contains("bob") }
            #expect(toBob.map(\.id) == sent.map { "evt_\($0)" })
            let first = try JSONDocument().parse(toBob[0].data)
            #expect(first["msgId"]?.string == sent[0] && first["from"]?.string == "alice")
            #expect(first["conversationID"]?.string == "c2c_bob" && first["body"]?["text"]?.string == "to bob 0")
            #expect(toBob[0].subject == #"{"userIDs":["alice","bob"]}"#)
            #expect(heard.contains { $0.subject == #"{"groupID":"\#(group)"}"# })
            _ = try backend.firsts()
            #expect(backend.requests < 90, "events that come together go together")
        }
    }

    @Test func `E-02, E-04: a backend hears of the types that it names, and of no others`() throws {
        let receiver = try EventReceiver()
        let workspace = try Workspace()
        let setting = try receiver.setting(types: #"["group.member.*", "account.created"]"#, in: workspace)
        try withChat(["events.endpoints": "[\(setting)]"], workspace: workspace) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            let group = try alice.createGroup(with: ["bob"])
            try alice.write(in: group)
            try alice.group("remove", group, some("bob"))
            let heard = try receiver.wait(for: 5) { _ in true }
            #expect(
                heard.map(\.type) == [
                    "account.created", "account.created", "group.member.joined", "group.member.joined",
                    "group.member.left",
                ])
            #expect(heard.last?.data == #"{"groupID":"\#(group)","userID":"bob"}"#)
        }
    }

    @Test func `E-04: each kind of event is told with its data`() throws {
        try withBackend(["subscriptions.reconnectMilliseconds": "100"]) { gateway, backend in
            let alice = try gateway.session("alice", device: "phone", platform: "ios")
            let bob = try gateway.online("bob")
            #expect(try alice.add("bob") == 0)
            try alice.write("hi", to: "bob")
            _ = try bob.markRead("alice")
            try alice.modifySelf(#""nickname": "Ally""#)
            #expect(try alice.block("bob") == [0])
            #expect(try alice.unblock("bob") == [0])
            let group = try alice.createGroup("g", with: ["bob"])
            try alice.group("modify", group, #""name": "h""#)
            try alice.group("destroy", group)
            try alice.leave()
            for type in [
                "account.created", "session.opened", "user.online", "friend.added", "message.created",
                "conversation.read", "receipt.created", "profile.updated", "user.blocked", "user.unblocked",
                "group.created", "group.member.joined", "group.updated", "group.deleted", "session.closed",
                "user.offline",
            ] {
                _ = try backend.wait(for: 1) { $0.type == type }
            }
            func data(_ type: String) -> [String] { backend.accepted(of: type).map(\.data) }
            #expect(data("session.opened").first == #"{"userID":"alice","platform":"ios","device":"phone"}"#)
            #expect(data("user.online").contains(#"{"userID":"alice","platform":"ios"}"#))
            #expect(data("friend.added").contains(#"{"userID":"alice","otherUserID":"bob"}"#))
            #expect(data("conversation.read") == [#"{"userID":"bob","conversationID":"c2c_alice","readSeq":1}"#])
            #expect(data("profile.updated").first == #"{"userID":"alice","nickname":"Ally","faceUrl":""}"#)
            #expect(data("user.blocked") == [#"{"userID":"alice","otherUserID":"bob"}"#])
            #expect(data("group.deleted") == [#"{"groupID":"\#(group)"}"#])
            _ = try backend.firsts()
        }
    }

    @Test func `E-13: events that wait when an account is deleted say nothing of the user any more`() throws {
        try withBackend { gateway, backend in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            backend.answer(.status(503))
            try alice.modifySelf(#""nickname": "Ally""#)
            try alice.write("my secret", to: "bob")
            try until("the backend was asked") { backend.requests > 0 }
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["alice"]}"#).get()
            backend.answer(.ok)
            let erased = try backend.wait(for: 1) { $0.type == "account.erased" }
            #expect(erased.map(\.data) == [#"{"userID":"alice"}"#])
            let heard = backend.accepted
            #expect(!heard.contains { $0.data.contains("secret") || $0.data.contains("Ally") })
            let message = try #require(heard.first { $0.type == "message.created" })
            let data = try JSONDocument().parse(message.data)
            #expect(data["isErased"]?.bool == true && data["from"]?.string == "alice" && data["body"] == nil)
            #expect(backend.accepted(of: "profile.updated").map(\.data) == [#"{"userID":"alice","isErased":true}"#])
        }
    }

    @Test func `E-11: another URL goes on where the endpoint was, and a new name begins now`() throws {
        let (workspace, backend) = (try Workspace(), try EventReceiver())
        let former = try backend.setting(in: workspace)
        try withChat(["events.endpoints": "[\(former)]"], workspace: workspace) { gateway in
            backend.answer(.status(500))
            try gateway.createAccounts("alice", "bob")
            try until("the backend was asked") { backend.requests > 0 }
            let (moved, other) = (try EventReceiver(secret: backend.secret), try EventReceiver())
            let settings = try [moved.setting(path: "/else", in: workspace), other.setting("other", in: workspace)]
            try gateway.restart(["events.endpoints": "[\(settings.joined(separator: ", "))]"])
            try gateway.createAccounts("carol")
            #expect(
                try moved.wait(for: 3) { $0.type == "account.created" }.map(\.subject) == users("alice", "bob", "carol")
            )
            #expect(try other.wait(for: 1) { $0.type == "account.created" }.map(\.subject) == users("carol"))
        }
    }

    @Test func `E-01: without endpoints nothing is written down`() throws {
        try withChat { gateway in
            try gateway.createAccounts("alice", "bob")
            #expect(try gateway.rows(of: "event") == 0)
        }
    }
}

private func users(_ users: String...) -> [String] { users.map { #"{"userID":"\#($0)"}"# } }

/// The operations for backends that ask by themselves.
struct EventOperationTests {
    @Test func `E-14: a backend reads page by page what the endpoint is sent, without having one`() throws {
        try withBackend { gateway, backend in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for number in 0..<25 { _ = try alice.write("m\(number)", to: "bob") }
            let heard = try backend.wait(for: 25) { $0.type == "message.created" }
            let admin = try gateway.admin()
            var read: [String] = []
            var next = ""
            var isFinished = false
            while !isFinished {
                let after = next.isEmpty ? "" : #", "after": "\#(next)""#
                let page = try admin.request("admin.events.read", #"{"limit": 10, "types": ["message.*"]\#(after)}"#)
                    .get()
                read += try #require(page["events"]?.elements).compactMap { $0["id"]?.string }
                next = try #require(page["next"]?.string)
                isFinished = page["isFinished"]?.bool == true
            }
            #expect(read == heard.map(\.id))
            let old = try admin.request("admin.events.read", #"{"after": "evt_1600000000000000"}"#)
            #expect(old.error?.number == "gw 1005")
        }
    }

    @Test func `E-15: a replay delivers the same events once more, in order and with the same ids`() throws {
        try withBackend { gateway, backend in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            for number in 0..<20 { _ = try alice.write("m\(number)", to: "bob") }
            let heard = try backend.wait(for: 20) { $0.type == "message.created" }.map(\.id)
            let replay = #"{"endpoint": "shop", "from": "\#(heard[5])"}"#
            _ = try gateway.admin().request("admin.events.replay", replay).get()
            let all = try backend.wait(for: 35) { $0.type == "message.created" }.map(\.id)
            #expect(all == heard + heard[5...])
            let unknown = try gateway.admin().request(
                "admin.events.replay", #"{"endpoint": "no", "from": "\#(heard[5])"}"#)
            #expect(unknown.error?.number == "gw 1001")
        }
    }

    @Test func `E-15: a replay begins though there is always something to tell`() throws {
        try withBackend { gateway, backend in
            let writers = try (0..<4).map { try gateway.online("writer\($0)") }
            try gateway.createAccounts("bob")
            let first = "evt_\(try writers[0].write("first", to: "bob").msgID)"
            _ = try backend.wait(for: 1) { $0.id == first }
            backend.answer(.slow(milliseconds: 200))
            func write() throws {
                for writer in writers { try writer.write("more", to: "bob") }
                pause(.milliseconds(20))
            }
            for _ in 0..<20 { try write() }
            _ = try gateway.admin().request(
                "admin.events.replay", #"{"endpoint": "shop", "from": "\#(first)"}"#
            ).get()
            try until("the first event again") {
                try write()
                return backend.accepted.filter { $0.id == first }.count == 2
            }
        }
    }

    @Test func `E-16: what an endpoint does not take is listed with its answer`() throws {
        try withBackend { gateway, backend in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob")
            backend.poison("poison", status: 422)
            let bad = try alice.write("poison", to: "bob")
            let admin = try gateway.admin()
            let parked = try until("the list") {
                let list = try admin.request("admin.events.parked", #"{"endpoint": "shop"}"#).get()
                return try #require(list["events"]?.elements).map(\.self).first
            }
            #expect(parked["id"]?.string == "evt_\(bad.msgID)" && parked["state"]?.string == "parked")
            #expect(parked["status"]?.int == 422)
        }
    }
}
