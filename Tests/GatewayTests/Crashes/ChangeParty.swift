import Client
import JSON
import TestSupport

/// Two users who write to each other, and recall, edit, react to, pin and delete what was written: what they have asked, and
/// what must be so because the gateway has replied.
struct ChangeParty: Sendable {
    struct Line: Sendable {
        let author: Int
        let clientID: String
        let msgID: String
        var text: String
        var version = 0
        var isRecalled = false
        var isPinned = false
        /// By reaction: the users.
        var reactions: [String: Set<Int>] = [:]
        /// For whom it is no more.
        var deleted: Set<Int> = []
        /// Of its newest change; 0: it is as it was sent.
        var place = 0

        init(author: Int, clientID: String, msgID: String) {
            (self.author, self.clientID, self.msgID, text) = (author, clientID, msgID, clientID)
        }
    }

    /// A request that has its reply.
    struct Granted: Sendable {
        let request: ChangeRequest
        let reply: String
    }

    /// To a device that came back: the changes that it was given, of all that had been missed.
    struct Answer: Sendable {
        let missed: ClosedRange<Int>
        let given: [Int: Int]
    }

    let names: [String]
    /// By seq.
    private(set) var lines: [Int: Line] = [:]
    private var seqs: [String: Int] = [:]
    /// The message of each place, as far as it was told.
    private(set) var places: [Int: Int] = [:]
    /// The places of changes that were acknowledged.
    private var granted: Set<Int> = []
    /// For each user: the last place that the device was told.
    var heard = [0, 0]
    var answers: [Answer?] = [nil, nil]
    /// Asked, with no reply yet.
    var open: [ChangeRequest] = []
    /// The last ones.
    private(set) var last: [Granted] = []
    private var requests = 0
    var tally = Tally()

    init(_ number: Int) {
        names = (0..<2).map { "changes\(number)-user\($0)" }
    }

    var head: Int { lines.count }
    /// The place of the last change.
    var place: Int { granted.count }

    func conversation(of user: Int) -> String { "c2c_\(names[1 - user])" }

    mutating func request(_ user: Int, _ kind: ChangeRequest.Kind) -> ChangeRequest {
        requests += 1
        return ChangeRequest(user: user, number: requests, kind: kind)
    }

    mutating func line(by user: Int) -> ChangeRequest {
        request(user, .write(clientID: "\(names[user]).\(requests)"))
    }

    func knows(_ clientID: String) -> Bool { seqs[clientID] != nil }

    // MARK: - What the gateway says

    /// The reply to a request: from now on it is so. To one that has had its reply, it is the same, with the message as it is now.
    mutating func take(_ ok: JSONValue, to request: ChangeRequest) throws {
        if let former = last.first(where: { $0.request.number == request.number }) {
            return try hold(
                isRepeat(ok, of: former), "\(request) was granted with \(former.reply), and again with \(ok.text)")
        }
        if case .write(let clientID) = request.kind {
            let sent = try Sent(ok)
            try learn(Line(author: request.user, clientID: clientID, msgID: sent.msgID), at: sent.seq)
        } else {
            try change(request, ok)
            tally.changed += 1
        }
        last = last.suffix(63) + [Granted(request: request, reply: ok.text)]
        tally.acknowledged += 1
    }

    private func isRepeat(_ ok: JSONValue, of former: Granted) throws -> Bool {
        guard let message = ok["message"] else { return ok.text == former.reply }
        // M-13: of a message that has changed since it was sent, its repeat tells, too.
        let seq = if case .write(let clientID) = former.request.kind { seqs[clientID]! } else { former.request.seq }
        let line = lines[seq]!
        if message["msgId"]?.string != line.msgID { return false }
        if line.deleted.contains(former.request.user) { return true }
        let document = JSONDocument()
        let place = try document.parse(Array(former.reply.utf8))["message"]?["change"]?.int
        return message["change"]?.int ?? 0 >= place ?? 0
    }

    private mutating func learn(_ line: Line, at seq: Int) throws {
        if let known = lines[seq] { throw Contradiction("seq \(seq) is \(known) and \(line)") }
        if let other = seqs[line.clientID] {
            throw Contradiction("\(line.clientID) is doubled: at seq \(other) and at \(seq)")
        }
        lines[seq] = line
        seqs[line.clientID] = seq
    }

    private mutating func change(_ request: ChangeRequest, _ ok: JSONValue) throws {
        let (seq, former) = (request.seq, lines[request.seq]!)
        var line = former
        let isChange = line.change(request.kind, by: request.user)
        if case .delete = request.kind {
            let told = ok["msgIds"]?.elements?.compactMap(\.string)
            try hold(told == (isChange ? [line.msgID] : []), "\(request) deletes \(ok.text)")
        } else {
            let place = ok["message"]?["change"]?.int ?? 0
            if isChange {
                try learn(place, of: seq)
                try hold(granted.insert(place).inserted, "\(request) has the place \(place) of another change")
                line.place = place
            }
            try hold(place == line.place, "\(request) is answered with \(ok.text), and was \(former)")
        }
        lines[seq] = line
    }

    mutating func learn(_ place: Int, of seq: Int) throws {
        try hold(
            place > 0 && places[place] ?? seq == seq, "the place \(place) is that of \(places[place] ?? 0) and \(seq)")
        places[place] = seq
    }

    /// The events of a user's session, in the order in which they came.
    mutating func take(_ events: [ServerEvent], of user: Int) throws {
        for event in events where event.name == "message.changed" {
            guard let place = event.data["change"]?.int, let seq = event.data["message"]?["seq"]?.int else {
                throw Contradiction("an event tells \(event.data.text)")
            }
            try hold(place > heard[user], "place \(place) came to user \(user) after \(heard[user])")
            try learn(place, of: seq)
            heard[user] = place
        }
    }

