import Client
import Framing
import JSON
import TestSupport

/// Where a gateway is now, for other threads.
struct Door: Sendable {
    let endpoint: Endpoint
    let tokens: [String: String]

    func connect() throws -> ClientSession {
        var options = ClientConnection.Options()
        options.subprotocols = [ClientSession.subprotocol]
        options.channel.patience = .seconds(30)
        return ClientSession(try ClientConnection(endpoint, options))
    }
}

/// A party in one run of the gateway: it comes back, repeats requests without a reply, checks everything, and
/// asks for more until the gateway is no more.
struct PairPartyRun {
    private(set) var party: PairParty
    private var random: SeededRandom
    private var sessions: [ClientSession] = []
    private var lastID: UInt64 = 1 << 32
    private var isOver = false

    init(_ party: PairParty, _ door: Door, _ random: SeededRandom) throws {
        self.party = party
        self.random = random
        for user in party.users { try comeBack(user, through: door) }
    }

    /// Everything that was promised in the runs before is so. `isWhole`: every message is looked at, from the first on.
    mutating func check(isWhole: Bool = false) throws {
        try askAgain()
        for user in party.users {
            for peer in party.peers(of: user) { try party[user, peer].judgeAnswer(to: user) }
        }
        try settle()
        for user in party.users { try checkList(of: user) }
        for user in party.users { try checkStream(of: user) }
        for user in party.users {
            for peer in party.peers(of: user) where isWhole || user < peer {
                let reader = isWhole || Bool.random(using: &random) ? user : peer
                try checkHistory(of: reader, with: reader == user ? peer : user, isWhole: isWhole)
            }
        }
    }

    /// Asks until the gateway is gone, and takes in what it still had to say.
    mutating func spend() throws {
        while !isOver {
            if Int.random(in: 0..<16, using: &random) == 0 {
                // The order of such a change and the messages must be certain, so nothing is asked beside it.
                try ask([option()])
            } else {
                try ask(burst())
            }
        }
        for user in party.users {
            let code = try sessions[user].end()
            try hold(code == nil, "user \(user) was closed with \(code!)")
            try party.take(sessions[user].takeEvents(), of: user)
            try party.hear(user)
        }
    }

    // MARK: - Asking

    /// Each user has said something to each.
    mutating func begin() throws {
        for user in party.users {
            for peer in party.peers(of: user) { try ask([party.line(from: user, to: peer, padding: 0)]) }
        }
        try hold(!isOver, "the gateway is gone before it began")
    }

    private mutating func option() -> PartyRequest {
        let (user, peer) = pair()
        return party.request(user, peer, .receive(Int.random(in: 0...2, using: &random)))
    }

    private mutating func burst() -> [PartyRequest] {
        var requests: [PartyRequest] = []
        var isChanged: Set<[Int]> = []
        for _ in 0..<Int.random(in: 1...24, using: &random) {
            let (user, peer) = pair()
            let choice = Int.random(in: 0..<10, using: &random)
            // Of two changes by one user to one conversation the second would hide the first.
            if choice < 8 || !isChanged.insert([user, peer]).inserted {
                let padding = Int.random(in: 0...1, using: &random) * Int.random(in: 0...3_000, using: &random)
                requests.append(party.line(from: user, to: peer, padding: padding))
            } else if choice == 8 {
                let head = party[user, peer].head
                let read = party[user, peer].sides[user]!.readSeq
                requests.append(party.request(user, peer, .read(upTo: Int.random(in: read...head, using: &random))))
            } else {
                requests.append(party.request(user, peer, .pin(!party[user, peer].sides[user]!.isPinned)))
            }
        }
        return requests
    }

    private mutating func pair() -> (user: Int, peer: Int) {
        let user = party.users.randomElement(using: &random)!
        return (user, party.peers(of: user).randomElement(using: &random)!)
    }

    /// Asks for all before it waits for any. What gets no reply, because the gateway has gone, stays open.
    private mutating func ask(_ requests: [PartyRequest]) throws {
        var asked: [(request: PartyRequest, id: UInt64)] = []
        for request in requests {
            lastID += 1
            asked.append((request, lastID))
            let text = request.envelope(id: lastID, peer: party.members[request.peer].name)
            let session = sessions[request.user]
            try unlessOver { () throws(ClientError) in try session.connection.send(text) }
        }
        for (request, id) in asked {
            let session = sessions[request.user]
            if let reply = try unlessOver({ () throws(ClientError) in try session.reply(to: id) }) {
                try party.take(reply.get(), to: request)
            } else {
                party.open.append(request)
            }
        }
    }

