import Client
import ClientProtocol
import JSON
import Testing

/// Several gateways with the same users.
@Suite(.onThreads, .serialized) struct NodeTests {
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
