import Client
import JSON
import TestSupport

/// The party in one run of the gateway: it comes back, repeats requests without a reply, checks everything, and asks for more
/// until the gateway is no more.
struct ChangePartyRun {
    private(set) var party: ChangeParty
    private var random: SeededRandom
    private var sessions: [ClientSession] = []
    private var lastID: UInt64 = 1 << 32
    private var isOver = false

    init(_ party: ChangeParty, _ door: Door, _ random: SeededRandom) throws {
        (self.party, self.random) = (party, random)
        for user in 0..<2 { try comeBack(user, through: door) }
    }

    /// `isWhole`: every message is looked at, and every change, from the first on.
    mutating func check(isWhole: Bool = false) throws {
        try askAgain()
        for user in 0..<2 {
            _ = try sessions[user].request("stream.ack", #"{"user": 0}"#).get()
            try party.take(sessions[user].takeEvents(), of: user)
        }
        try party.checkIsWhole()
        for user in 0..<2 {
            try party.judgeAnswer(to: user)
            try checkHistory(of: user, after: isWhole ? 0 : max(party.head - 2 * reach, 0))
            try checkChanges(of: user, after: isWhole ? 0 : max(party.place - 2 * reach, 0))
            try checkPins(of: user)
        }
    }

    /// Asks until the gateway is gone, and takes in what it still had to say.
    mutating func spend() throws {
        while !isOver { try ask(burst()) }
        for user in 0..<2 {
            let code = try sessions[user].end()
            try hold(code == nil, "user \(user) was closed with \(code!)")
            try party.take(sessions[user].takeEvents(), of: user)
        }
    }

    // MARK: - Asking

    private mutating func burst() -> [ChangeRequest] {
        var requests: [ChangeRequest] = []
        // Of two changes of one message by two devices nobody could say which was the last.
        var changed: Set<Int> = []
        for _ in 0..<Int.random(in: 1...16, using: &random) {
            let user = Int.random(in: 0..<2, using: &random)
            let seq = Int.random(in: max(party.head - reach, 0)...party.head, using: &random)
            if let kind = kind(of: seq, by: user), changed.insert(seq).inserted {
                requests.append(party.request(user, kind))
            } else {
                requests.append(party.line(by: user))
            }
        }
        return requests
    }

    /// Something that the user can do to the message, and that changes nothing perhaps.
    private mutating func kind(of seq: Int, by user: Int) -> ChangeRequest.Kind? {
        guard let line = party.lines[seq], !line.deleted.contains(user) else { return nil }
        let isOwn = line.author == user
        switch Int.random(in: 0..<12, using: &random) {
        case 0 where isOwn: return .recall(seq)
        case 1: return .delete(seq)
        case _ where line.isRecalled: return nil
        case 2...4 where isOwn: return .edit(seq, text: "edit \(line.clientID) \(line.version + 1)")
        case 5...7:
            let reaction = ["a", "b", "c"].randomElement(using: &random)!
            return .react(seq, reaction, isRemoved: Bool.random(using: &random))
        case 8...9:
            let isFull = party.lines.values.count(where: \.isPinned) > 30
            return .pin(seq, !isFull && Bool.random(using: &random))
        default: return nil
        }
    }

    /// Asks for all before it waits for any. What gets no reply, because the gateway has gone, stays open.
    private mutating func ask(_ requests: [ChangeRequest]) throws {
        var asked: [(request: ChangeRequest, id: UInt64)] = []
        for request in requests {
            lastID += 1
            asked.append((request, lastID))
            let (text, session) = (request.envelope(id: lastID, in: party), sessions[request.user])
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
        // Fewer than are remembered, so that none is forgotten before it has its second reply.
        let heard = party.last.suffix(32).map(\.request).shuffled(using: &random).prefix(8)
        try ask((open + heard).shuffled(using: &random))
        try hold(!isOver, "the gateway is gone while nobody has killed it")
    }

    // MARK: - Coming back

    private mutating func comeBack(_ user: Int, through door: Door) throws {
        let session = try door.connect()
        sessions.append(session)
        // Now and then as if it had been away for longer.
        let start = Bool.random(using: &random) ? party.heard[user] : max(party.heard[user] - reach, 0)
        let id = party.conversation(of: user)
        let resume = party.head == 0 ? "" : #""resume": {"changes": {"\#(id)": \#(start)}}"#
        let opened = try session.open(token: door.tokens[party.names[user]], resume).get()
        _ = try session.event("conversation.syncFinish")
        guard let stream = opened["resume"]?["changes"]?.member(id) else {
            return try hold(party.head == 0, "user \(user) was told nothing of \(id): \(opened.text)")
        }
        guard stream["verdict"]?.string == "recovered", let end = stream["seq"]?.int,
            let changes = stream["changes"]?.elements
        else { throw Contradiction("user \(user) was told \(stream.text)") }
        var given: [Int: Int] = [:]
        for change in try changes.map({ try Change($0) }) {
            try party.learn(change.place, of: change.seq)
            try hold(given.updateValue(change.seq, forKey: change.place) == nil, "place \(change.place) came twice")
        }
        if end > start { party.answers[user] = .init(missed: start + 1...end, given: given) }
        party.heard[user] = end
        try party.take(session.takeEvents(), of: user)
    }

    // MARK: - Checking

    /// Each message once, as the changes that were acknowledged have left it.
    private func checkHistory(of user: Int, after start: Int) throws {
        let expected = (start..<party.head).compactMap { party.shown($0 + 1, to: user) }
        var (shown, cursor, isFinished): ([String], Int, Bool) = ([], start, false)
        while !isFinished {
            let page = try sessions[user].request(
                "message.history",
                #"{"conversationID": "\#(party.conversation(of: user))", "direction": "newer", "cursor": \#(cursor), "limit": 100}"#
            ).get()
            try hold(
                page["change"]?.int ?? 0 == party.place, "\(party.place) changes were acknowledged, not \(page.text)")
            for message in page["messages"]?.elements.map(Array.init) ?? [] {
                shown.append(try ChangeParty.shown(message))
                cursor = message["seq"]?.int ?? cursor
            }
            isFinished = page["isFinished"]?.bool == true
        }
        try compare(shown, expected, "in the history of user \(user)")
    }

    /// Each message that was changed after that place, once, at its newest.
    private func checkChanges(of user: Int, after start: Int) throws {
        let expected = party.lines.filter { $0.value.place > start }.sorted { $0.value.place < $1.value.place }
            .compactMap { party.shown($0.key, to: user) }
        var (shown, place, isFinished): ([String], Int, Bool) = ([], start, false)
        while !isFinished {
            let page = try sessions[user].request(
                "message.changes", #"{"conversationID": "\#(party.conversation(of: user))", "after": \#(place)}"#
            ).get()
            shown += try page["changes"]?.elements?.compactMap { try $0["message"].map(ChangeParty.shown) } ?? []
            place = page["change"]?.int ?? 0
            isFinished = page["isFinished"]?.bool == true
        }
        try compare(shown, expected, "in the changes of user \(user)")
    }

    private func checkPins(of user: Int) throws {
        let data = #"{"conversationID": "\#(party.conversation(of: user))"}"#
        let pins = try sessions[user].request("message.pins", data).get()["messages"]?.elements.map(Array.init) ?? []
        let expected = party.lines.filter { $0.value.isPinned }.compactMap { party.shown($0.key, to: user) }
        try compare(try pins.map { try ChangeParty.shown($0) }.sorted(), expected.sorted(), "among the pins of \(user)")
    }

    private func compare(_ shown: [String], _ expected: [String], _ place: String) throws {
        for (one, other) in zip(shown, expected) where one != other {
            throw Contradiction("\(place) is \(one), and was acknowledged as \(other)")
        }
        try hold(shown.count == expected.count, "\(place) are \(shown.count) messages, not \(expected.count)")
    }
}

/// How many of the last messages are changed, and how many changes a device may have missed.
private let reach = 60
