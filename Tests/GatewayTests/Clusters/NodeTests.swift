import Client
import ClientProtocol
import JSON
import Testing

/// Several gateways with the same users.
@Suite(.alone("It has nodes of its own."), .serialized) struct NodeTests {
    @Test func `H-05, H-12: hooks are asked by the same ids at all nodes, and what a session has asked outlives it`()
        throws
    {
        let gate = Gate()
        let server = try HookServer { ask in
            if try ask.text == "refused" { return .refuse(1, "no") }
            gate.wait()
            return .allow
        }
        try withNodes(3, server.settings("message.send")) { nodes in
            let bob = try nodes.all[0].session("bob")
            let refused = message("refused", to: .c2c("bob"), id: "m1")
            for node in nodes.all { _ = try node.session("alice").refusal("message.send", refused) }
            #expect(server.asks.count == 3 && Set(server.asks.map(\.id)).count == 1)
            do {
                let carol = try nodes.all[1].session("carol")
                // The last ones wait in the session's line.
                for text in 0..<12 { _ = try carol.send("message.send", message("\(text)", to: .c2c("bob"))) }
                try until("eight asks") { server.asks.count == 11 }
            }
            try until("carol has gone at all nodes") {
                try nodes.all.allSatisfy {
                    let page = try $0.operatorAPI().request("admin.session.list", #"{"userID": "carol"}"#).get()
                    return page["sessions"]?.count == 0
                }
            }
            gate.open()
            let heard = try (0..<12).map { _ in try Message(bob.event("message.new")).text }
            #expect(heard == (0..<12).map { "\($0)" })
        }
    }

    @Test func `users on different nodes write to each other, and read the same everywhere`() throws {
        try withNodes { nodes in
            let users = ["alice", "bob", "carol"]
            let sessions = try zip(users, nodes.all).map { user, node in try node.session(user) }
            for (user, session) in zip(users, sessions) {
                for (other, receiver) in zip(users, sessions) where other != user {
                    let sent = try session.write("from \(user) to \(other)", to: other)
                    let event = try receiver.event("message.new")
                    #expect(try Message(event).msgID == sent.msgID)
                    #expect(try receiver.history(with: user).map(\.msgID).contains(sent.msgID))
                }
            }
            for (user, node) in zip(users, nodes.all.reversed()) {
                let device = try node.session(user, device: "d2")
                for other in users where other != user { #expect(try device.history(with: other).count == 2) }
            }
        }
    }

    @Test func `a channel is heard on all nodes, by those whose token names it`() throws {
        try withNodes { nodes in
            try nodes.all[0].createAccounts("user1")
            let admin = try nodes.all[0].admin()
            try admin.manage("create", "open", #""publishers": ["user1"]"#)
            try admin.manage("create", "team:a", #""access": "claim""#)
            let sessions = try nodes.all.enumerated().map { number, node in
                try node.claiming("user\(number)", ["team:*"])
            }
            let plain = try nodes.all[2].session("plain")
            for session in sessions {
                try session.follow("open")
                try session.follow("team:a")
            }
            #expect(try plain.refusal("channel.subscribe", channel("team:a")).number == "gw 1020")
            #expect(try plain.follow("open") == 0)
            let streams = try nodes.all.map { try EventStreamClient($0, in: "open", by: "plain") }
            for stream in streams { try stream.awaitBeginning() }
            #expect(try sessions[1].publish("hello", in: "open") == 1)
            #expect(try admin.announce("secret", in: "team:a") == 1)
            for session in sessions + [plain] { #expect(try session.nextPost().text == "hello") }
            for session in sessions { #expect(try session.nextPost().text == "secret") }
            for stream in streams { #expect(try stream.nextPost()?.text == "hello" && stream.lastID == "1") }
            let (_, missed) = try nodes.all[1].back("plain", device: "d2", channels: #"{"open": 0, "team:a": 0}"#)
            #expect(missed["open"]?["messages"]?.count == 1 && missed["team:a"]?["verdict"]?.string == "reset")
            #expect(try sessions[0].followers(of: "open") == 4)
        }
    }

    @Test func `B-16: every node tells its own sessions, and any node stops it for all`() throws {
        try withNodes { nodes in
            let admins = try nodes.all.map { try $0.admin() }
            let sessions = try nodes.all.enumerated().map { try $1.session("user\($0)") }
            #expect(try admins[1].tellAll("1", id: "m1") == 1)
            #expect(try admins[2].tellAll("1", id: "m1") == 1)
            for session in sessions { #expect(try session.nextBroadcast().seq == 1) }
            for admin in admins {
                try until("the node has told its own") {
                    try admin.standing(of: 1) == Standing(state: "told", told: 1, of: 1)
                }
            }
            try admins[0].stopBroadcast(1)
            for admin in admins { try until("it is stopped") { try admin.standing(of: 1).state == "stopped" } }
            #expect(try admins[2].tellAll("2") == 2)
            for (number, node) in nodes.all.enumerated() {
                #expect(try sessions[number].nextBroadcast().seq == 2)
                try until("the node has it") { try admins[number].standing(of: 2).state == "told" }
                #expect(try node.missed("user\((number + 1) % 3)", device: "d2", after: 0).map(\.seq) == [2])
            }
        }
    }

    @Test func `Q-01, Q-06, Q-14: every node finds what was written, edited and recalled at any of them`() throws {
        try withNodes { nodes in
            let users = ["alice", "bob", "carol"]
            let sessions = try zip(users, nodes.all).map { user, node in try node.session(user) }
            let group = try sessions[0].createGroup(with: ["bob", "carol"])
            var sent: [Sent] = []
            for (user, session) in zip(users, sessions) {
                let text = "天气 word of \(user)"
                sent.append(try session.write(text, in: group))
                // Of the own session, at once.
                #expect(try session.found("word").first == text)
            }
            func everybodyFinds(_ query: String, _ texts: [String]) throws {
                for session in sessions { try until("\(texts) at each node") { try session.found(query) == texts } }
            }
            let texts = users.reversed().map { "天气 word of \($0)" }
            try everybodyFinds("word", texts)
            for node in nodes.all { try node.waitUntilIndexed(3) }
            try everybodyFinds("天", texts)
            try sessions[1].edit(sent[1], "another text")
            #expect(try sessions[1].found("word") == [texts[0], texts[2]])
            try sessions[2].recall(sent[2])
            #expect(try !sessions[2].found("word").contains(texts[0]))
            try everybodyFinds("word", [texts[2]])
            try everybodyFinds("another", ["another text"])
            // One that comes back has its index from before, and what has come since.
            let follower = try #require(try nodes.all.first { try $0 !== nodes.leader() })
            nodes.kill(follower)
            let writer = try #require(zip(sessions, nodes.all).first { $0.1 !== follower }).0
            try writer.write("a word of later", in: group)
            try follower.launchAgain()
            try follower.waitUntilReady()
            let back = try follower.sessionWhenTaken("alice", device: "d2")
            try until("the node has caught up") { try back.found("word") == ["a word of later", texts[2]] }
        }
    }

    @Test func `X-12: a login ends the session of the same device on another node`() throws {
        try withNodes { nodes in
            let first = try nodes.all[0].session("alice")
            let second = try nodes.all[1].session("alice")
            #expect(try first.event("session.kicked")["reason"]?.string == "sameDevice")
            #expect(try first.closeCode() == .replaced)
            #expect(try second.devices() == ["d1"])
        }
    }

    @Test func `X-12: of logins of one device on several nodes at once, one session stays`() throws {
        try withNodes { nodes in
            for _ in 0..<5 {
                let guests = try nodes.all.map { try $0.guest() }
                let token = nodes.all[0].token("alice")
                let asked = try guests.map { try $0.send("session.open", #"{"token": "\#(token)", "device": "d1"}"#) }
                for (guest, request) in zip(guests, asked) { _ = try guest.reply(to: request).get() }
                try until("one session is left") {
                    try nodes.all.reduce(0) { try $0 + Int($1.metric("martlet_sessions_open")) } == 1
                }
            }
        }
    }

    @Test func `X-21: followers hear on every node who comes and goes`() throws {
        let settings = [
            "hosting.visibility": #""everyone""#, "subscriptions.batchMilliseconds": "0",
            "subscriptions.reconnectMilliseconds": "0",
        ]
        try withNodes(2, settings) { nodes in
            let (carol, alice) = (try nodes.all[0].session("carol"), try nodes.all[1].session("alice"))
            try carol.follow(["alice"])
            _ = try carol.changes(until: "1 alice: web on")
            try alice.leave()
            _ = try carol.changes(until: "1 alice: web off")
            let again = try nodes.all[1].session("alice")
            _ = try carol.changes(until: "1 alice: web on")
            withExtendedLifetime(again) {}
        }
    }

    @Test func `a killed leader loses nothing acknowledged, and the others' sockets stay open`() throws {
        try withNodes { nodes in
            let leader = try nodes.leader()
            let others = nodes.all.filter { $0 !== leader }
            let receiver = try others[0].session("carol")
            var senders = [Sender("alice", try others[1].session("alice")), Sender("bob", try leader.session("bob"))]
            for round in 0..<4 {
                for sender in senders { try sender.begin(20, to: "carol", round: round) }
                if round == 1 {
                    pause(.milliseconds(.random(in: 0...8)))
                    nodes.kill(leader)
                    try senders[0].finish()
                    senders[1] = try senders[1].moved(to: try others[1].sessionWhenTaken("bob"))
                }
                for sender in senders { try sender.finish() }
            }
            for sender in senders { try check(sender, at: others) }
            try check(receiver, hears: senders)
            // It comes back with what its disk has, and reads the rest.
            try leader.launchAgain()
            try leader.waitUntilReady()
            for sender in senders { try check(sender, at: [leader]) }
        }
    }

    @Test func `A-13: the audit log of several nodes is one`() throws {
        try withNodes(2) { nodes in
            let (one, other) = (nodes.all[0], nodes.all[1])
            let alice = try one.sessionWhenTaken("alice")
            let bob = try other.sessionWhenTaken("bob")
            for node in nodes.all {
                _ = try node.admin().request("admin.account.disable", #"{"userIDs": ["nobody"]}"#).get()
            }
            for node in nodes.all {
                try node.audit(#""kind": "login", "userID": "alice""#, count: 1)
                try node.audit(#""kind": "login", "userID": "bob""#, count: 1)
                try node.audit(#""operation": "admin.account.disable""#, count: 2)
            }
            withExtendedLifetime((alice, bob)) {}
        }
    }

    /// All that was acknowledged is there once, in the order of the seqs.
    private func check(_ sender: Sender, at nodes: [GatewayProcess]) throws {
        #expect(Set(sender.acknowledged.values) == Set(1...80))
        for node in nodes {
            let carol = try node.sessionWhenTaken("carol", device: sender.user)
            #expect(
                try carol.history(with: sender.user).map(\.clientMsgID).sorted() == sender.acknowledged.keys.sorted())
            #expect(try carol.history(with: sender.user).allSatisfy { sender.acknowledged[$0.clientMsgID] == $0.seq })
        }
    }
}

extension NodeTests {
    /// Each message once, each sender's in the order of the seqs.
    fileprivate func check(_ receiver: ClientSession, hears senders: [Sender]) throws {
        let count = senders.reduce(0) { $0 + $1.acknowledged.count }
        let heard = try (0..<count).map { _ in try Message(receiver.event("message.new")) }
        for sender in senders {
            let seqs = heard.filter { $0.from == sender.user }.map(\.seq)
            #expect(seqs == Array(1...sender.acknowledged.count))
        }
        #expect(receiver.waitingEvents("message.new") == 0)
    }
}

/// A user who writes without waiting for replies, and sends again what was not acknowledged.
private final class Sender {
    let user: String
    private let session: ClientSession
    private var open: [(request: UInt64, id: String, message: String)] = []
    /// The seqs, by the messages' own ids.
    private(set) var acknowledged: [String: Int] = [:]

    init(_ user: String, _ session: ClientSession) {
        self.user = user
        self.session = session
    }

    func begin(_ count: Int, to receiver: String, round: Int) throws {
        for number in 0..<count {
            let id = "\(user)-\(round)-\(number)"
            let text = message(id, to: receiver, id: id)
            open.append((try session.send("message.send", text), id, text))
        }
    }

    func finish() throws {
        while let first = open.first {
            acknowledged[first.id] = try Sent(session.reply(to: first.request).get()).seq
            open.removeFirst()
        }
    }

    /// Its gateway is gone: it takes the replies that had come, and sends the rest again on another session.
    func moved(to other: ClientSession) throws -> Sender {
        do {
            try finish()
        } catch is ClientError {
            // The connection has ended.
        }
        let next = Sender(user, other)
        next.acknowledged = acknowledged
        for (_, id, message) in open { next.open.append((try other.send("message.send", message), id, message)) }
        return next
    }
}
