import Client
import JSON
import TestSupport
import Testing

/// `visibleTo`: messages to some members of a group alone.
struct TargetedMessageTests {
    @Test(arguments: RequestDoor.allCases)
    func `M-54: its users and its sender have it, others a hole, and no list or count knows of it`(
        door: RequestDoor
    ) throws {
        try withGroups(door: door) { gateway in
            let (alice, bob, carol) = (
                try gateway.online("alice"), try gateway.online("bob"), try gateway.online("carol")
            )
            let phone = try gateway.online("carol", device: "phone")
            try gateway.createAccounts("dave")
            let group = try alice.createGroup(with: ["bob", "carol", "dave"])
            let sessions = [alice, bob, carol, phone]
            let first = try alice.write("first word", in: group)
            _ = try sessions.map { try $0.settleRounds() }
            let lists = try sessions.map { try $0.conversation(in: group) }

            let secret = try carol.write("secret word", in: group, id: "s1", visibleTo("bob", "dave"))
            #expect(secret.seq == first.seq + 1)
            #expect(try carol.write("secret word", in: group, id: "s1", visibleTo("bob", "dave")) == secret)
            let other = message("secret word", in: group, id: "s1", visibleTo("bob"))
            #expect(try carol.refusal("message.send", other).number == "gw 1006")
            let heard = try sessions.map { try $0.settleRounds() }
            // Over HTTP the sender's own device has a copy.
            let own = door == .http ? ["message.new"] : []
            #expect(heard.map(\.names) == [[], ["message.new"], own, ["message.new"]])
            #expect(heard[1][0].data["visibleTo"]?.elements?.compactMap(\.string) == ["bob", "dave"])
            #expect(try heard[1].messages[0].settings == ["shouldBeCounted": false])
            #expect(try sessions.map { try $0.conversation(in: group) } == lists)

            func check(_ session: ClientSession, sees: Bool) throws {
                let texts = try session.history(in: group).compactMap(\.text)
                #expect(texts == (sees ? ["secret word", "first word"] : ["first word"]))
                #expect(try session.found("word") == texts)
                let id = #""msgIds": ["\#(secret.msgID)"]"#
                let found = try session.request("message.get", "{\(id)}").get()["results"]?.first
                #expect((found?["message"] != nil) == sees)
                let around = #"{"conversationID": "group_\#(group)", "around": "\#(secret.msgID)"}"#
                #expect(try session.request("message.history", around).error?.number == (sees ? nil : "gw 1010"))
            }
            for _ in 0..<2 {
                let here = [
                    (try gateway.online("alice"), false), (try gateway.online("bob"), true),
                    (try gateway.online("carol"), true),
                ]
                for (session, sees) in here { try check(session, sees: sees) }
                let position = #"{"conversations": {"group_\#(group)": \#(first.seq)}}"#
                for (user, sees) in [("alice", false), ("bob", true), ("carol", true)] {
                    let opened = try gateway.back(user, device: "new", resume: position).opened
                    let messages = try resumedMessages(opened, "group_\(group)")
                    #expect(messages.map(\.msgID) == (sees ? [secret.msgID] : []), "\(user)")
                }
                try gateway.restart()
            }
            // The next one to all has the next place, and counts as if there was nothing before.
            let back = try gateway.online("bob")
            try back.markRead(in: group)
            let next = try gateway.online("alice").write("third", in: group)
            #expect(next.seq == secret.seq + 1)
            _ = try back.settleRounds()
            let listed = try #require(try back.conversation(in: group))
            #expect(listed.unread == 1 && listed.seq == next.seq && listed.last?.msgID == next.msgID)
            #expect(try back.history(in: group).compactMap(\.text) == ["third", "secret word", "first word"])
            // One that is read up to a message to some has those behind it to read.
            let writer = try gateway.online("alice")
            _ = try writer.write("another secret", in: group, visibleTo("bob"))
            _ = try writer.write("fourth", in: group)
            #expect(try back.markRead(in: group, upTo: next.seq) == 1)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-54: changes are told to those who see it, and others cannot refer to it`(door: RequestDoor) throws {
        try withGroups(door: door) { gateway in
            let (alice, bob, carol) = (
                try gateway.online("alice"), try gateway.online("bob"), try gateway.online("carol")
            )
            let group = try alice.createGroup(with: ["bob", "carol"])
            let secret = try carol.write(in: group, visibleTo("bob"))
            let id = #"{"conversationID": "group_\#(group)", "msgId": "\#(secret.msgID)""#
            func attempt(_ session: ClientSession, _ verb: String, _ more: String = "") throws -> String {
                try session.request("message.\(verb)", id + more + "}").error?.number ?? "ok"
            }
            _ = try [alice, bob, carol].map { try $0.settleRounds() }
            let edit = #", "body": {"text": "edited"}"#
            let reaction = #", "reaction": "+1""#
            for (verb, more) in [("recall", ""), ("react", reaction), ("pin", ""), ("star", "")] {
                #expect(try attempt(alice, verb, more) == "gw 1010", "\(verb)")
            }
            #expect(try attempt(bob, "star") == "gw 1002")
            #expect(try attempt(carol, "edit", edit + #", "atUserList": ["bob"]"#) == "nim 414")
            #expect(try attempt(carol, "edit", edit) == "ok")
            #expect(try attempt(bob, "react", reaction) == "ok")
            #expect(try carol.history(in: group).first?.text == "edited")
            #expect(try attempt(carol, "recall") == "ok")
            let heard = try [alice, bob, carol].map { try $0.settleRounds() }
            #expect(heard[0].names.isEmpty)
            #expect(heard[1].names.contains("message.changed"))
            #expect(Set(heard[1].names) == ["message.changed"])
            func changes(_ session: ClientSession) throws -> [Change] {
                let data = #"{"conversationID": "group_\#(group)", "after": 0}"#
                return try #require(try session.request("message.changes", data).get()["changes"]?.elements).map {
                    try Change($0)
                }
            }
            #expect(try changes(alice).isEmpty)
            #expect(try changes(bob).map(\.isRecalled) == [true])

            // A reply tells who has written to whom.
            let question = try carol.write(in: group, visibleTo("bob"))
            let to = #""replyTo": {"msgId": "\#(question.msgID)"}"#
            #expect(try bob.tryToWrite(in: group, to) == "gw 1010")
            #expect(try bob.tryToWrite(in: group, to + ", " + visibleTo("alice")) == "gw 1010")
            let answer = try bob.write("answer", in: group, to + ", " + visibleTo("carol"))
            let replies = #"{"msgId": "\#(question.msgID)"}"#
            let page = try carol.request("message.replies", replies).get()["messages"]?.elements
            #expect(page?.compactMap { $0["msgId"]?.string } == [answer.msgID])
            #expect(try alice.refusal("message.replies", replies).number == "gw 1010")
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-54: it is for members, by name, and for nothing that tells or counts others`(door: RequestDoor) throws {
        try withGroups(door: door) { gateway in
            let alice = try gateway.online("alice")
            try gateway.createAccounts("bob", "eve")
            let group = try alice.createGroup(with: ["bob"])
            let many = visibleTo((0...50).map { "u\($0)" })
            for (more, code) in [
                (visibleTo("eve"), "em 602"), (visibleTo("bob", "nobody"), "em 602"), (visibleTo([]), "nim 414"),
                (many, "nim 414"), (visibleTo("bob") + #", "atUserList": ["bob"]"#, "nim 414"),
                (visibleTo("bob") + #", "teamReceipt": true"#, "nim 414"), (visibleTo("bob"), "ok"),
                (visibleTo("alice"), "ok"),
            ] {
                #expect(try alice.tryToWrite(in: group, more) == code, "\(more)")
            }
            let toBob = message(to: "bob", visibleTo("bob"))
            #expect(try alice.refusal("message.send", toBob).number == "nim 414")
            let admin = try gateway.admin()
            let later = #""from": "alice", "at": 9000000000000, "# + visibleTo("bob")
            for (operation, data) in [
                ("send", message(in: group, later)),
                (
                    "send",
                    #"{"userIDs": ["bob"], "clientMsgId": "a", "from": "alice", "type": 0, "#
                        + #""body": {"text": "x"}, \#(visibleTo("bob"))}"#
                ),
                (
                    "begin",
                    #"{"conversationID": "group_\#(group)", "clientMsgId": "b", "from": "alice", "#
                        + visibleTo("bob") + "}"
                ),
            ] {
                #expect(try admin.refusal("admin.message.\(operation)", data).number == "nim 414", "\(operation)")
            }
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-55: neither the owner nor one who has left and come back sees it, and backends do`(
        door: RequestDoor
    ) throws {
        try withGroups(["accounts.systemSender": #""system""#], door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            try gateway.createAccounts("carol")
            let group = try alice.createGroup(with: ["bob", "carol"])
            try alice.group("modify", group, #""historyForNew": -1"#)
            try alice.write("first", in: group)
            let admin = try gateway.admin()
            let sent = try Sent(
                admin.request("admin.message.send", message("notice", in: group, visibleTo("bob"))).get())
            let written = try bob.write("own", in: group, visibleTo("carol"))
            #expect(try alice.history(in: group).compactMap(\.text) == ["first"])
            #expect(try bob.history(in: group).compactMap(\.text) == ["own", "notice", "first"])
            let page = try admin.request("admin.message.history", #"{"conversationID": "group_\#(group)"}"#).get()
            let seen = try #require(page["messages"]?.elements).filter { $0["visibleTo"] != nil }
            #expect(seen.compactMap { $0["msgId"]?.string } == [written.msgID, sent.msgID])
            try bob.group("leave", group)
            #expect(try alice.invite(["bob"], to: group) == ["bob 0"])
            _ = try bob.settleRounds()
            #expect(try bob.history(in: group).compactMap(\.text) == ["first"])
            let position = #"{"conversations": {"group_\#(group)": 0}}"#
            let opened = try gateway.back("bob", device: "new", resume: position).opened
            let messages = try resumedMessages(opened, "group_\(group)")
            #expect(messages.compactMap(\.text) == ["first"])
        }
    }

    @Test func `M-54: a user's own deletions and the time for which messages are kept leave lists as they are`() throws
    {
        try withGroups(movableClock.merging(["messages.retentionDays": "2"]) { $1 }) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let group = try alice.createGroup(with: ["bob"])
            let shown = try alice.write("shown", in: group)
            let secret = try alice.write("secret", in: group, visibleTo("bob"))
            func delete(_ sent: Sent, by session: ClientSession) throws {
                let data = #"{"conversationID": "group_\#(group)", "msgIds": ["\#(sent.msgID)"]}"#
                _ = try session.request("message.delete", data).get()
            }
            try delete(secret, by: bob)
            #expect(try bob.history(in: group).compactMap(\.text) == ["shown"])
            #expect(try bob.conversation(in: group)?.last?.msgID == shown.msgID)
            try gateway.restart()
            let again = try gateway.online("bob")
            #expect(try again.conversation(in: group)?.last?.msgID == shown.msgID)
            // What is shown instead of the last one is one to all.
            let last = try gateway.online("alice").write("last", in: group)
            try delete(last, by: again)
            #expect(try again.conversation(in: group)?.last?.msgID == shown.msgID)
            let end = try gateway.online("alice").write("end", in: group, visibleTo("bob"))
            try again.deleteConversation(in: group)
            #expect(try again.history(in: group).isEmpty)
            try gateway.restart(after: 4 * day)
            let later = try gateway.online("alice")
            #expect(try later.conversation(in: group)?.last?.msgID == last.msgID)
            #expect(try later.history(in: group).isEmpty)
            #expect(try later.write(in: group).seq == end.seq + 1)
        }
    }

    @Test func `M-54, H-04: a hook sees for whom it is, rewrites what it says, and shows it to nobody else`() throws {
        let server = try HookServer { ask in
            let widened = ["wider": #", "visibleTo": ["bob", "carol"]"#, "all": #", "visibleTo": []"#]
            return .replace(#"{"type": 0, "body": {"text": "***"}\#(widened[try ask.text] ?? "")}"#)
        }
        try withBackend(server.settings("message.send")) { gateway, backend in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let carol = try gateway.online("carol")
            let group = try alice.createGroup(with: ["bob", "carol"])
            let sent = try alice.write("rude", in: group, visibleTo("bob"))
            #expect(try server.asks[0].data["visibleTo"]?.text == #"["bob"]"#)
            for text in ["wider", "all"] {
                let widened = message(text, in: group, visibleTo("bob"))
                #expect(try alice.refusal("message.send", widened).number == "gw 1008")
            }
            let told = try backend.wait(for: 1) { $0.type == "message.created" && $0.data.contains(sent.msgID) }
            #expect(told[0].data.contains(#""visibleTo":["bob"]"#) && told[0].data.contains("***"))
            #expect(try bob.history(in: group).compactMap(\.text) == ["***"])
            #expect(try carol.history(in: group).compactMap(\.text).isEmpty)
        }
    }

    @Test func `M-54, M-37, M-47: its end and the erasure of its author are told to its users alone`() throws {
        try withGroups { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let carol = try gateway.online("carol")
            try gateway.createAccounts("dave")
            let group = try alice.createGroup(with: ["bob", "carol", "dave"])
            let kept = try carol.write("kept", in: group, visibleTo("bob", "dave"))
            _ = try [alice, bob, carol].map { try $0.settleRounds() }
            // One who may see it is erased: the others still see it.
            #expect(try gateway.erase("dave") == [0])
            try gateway.waitUntilErased()
            #expect(try bob.history(in: group).compactMap(\.text) == ["kept"])
            _ = try [alice, bob, carol].map { try $0.settleRounds() }

            let goes = try carol.write("goes", in: group, visibleTo("bob") + #", "expireSeconds": 1"#)
            #expect(try bob.event("message.gone")["msgId"]?.string == goes.msgID)
            #expect(try gateway.erase("carol") == [0])
            try gateway.waitUntilErased()
            let changed = try bob.event("message.changed")["message"]
            #expect(changed?["msgId"]?.string == kept.msgID && changed?["recalled"] != nil)
            let told = try alice.settleRounds().filter { event in
                [kept, goes].contains { event.data.text.contains($0.msgID) }
            }
            #expect(told.names.isEmpty)
        }
    }

    @Test func `M-54: only its users are pushed to, and badges do not count it`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            for user in ["bob", "carol"] { try pushes.away(user) }
            let group = try alice.createGroup(with: ["bob", "carol"])
            let secret = try alice.write("secret", in: group, visibleTo("bob"))
            let next = try alice.write("next", in: group)
            #expect(try pushes.explanation(of: secret.msgID, for: "bob").devices.count == 1)
            #expect(try pushes.explanation(of: next.msgID, for: "carol").devices.count == 1)
            #expect(try pushes.requests(secret.msgID, to: "carol").isEmpty)
            #expect(try pushes.requests(secret.msgID, to: "bob").compactMap(\.badge) == [0])
            #expect(try pushes.requests(next.msgID, to: "bob").compactMap(\.badge) == [1])
            #expect(try pushes.explain(secret.msgID, for: "carol").error?.number == "gw 1010")
        }
    }
}

private func visibleTo(_ users: String...) -> String { visibleTo(users) }

private func visibleTo(_ users: [String]) -> String { #""visibleTo": \#(list(users))"# }
