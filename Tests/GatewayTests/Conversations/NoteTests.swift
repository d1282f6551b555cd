import Client
import JSON
import Testing

/// `conversation.setTags`, `conversation.setDraft`.
struct NoteTests {
    @Test func `D-06, D-07: tags are told to all own devices, and outlive the place in the list`() throws {
        try withChat(movableClock) { gateway in
            let (phone, tab) = (try gateway.online("alice"), try gateway.online("alice", device: "tab"))
            let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
            for user in [bob, carol] { try user.write(to: "alice") }
            try phone.markRead("bob")
            _ = try [phone, tab, bob].map { try $0.settle() }
            try phone.tag("c2c_bob", #"["star", "work"]"#, #""ext": "{1}""#)
            try phone.tag("c2c_bob", #"["star", "work", "star"]"#)
            for device in [phone, tab] {
                let events = try device.settle()
                #expect(events.names == ["conversation.changed"] && events[0].stream == "user")
                let told = try #require(events[0].data["conversations"]?.first)
                #expect(told["tags"]?.text == #"["star","work"]"# && told["ext"]?.string == "{1}")
            }
            #expect(try bob.settle().isEmpty && phone.totalUnread() == 1)
            try phone.tag("c2c_carol", #"["work"]"#)
            #expect(try phone.tagged("star") == ["c2c_bob"] && phone.tagged("work") == ["c2c_carol", "c2c_bob"])
            #expect(try phone.tagged("none") == [] && bob.tagged("star") == [])
            try phone.deleteConversation(with: "bob")
            #expect(try phone.refusal("conversation.setTags", tags("c2c_bob", "[]")).number == "tim 6017")
            try gateway.restart()
            let again = try gateway.online("alice")
            try gateway.online("bob").write(to: "alice")
            #expect(try again.tagged("star") == ["c2c_bob"])
            try again.tag("c2c_bob", "[]", #""ext": """#)
            #expect(try again.tagged("star") == [] && again.tagged("work") == ["c2c_carol"])
            _ = try gateway.admin().request("admin.account.delete", #"{"userIDs": ["alice"]}"#).get()
            // A token of the former account does not open a session of the next one.
            try gateway.restart(after: 60)
            try gateway.createAccounts("alice")
            let next = try gateway.online("alice")
            try gateway.online("carol").write(to: "alice")
            #expect(try next.tagged("work") == [])
        }
    }

    @Test func `D-06: a conversation has 8 tags of 32 characters, and a user 20`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            for user in ["bob", "carol", "dave"] { try gateway.online(user).write(to: "alice") }
            let long = String(repeating: "\u{6807}", count: 32)
            func names(_ numbers: ClosedRange<Int>) -> String { list(numbers.map { "t\($0)" }) }
            for bad in [names(1...9), #"["\#(long)x"]"#, #"[""]"#, #""t""#] {
                let refusal = try alice.refusal("conversation.setTags", tags("c2c_bob", bad))
                // One of the texts is named by itself.
                #expect(refusal.number == "tim 6017" && refusal.keys == (bad == #"[""]"# ? [""] : ["tags"]))
            }
            try alice.tag("c2c_bob", names(1...8))
            try alice.tag("c2c_carol", names(9...16))
            let tooMany = try alice.refusal("conversation.setTags", tags("c2c_dave", names(15...21)))
            #expect(tooMany.number == "gw 1013" && tooMany.keys == ["tags"])
            try alice.tag("c2c_dave", #"["t1", "t17", "t18", "t19", "\#(long)"]"#)
            #expect(try alice.tagged(long) == ["c2c_dave"])
        }
    }

    @Test
    func `D-08: a draft follows on the last one alone, own devices hear it, and the message made of it ends it`()
        throws
    {
        try withChat(["conversations.drafts": "true"]) { gateway in
            let (phone, tab) = (try gateway.online("alice"), try gateway.online("alice", device: "tab"))
            let bob = try gateway.online("bob")
            try bob.write(to: "alice")
            _ = try [phone, tab, bob].map { try $0.settle() }
            let first = try phone.draft("Hel", after: 0)
            let told = try tab.event("conversation.draftChanged", within: ample)
            #expect(told["conversationID"]?.string == "c2c_bob" && told["draft"]?["text"]?.string == "Hel")
            #expect(told["draft"]?["version"]?.int == first)
            #expect(try phone.draft("Hel", after: first) == first)
            let second = try phone.draft("Hello", after: first)
            #expect(second > first)
            // One that has not heard of it destroys nothing.
            for version in [0, first] {
                let refusal = try tab.refusal("conversation.setDraft", draft("other", after: version))
                #expect(refusal.number == "gw 1006" && refusal.keys == ["version"])
            }
            // What came too soon after the first is told later: the newest alone.
            #expect(try tab.event("conversation.draftChanged", within: ample)["draft"]?["version"]?.int == second)
            #expect(try bob.settle().isEmpty)
            try phone.write("Hello", to: "bob", #""draftVersion": \#(first)"#)
            #expect(try phone.listed("bob")["draft"]?["text"]?.string == "Hello")
            try gateway.restart()
            let again = try gateway.online("alice")
            #expect(try again.listed("bob")["draft"]?["version"]?.int == second)
            try again.write("Hello", to: "bob", #""draftVersion": \#(second)"#)
            #expect(try again.listed("bob")["draft"] == nil)
            let third = try again.draft("x", after: 0)
            #expect(third > second)
            #expect(try again.draft("", after: third) == 0)
            let tooLong = String(repeating: "x", count: 4_097)
            #expect(try again.refusal("conversation.setDraft", draft(tooLong, after: 0)).keys == ["text"])
            _ = try again.draft("gone with the list", after: 0)
            try again.deleteConversation(with: "bob")
            try gateway.online("bob").write(to: "alice")
            #expect(try again.listed("bob")["draft"] == nil)
        }
        try withChat { gateway in
            let alice = try gateway.online("alice")
            try gateway.online("bob").write(to: "alice")
            #expect(try alice.refusal("conversation.setDraft", draft("x", after: 0)).number == "gw 1002")
        }
    }
}

private func tags(_ id: String, _ tags: String, _ more: String = "") -> String {
    #"{"conversationID": "\#(id)", "tags": \#(tags)\#(more.isEmpty ? "" : ", \(more)")}"#
}

private func draft(_ text: String, after version: Int) -> String {
    #"{"conversationID": "c2c_bob", "text": "\#(text)", "version": \#(version)}"#
}

extension ClientSession {
    fileprivate func tag(_ id: String, _ names: String, _ more: String = "") throws {
        _ = try request("conversation.setTags", tags(id, names, more)).get()
    }

    fileprivate func tagged(_ tag: String) throws -> [String] {
        let page = try request("conversation.list", #"{"tag": "\#(tag)"}"#).get()
        return try #require(page["conversations"]?.elements).map { try #require($0["conversationID"]?.string) }
    }

    fileprivate func draft(_ text: String, after version: Int) throws -> Int {
        let ok = try request("conversation.setDraft", GatewayTests.draft(text, after: version)).get()
        return try #require(ok["version"]?.int)
    }
}
