import Client
import ClientProtocol
import JSON
import Testing

/// `message.react`, `message.reactions`.
struct ReactionTests {
    @Test(arguments: RequestDoor.allCases)
    func `M-23, M-25: reactions are counted, each user's once, and own devices are told which are theirs`(
        door: RequestDoor
    ) throws {
        try withChat(["messages.reactionsPerMessage": "2"], door: door) { gateway in
            let (phone, tab) = (try gateway.online("alice"), try gateway.online("alice", device: "tab"))
            let bob = try gateway.online("bob")
            let sent = try phone.write("hi", to: "bob")
            _ = try [phone, tab, bob].map { try $0.settle() }
            #expect(try bob.react("+1", to: sent, in: "c2c_alice") == ["+1 1 bob mine"])
            for (session, line) in [(phone, "+1 1 bob"), (tab, "+1 1 bob"), (bob, "+1 1 bob mine")] {
                let events = try session.settle()
                #expect(events.names == ["message.changed"] && events[0].data["change"]?.int == 1)
                #expect(try reactions(events[0].data["message"]) == [line])
            }
            #expect(try phone.react("+1", to: sent) == ["+1 2 bob alice mine"])
            #expect(try phone.react("\u{1F389}", to: sent) == ["+1 2 bob alice mine", "\u{1F389} 1 alice mine"])
            #expect(try phone.codeOfReaction("-1", to: sent) == "gw 1013")
            _ = try bob.settle()
            // Once more changes nothing.
            #expect(try phone.react("+1", to: sent).count == 2)
            #expect(try phone.react("never", to: sent, #""remove": true"#).count == 2)
            #expect(try bob.settle().isEmpty)
            try gateway.restart()
            let again = try gateway.online("bob")
            let page = try again.request("message.history", #"{"conversationID": "c2c_alice"}"#).get()
            #expect(
                try reactions(page["messages"]?.first) == ["+1 2 bob alice mine", "\u{1F389} 1 alice not mine"])
            #expect(try again.react("+1", to: sent, in: "c2c_alice", #""remove": true"#).first == "+1 1 alice not mine")
            #expect(try again.conversation(with: "alice")?.unread == 1)
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-23: who could not send can remove reactions alone, and what is no message has none`(
        door: RequestDoor
    ) throws {
        try withChat(door: door) { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let (sent, other) = (try alice.write("hi", to: "bob"), try alice.write("ho", to: "bob"))
            for bad in ["", String(repeating: "x", count: 65), "\\n"] {
                #expect(try alice.codeOfReaction(bad, to: sent) == "nim 414")
            }
            #expect(try gateway.online("eve").codeOfReaction("+1", to: sent, in: "c2c_alice") == "gw 1010")
            try alice.react("+1", to: sent)
            _ = try bob.request("blacklist.add", #"{"userIDs": ["alice"]}"#).get()
            let refusal = try alice.refusal("message.send", message("more", to: "bob", id: "m9")).number
            #expect(try alice.codeOfReaction("-1", to: sent) == refusal)
            #expect(try alice.react("+1", to: sent, #""remove": true"#).isEmpty)
            try alice.recall(other)
            #expect(try bob.codeOfReaction("+1", to: other, in: "c2c_alice") == "gw 1010")
            // As they are written, not as they look.
            let third = try bob.write("hu", to: "alice")
            try bob.react("e\u{301}", to: third)
            #expect(try bob.react("\u{E9}", to: third).count == 2)
            let fleeting = try bob.write("x", to: "alice", #""persist": false"#)
            #expect(try bob.codeOfReaction("+1", to: fleeting) == "gw 1002")
        }
        let server = try HookServer { _ in .refuse(4711, "no") }
        try withChat(server.settings("message.react"), door: door) { gateway in
            try gateway.createAccounts("bob")
            let alice = try gateway.online("alice")
            #expect(try alice.codeOfReaction("+1", to: alice.write("hi", to: "bob")) == "app 4711")
        }
    }

    @Test func `M-24: in a group reactions come in rounds, the newest state of each message, before other changes`()
        throws
    {
        try withGroups { gateway in
            let alice = try gateway.online("alice")
            let (bob, carol, dave) = (
                try gateway.online("bob"), try gateway.online("carol"), try gateway.online("dave")
            )
            let group = try alice.createGroup(with: ["bob", "carol", "dave"], style: 3)
            let (sent, other) = (try alice.write(in: group), try alice.write(in: group))
            try carol.group("block", group)
            try dave.setReceiveOption(1, in: group)
            _ = try alice.settleRounds()
            _ = try [alice, bob, carol, dave].map { try $0.settle() }
            for number in 1...20 { try alice.react("\(number)", to: sent) }
            try bob.react("+1", to: sent)
            try alice.recall(other)
            _ = try alice.settleRounds()
            let told = try bob.settle().named("message.changed")
            #expect(told.count <= 6)
            #expect(try told.map { try #require($0.data["change"]?.int) }.max() == 22)
            let last = try #require(told.last { $0.data["message"]?["msgId"]?.string == sent.msgID })
            #expect(try reactions(last.data["message"]).count == 21)
            let changes = try told.map { try #require($0.data["change"]?.int) }
            #expect(changes.firstIndex(of: 22) == changes.count - 1)
            // Recalls reach those who want nothing of the group; reactions do not.
            for session in [carol, dave] {
                #expect(try session.settle().named("message.changed").map { $0.data["change"]?.int } == [22])
                let data = #"{"conversationID": "group_\#(group)"}"#
                #expect(try session.request("message.changes", data).get()["changes"]?.count == 2)
            }
        }
    }

    @Test func `M-24: in a group a device is told each change once and in order, also of one that reacts in a round`()
        throws
    {
        try withGroups { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let tab = try gateway.online("alice", device: "tab")
            let carol = try gateway.online("carol")
            let group = try alice.createGroup(with: ["bob", "carol"], style: 3)
            let sent = try (0..<4).map { _ in try alice.write(in: group) }
            _ = try alice.settleRounds()
            let others = [tab, bob, carol]
            _ = try others.map { try $0.settle() }
            // The first is told at once; all that follow come within its rest.
            for message in sent[..<3] { try bob.react("+1", to: message) }
            try alice.react("+1", to: sent[3])
            try alice.react("-1", to: sent[3])
            try bob.react("-1", to: sent[1])
            try alice.react("-1", to: sent[0])
            for events in try [alice.settleRounds()] + others.map({ try $0.settle() }) {
                let told = try events.places
                #expect(told == told.sorted() && Set(told).count == told.count && told.last == 7)
            }
        }
    }

    @Test func `M-09, M-24: a device that comes back in a round is told each change once`() throws {
        try withGroups { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let group = try alice.createGroup(with: ["bob"], style: 3)
            let sent = try (0..<3).map { _ in try alice.write(in: group) }
            _ = try alice.settleRounds()
            let guest = try gateway.guest()
            let token = gateway.token("alice")
            for message in sent { try bob.react("+1", to: message) }
            let resume = #""resume": {"user": 0, "conversations": {}, "changes": {"group_\#(group)": 0}}"#
            let opened = try guest.open(token: token, device: "tab", resume).get()
            #expect(opened["resume"]?["changes"]?.member("group_\(group)")?["seq"]?.int == 3)
            try bob.react("-1", to: sent[0])
            _ = try alice.settleRounds()
            #expect(try guest.settle().places == [4])
        }
    }

    @Test func `M-07, M-24: who joins in a round is told nothing of messages from before`() throws {
        try withGroups { gateway in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let dave = try gateway.online("dave")
            let group = try alice.createGroup(with: ["bob"], style: 3)
            let sent = try (0..<3).map { _ in try alice.write(in: group) }
            _ = try alice.settleRounds()
            for message in sent { try bob.react("+1", to: message) }
            #expect(try alice.invite(["dave"], to: group) == ["dave 0"])
            _ = try alice.settleRounds()
            #expect(try dave.settle().places.isEmpty)
            try bob.react("+1", to: alice.write(in: group))
            #expect(try dave.settleRounds().places == [4])
        }
    }

    @Test(arguments: RequestDoor.allCases)
    func `M-26: who has reacted is listed page by page, kind by kind; a recalled message has no reactions`(
        door: RequestDoor
    ) throws {
        try withGroups(door: door) { gateway in
            let alice = try gateway.online("alice")
            let names = (1...7).map { "user\($0)" }
            try gateway.createAccounts(names)
            let group = try alice.createGroup(with: names, style: 3)
            let sent = try alice.write(in: group)
            for name in names { try gateway.online(name).react("a", to: sent) }
            try alice.react("b", to: sent)
            func pages(_ more: String = "") throws -> [[String]] {
                var (pages, cursor) = ([[String]](), String?.none)
                repeat {
                    let from = cursor.map { #", "cursor": "\#($0)""# } ?? ""
                    let data = #"{"msgId": "\#(sent.msgID)", "limit": 3\#(more)\#(from)}"#
                    let ok = try alice.request("message.reactions", data).get()
                    pages.append(
                        try #require(ok["reactions"]?.elements).map {
                            "\($0["reaction"]?.string ?? "") \($0["userID"]?.string ?? "")"
                        })
                    cursor = ok["next"]?.string
                } while cursor != nil
                return pages
            }
            let all = names.map { "a \($0)" } + ["b alice"]
            #expect(try pages() == [Array(all[..<3]), Array(all[3..<6]), Array(all[6...])])
            #expect(try pages(#", "reaction": "b""#) == [["b alice"]])
            #expect(try alice.react("a", to: sent).first == "a 8 user1 user2 user3 user4 user5 mine")
            let first = try gateway.online("user1").react("a", to: sent, #""remove": true"#)
            #expect(first.first == "a 7 user2 user3 user4 user5 user6 not mine")
            let stranger = try gateway.online("stranger")
            let data = #"{"msgId": "\#(sent.msgID)"}"#
            #expect(try stranger.refusal("message.reactions", data).number == "gw 1010")
            try alice.recall(sent)
            #expect(try alice.refusal("message.reactions", data).number == "gw 1010")
            #expect(try reactions(alice.request("message.get", #"{"msgIds": ["\#(sent.msgID)"]}"#).get()).isEmpty)
        }
    }
}

/// Each with its count, its users, and whether it is the reader's own.
private func reactions(_ message: JSONValue?) throws -> [String] {
    guard let all = message?["reactions"]?.elements else { return [] }
    return try all.map { reaction in
        let users = try #require(reaction["users"]?.elements).compactMap(\.string)
        let mine = reaction["mine"]?.bool.map { $0 ? ["mine"] : ["not mine"] } ?? []
        let (name, count) = (try #require(reaction["reaction"]?.string), try #require(reaction["count"]?.int))
        return ([name, "\(count)"] + users + mine).joined(separator: " ")
    }
}

extension ClientSession {
    /// The message's reactions as the reply has them.
    @discardableResult fileprivate func react(
        _ reaction: String, to sent: Sent, in conversation: String? = nil, _ more: String = ""
    ) throws -> [String] {
        let data = request(reaction, sent, conversation, more)
        return try reactions(try request("message.react", data).get()["message"])
    }

    @discardableResult fileprivate func react(_ reaction: String, to sent: Sent, _ more: String) throws -> [String] {
        try react(reaction, to: sent, in: nil, more)
    }

    fileprivate func codeOfReaction(
        _ reaction: String, to sent: Sent, in conversation: String? = nil
    ) throws -> String? {
        try request("message.react", request(reaction, sent, conversation, "")).error?.number
    }

    private func request(_ reaction: String, _ sent: Sent, _ conversation: String?, _ more: String) -> String {
        let rest = more.isEmpty ? "" : ", \(more)"
        let id = conversation ?? sent.conversation
        return #"{"conversationID": "\#(id)", "msgId": "\#(sent.msgID)", "reaction": "\#(reaction)"\#(rest)}"#
    }
}

extension [ServerEvent] {
    /// Of the changes of messages among them, in the order in which they came.
    fileprivate var places: [Int] {
        get throws { try named("message.changed").map { try #require($0.data["change"]?.int) } }
    }
}