    @discardableResult
    private mutating func unlessOver<Result>(_ body: () throws(ClientError) -> Result) throws -> Result? {
        do throws(ClientError) {
            return try body()
        } catch {
            switch error {
            case .ended, .closed(nil, _): isOver = true
            default: throw error
            }
            return nil
        }
    }

    /// Repeats the requests without a reply, and some that have one, as if the reply had not been heard.
    private mutating func askAgain() throws {
        let open = party.open
        party.open = []
        party.tally.askedAgain += open.count
        party.tally.foundStored += open.count { request in
            guard case .write(let clientID) = request.kind else { return false }
            return party[request.user, request.peer].knows(clientID)
        }
        let heard = party.lastGranted(32).shuffled(using: &random).prefix(8)
        try ask((open + heard).shuffled(using: &random))
        try hold(!isOver, "the gateway is gone while nobody has killed it")
        for user in party.users {
            for peer in party.peers(of: user) where user < peer {
                try hold(
                    party[user, peer].isWhole,
                    "the seqs of \(user) and \(peer) have a hole: it ends at \(party[user, peer].head)")
            }
        }
    }

    /// A request of each session is answered after all that was committed before it.
    private mutating func settle() throws {
        for user in party.users {
            _ = try sessions[user].request("stream.ack", #"{"user": 0}"#).get()
            try party.take(sessions[user].takeEvents(), of: user)
            try party.hear(user)
        }
    }
}

// MARK: - Coming back

extension PairPartyRun {
    private mutating func comeBack(_ user: Int, through door: Door) throws {
        let session = try door.connect()
        sessions.append(session)
        let member = party.members[user]
        let resume = member.heard == 0 ? "" : #""resume": \#(positions(of: user))"#
        let opened = try session.open(token: door.tokens[member.name], resume).get()
        _ = try session.event("conversation.syncFinish")
        _ = session.takeEvents()
        guard let head = opened["stream"]?["seq"]?.int else { throw Contradiction("no stream: \(opened.text)") }
        if let resumed = opened["resume"] { try take(resumed, for: user, head: head) }
        party.members[user].heard = head
    }

    /// The positions that the device names: its own, or those of an earlier moment, as if it had been away for longer.
    private mutating func positions(of user: Int) -> String {
        let isEarlier = Int.random(in: 0..<4, using: &random) == 0
        func place(_ seq: Int) -> Int {
            isEarlier ? Int.random(in: max(seq - 40, 0)...seq, using: &random) : seq
        }
        party.members[user].heard = place(party.members[user].heard)
        let places = party.peers(of: user).map { peer in
            let seq = place(party[user, peer].sides[user]!.heard)
            party[user, peer].sides[user]!.heard = seq
            return #""c2c_\#(party.members[peer].name)": \#(seq)"#
        }
        return #"{"user": \#(party.members[user].heard), "conversations": {\#(places.joined(separator: ", "))}}"#
    }