    // MARK: - What must be so

    /// When every request has its reply.
    func checkIsWhole() throws {
        try hold(lines.keys.max() ?? 0 == head, "the seqs have a hole before \(head)")
        try hold(
            granted.max() ?? 0 == place && places.count == place,
            "\(place) changes were acknowledged, and these are told: \(places.keys.sorted().suffix(40))")
    }

    /// A device that came back was given each message once that had changed meanwhile, at its newest place.
    mutating func judgeAnswer(to user: Int) throws {
        guard let answer = answers[user] else { return }
        answers[user] = nil
        var newest: [Int: Int] = [:]
        for place in answer.missed { newest[places[place]!] = place }
        for (seq, place) in newest where answer.given[place] != seq {
            // It may have been deleted when it was given, or later.
            try hold(
                lines[seq]!.deleted.contains(user), "user \(user) was not given place \(place) of \(answer.missed)")
        }
        for (place, seq) in answer.given {
            try hold(newest[seq] == place, "user \(user) was given seq \(seq) at \(place), not \(newest[seq] ?? 0)")
        }
    }

    /// How a user sees a message: each of them in one line.
    func shown(_ seq: Int, to user: Int) -> String? {
        guard let line = lines[seq], !line.deleted.contains(user) else { return nil }
        let reactions = line.reactions.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
            "\($0.key)\($0.value.count)\($0.value.contains(user) ? "*" : "")"
        }
        return
            "\(seq) \(line.msgID) \(names[line.author]) \(line.clientID) \(line.isRecalled ? "" : line.text) at \(line.place)"
            + (line.version > 0 && !line.isRecalled ? " v\(line.version)" : "") + (line.isRecalled ? " recalled" : "")
            + (line.isPinned ? " pinned" : "") + reactions.map { " \($0)" }.joined()
    }

    /// The same of a message as it came.
    static func shown(_ json: JSONValue) throws -> String {
        let message = try Message(json)
        let reactions = try (json["reactions"]?.elements?.map { $0 } ?? []).map { reaction in
            guard let name = reaction["reaction"]?.string, let count = reaction["count"]?.int else {
                throw Contradiction("a reaction is \(reaction.text)")
            }
            return "\(name)\(count)\(reaction["mine"]?.bool == true ? "*" : "")"
        }
        return
            "\(message.seq) \(message.msgID) \(message.from) \(message.clientMsgID) \(message.text ?? "") "
            + "at \(json["change"]?.int ?? 0)" + (json["edited"]?["version"]?.int.map { " v\($0)" } ?? "")
            + (json["recalled"] == nil ? "" : " recalled") + (json["pinned"] == nil ? "" : " pinned")
            + reactions.sorted().map { " \($0)" }.joined()
    }
}

extension ChangeParty.Line {
    /// Returns whether there is anything to change.
    mutating func change(_ kind: ChangeRequest.Kind, by user: Int) -> Bool {
        switch kind {
        case .write: return false
        case .recall:
            defer { (isRecalled, isPinned, reactions) = (true, false, [:]) }
            return !isRecalled
        case .edit(_, let text):
            (self.text, version) = (text, version + 1)
            return true
        case .react(_, let reaction, true): return reactions[reaction]?.remove(user) != nil
        case .react(_, let reaction, false): return reactions[reaction, default: []].insert(user).inserted
        case .pin(_, let isPinned):
            defer { self.isPinned = isPinned }
            return self.isPinned != isPinned
        case .delete: return deleted.insert(user).inserted
        }
    }
}

/// Asked again after a crash, it is the same request.
struct ChangeRequest: Sendable {
    /// Messages by their seqs.
    enum Kind: Sendable {
        case write(clientID: String)
        case recall(Int)
        case edit(Int, text: String)
        case react(Int, String, isRemoved: Bool)
        case pin(Int, Bool)
        case delete(Int)
    }

    let user: Int
    let number: Int
    let kind: Kind

    /// Of a message that is there.
    var seq: Int {
        switch kind {
        case .write: preconditionFailure("it has none yet")
        case .recall(let seq), .edit(let seq, _), .react(let seq, _, _), .pin(let seq, _), .delete(let seq): seq
        }
    }

    func envelope(id: UInt64, in party: ChangeParty) -> String {
        func keyed(_ operation: String, _ more: String = "") -> String {
            let target = #""conversationID": "\#(party.conversation(of: user))""#
            let message = party.lines[seq]!.msgID
            let named = if case .delete = kind { #""msgIds": ["\#(message)"]"# } else { #""msgId": "\#(message)""# }
            let data = "{\(target), \(named)\(more)}"
            return #"{"id": \#(id), "op": "message.\#(operation)", "key": "\#(number)", "data": \#(data)}"#
        }
        switch kind {
        case .write(let clientID):
            let data = message(clientID, to: party.names[1 - user], id: clientID)
            return #"{"id": \#(id), "op": "message.send", "data": \#(data)}"#
        case .recall: return keyed("recall")
        case .edit(_, let text): return keyed("edit", #", "body": {"text": "\#(text)"}"#)
        case .react(_, let reaction, let isRemoved):
            return keyed("react", #", "reaction": "\#(reaction)", "remove": \#(isRemoved)"#)
        case .pin(_, let isPinned): return keyed(isPinned ? "pin" : "unpin")
        case .delete: return keyed("delete")
        }
    }
}