    private mutating func take(_ resumed: JSONValue, for user: Int, head: Int) throws {
        let name = party.members[user].name
        try hold(resumed["user"]?["verdict"]?.string == "recovered", "\(name): \(resumed["user"]?.text ?? "none")")
        let events = resumed["user"]?["events"]?.elements.map(Array.init) ?? []
        let seqs = events.compactMap { $0["seq"]?.int }
        let expected = Array((party.members[user].heard + 1)..<(head + 1))
        // A receipt takes the place of the former one of its conversation: it leaves a hole, and nothing else does.
        let receipts = events.filter { $0["event"]?.string == "receipt.new" }.map {
            $0["data"]?["conversationID"]?.string
        }
        try hold(
            seqs == seqs.sorted() && Set(seqs).count == seqs.count && Set(seqs).isSubset(of: expected)
                && Set(receipts).count == receipts.count && (receipts.isEmpty ? seqs == expected : true),
            "\(name) was given the events \(seqs) of \(expected)")
        for peer in party.peers(of: user) {
            let id = "c2c_\(party.members[peer].name)"
            guard let stream = resumed["conversations"]?.member(id), let head = stream["seq"]?.int else {
                throw Contradiction("\(name) was told nothing of \(id)")
            }
            try hold(stream["verdict"]?.string == "recovered", "\(name), \(id): \(stream["verdict"]?.text ?? "none")")
            let messages = try stream["messages"]?.elements?.map { try Message($0) } ?? []
            for message in messages { try party.see(message, as: user) }
            let start = party[user, peer].sides[user]!.heard
            party[user, peer].sides[user]!.answer = .init(missed: start + 1..<head + 1, given: messages.map(\.seq))
            party[user, peer].sides[user]!.heard = head
            party.tally.resumed += messages.count
        }
    }
}

// MARK: - Checking

extension PairPartyRun {
    private func checkList(of user: Int) throws {
        let conversations = try sessions[user].conversations()
        let name = party.members[user].name
        for conversation in conversations {
            let peer = try party.peer(conversation.id)
            let dialogue = party[user, peer]
            let side = dialogue.sides[user]!
            let last = dialogue.lastWanted(by: user)
            let peerReadTime = dialogue.sides[peer]!.receiptTime
            let isRight =
                conversation.unread == dialogue.unread(of: user) && conversation.option == side.option
                && conversation.isPinned == side.isPinned && conversation.seq == dialogue.head
                && conversation.readSeq == side.readSeq && conversation.last?.seq == last
                && conversation.last?.msgID == last.map { dialogue.lines[$0]!.msgID }
                && conversation.peerReadTime ?? 0 == peerReadTime
            try hold(
                isRight,
                "\(name) has \(conversation); unread must be \(dialogue.unread(of: user)), the head \(dialogue.head), the last "
                    + "one seq \(last ?? 0), read by the other \(peerReadTime), and it \(side)")
        }
        let order = party.peers(of: user).sorted { place(user, $0) > place(user, $1) }
        try hold(
            try conversations.map { try party.peer($0.id) } == order, "\(name)'s list is not in the order \(order)")
        let total = party.peers(of: user).filter { party[user, $0].sides[user]!.option == 0 }
            .reduce(0) { $0 + party[user, $1].unread(of: user) }
        let told = try sessions[user].totalUnread()
        try hold(told == total, "\(name) has \(told) unread in all and not \(total)")
    }

    /// Higher is further up: the pinned ones, then by the last message, whose id rises with time.
    private func place(_ user: Int, _ peer: Int) -> (Int, Int) {
        let dialogue = party[user, peer]
        let last = dialogue.lastWanted(by: user).flatMap { Int(dialogue.lines[$0]!.msgID) } ?? 0
        return (dialogue.sides[user]!.isPinned ? 1 : 0, last)
    }

    /// Every change is in the streams of those concerned, once.
    private func checkStream(of user: Int) throws {
        let member = party.members[user]
        let told = try sessions[user].request("stream.events", #"{"after": \#(max(member.streamSeq - 20, 0))}"#).get()
        try hold(
            told["seq"]?.int == member.streamSeq && told["isFinished"]?.bool == true,
            "the stream of \(member.name) ends at \(told["seq"]?.text ?? "none") and not at \(member.streamSeq)")
        try hold(
            member.heard == member.streamSeq, "\(member.name) was told up to \(member.heard), not \(member.streamSeq)")
    }

    /// Each message once, at its seq, in order, and none between.
    private mutating func checkHistory(of user: Int, with peer: Int, isWhole: Bool) throws {
        let name = party.members[peer].name
        var seq = isWhole ? 0 : max((party.verified[[user, peer]] ?? 0) - 20, 0)
        var isFinished = false
        while !isFinished {
            let page = try sessions[user].request(
                "message.history",
                #"{"conversationID": "c2c_\#(name)", "direction": "newer", "cursor": \#(seq), "limit": 100}"#
            ).get()
            for message in try page["messages"]?.elements?.map({ try Message($0) }) ?? [] {
                try hold(message.seq == seq + 1, "after seq \(seq) of \(user) and \(peer) comes \(message.seq)")
                try party.see(message, as: user)
                seq += 1
            }
            isFinished = page["isFinished"]?.bool == true
        }
        let head = party[user, peer].head
        try hold(seq == head, "the history of \(user) and \(peer) ends at \(seq) and not at \(head)")
        party.verified[[user, peer]] = head
    }
}

extension ClientSession {
    /// Reads what there still is; the code that the gateway closed with, if it did.
    func end() throws -> UInt16? {
        do throws(ClientError) {
            return try closeCode()?.rawValue
        } catch {
            guard case .ended = error else { throw error }
            return nil
        }
    }
}
