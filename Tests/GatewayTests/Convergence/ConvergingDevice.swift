import Client
import JSON
import Testing

/// A device that does what docs/protocol.md and docs/message-life.md tell a client to do: it keeps what it was told and the
/// places up to which it was, and comes back with these.
final class ConvergingDevice {
    let user: String
    let name: String
    private(set) var session: ClientSession?
    private(set) var list: [String: HeldConversation] = [:]
    /// By conversation and id.
    private(set) var messages: [String: [String: HeldMessage]] = [:]
    private(set) var total = 0
    /// How often each verdict was given, of all that the device has come back with.
    private(set) var verdicts: [String: Int] = [:]
    private var userSeq: Int?
    private var seqs: [String: Int] = [:]
    private var places: [String: Int] = [:]
    /// What the user has deleted comes back with no reply that was read before.
    private var deleted: Set<String> = []

    init(user: String, name: String) {
        (self.user, self.name) = (user, name)
    }

    // MARK: - Coming and going

    /// What is on its way to the device is lost.
    func leave() throws {
        try session?.connection.close()
        session = nil
    }

    /// The gateway has ended.
    func lose() { session = nil }

    func come(to gateway: GatewayProcess) throws {
        let (session, opened) = try gateway.back(user, device: name, resume: userSeq == nil ? nil : positions)
        self.session = session
        let former = userSeq
        userSeq = try #require(opened["stream"]?["seq"]?.int)
        if former == nil { return try readEverything() }
        try take(resumed: try #require(opened["resume"]), after: former!)  // there is one
        let synced = try session.event("conversation.syncFinish")
        try takeEvents()
        if synced["isComplete"]?.bool != true { try readList() }
    }

    private var positions: String {
        func object(_ positions: [String: Int]) -> String {
            "{" + positions.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
        }
        return #"{"user": \#(userSeq ?? 0), "conversations": \#(object(seqs)), "changes": \#(object(places))}"#
    }

    private func take(resumed: JSONValue, after former: Int) throws {
        for (id, stream) in try verdicts(of: resumed["conversations"]) {
            switch stream["verdict"]?.string {
            case "recovered": for json in stream["messages"]?.elements.map(Array.init) ?? [] { try take(json, in: id) }
            case "gap": try readMessages(of: id, after: try #require(stream["from"]?.int) - 1)
            default: try readHistory(of: id)
            }
            seqs[id] = max(seqs[id] ?? 0, try #require(stream["seq"]?.int))
        }
        for (id, stream) in try verdicts(of: resumed["changes"]) {
            switch stream["verdict"]?.string {
            case "recovered":
                for json in stream["changes"]?.elements.map(Array.init) ?? [] { try take(change: json, in: id) }
            case "gap": try readChanges(of: id, after: try #require(stream["from"]?.int) - 1)
            default: try readHistory(of: id)
            }
            places[id] = max(places[id] ?? 0, try #require(stream["seq"]?.int))
        }
        let stream = try #require(resumed["user"])
        verdicts["user " + (stream["verdict"]?.string ?? ""), default: 0] += 1
        switch stream["verdict"]?.string {
        case "recovered": try take(events: stream["events"])
        case "gap": try readEvents(after: former)
        default: try readEverything()
        }
    }

    private func verdicts(of streams: JSONValue?) throws -> [(String, JSONValue)] {
        try #require(streams?.members).map { key, stream in
            verdicts[try #require(stream["verdict"]?.string), default: 0] += 1
            return (key.keyText, stream)
        }
    }

    // MARK: - What comes

    func takeEvents() throws {
        for event in session?.takeEvents() ?? [] {
            try take(event.name, event.data)
            if event.stream == "user", let seq = event.seq { userSeq = Int(seq) }
        }
    }

    private func take(events: JSONValue?) throws {
        for event in try #require(events?.elements) {
            try take(try #require(event["event"]?.string), try #require(event["data"]))
        }
    }

    private func take(_ event: String, _ data: JSONValue) throws {
        switch event {
        case "message.new":
            let id = try #require(data["conversationID"]?.string)
            try take(data, in: id)
            seqs[id] = max(seqs[id] ?? 0, try #require(data["seq"]?.int))
        case "message.changed":
            let id = try #require(data["conversationID"]?.string)
            try take(try #require(data["message"]), in: id)
            places[id] = max(places[id] ?? 0, try #require(data["change"]?.int))
        case "message.deleted":
            let id = try #require(data["conversationID"]?.string)
            for message in try #require(data["msgIds"]?.elements).compactMap(\.string) {
                deleted.insert(message)
                messages[id]?[message] = nil
            }
        case "conversation.new", "conversation.changed":
            for json in try #require(data["conversations"]?.elements) { try take(conversation: json) }
        case "conversation.totalUnreadChanged": total = try #require(data["total"]?.int)
        default: break
        }
    }

    private func take(conversation json: JSONValue) throws {
        let id = try #require(json["conversationID"]?.string)
        list[id] = try HeldConversation(json)
        seqs[id] = seqs[id] ?? 0
        places[id] = places[id] ?? 0
    }

    /// The message of a reply, an event or a page.
    func take(_ json: JSONValue, in id: String) throws {
        let message = try HeldMessage(json)
        if deleted.contains(message.id) { return }
        if messages[id]?[message.id]?.take(message) == nil {
            messages[id, default: [:]][message.id] = message
            messages[id]![message.id]!.take(message)  // just put
        }
    }

    private func take(change json: JSONValue, in id: String) throws {
        if let message = json["message"] { return try take(message, in: id) }
        messages[id]?[try #require(json["msgId"]?.string)] = nil
    }

    /// An own message that was sent from here.
    func take(sent: Sent) throws {
        seqs[sent.conversation] = max(seqs[sent.conversation] ?? 0, sent.seq)
        let ok = try request("message.get", #"{"msgIds": ["\#(sent.msgID)"]}"#)
        guard let message = ok["results"]?.first?["message"] else { return }
        try take(message, in: sent.conversation)
        // The event that says so may be lost.
        try list[sent.conversation]?.showLast(message)
    }

    // MARK: - Reading

    private func request(_ operation: String, _ data: String) throws -> JSONValue {
        try #require(session).request(operation, data).get()
    }

    private func readEverything() throws {
        try readList()
        for id in list.keys { try readHistory(of: id) }
    }

    private func readList() throws {
        let ok = try request("conversation.list", #"{"count": 100}"#)
        // What came before the reply is older.
        try takeEvents()
        let conversations = try #require(ok["conversations"]?.elements).map { $0 }
        list = [:]
        for json in conversations {
            try take(conversation: json)
            let id = try #require(json["conversationID"]?.string)
            if messages[id] == nil { try readHistory(of: id) }
        }
    }

    private func readMessages(of id: String, after seq: Int) throws {
        var (cursor, isFinished) = (seq, false)
        while !isFinished {
            let page = try request(
                "message.history",
                #"{"conversationID": "\#(id)", "direction": "newer", "cursor": \#(cursor), "limit": 10}"#)
            for json in try #require(page["messages"]?.elements) {
                try take(json, in: id)
                cursor = try #require(json["seq"]?.int)
            }
            isFinished = page["isFinished"]?.bool == true
            // A change has come while the pages were read.
            let place = page["change"]?.int ?? 0
            if place < places[id] ?? 0 { try readChanges(of: id, after: place) }
        }
        seqs[id] = max(seqs[id] ?? 0, cursor)
    }

    /// What the history does not confirm is dropped.
    private func readHistory(of id: String) throws {
        messages[id] = [:]
        let ok = try request("message.history", #"{"conversationID": "\#(id)", "limit": 1}"#)
        let place = ok["change"]?.int ?? 0
        try readMessages(of: id, after: 0)
        try readChanges(of: id, after: place)
    }

    private func readChanges(of id: String, after place: Int) throws {
        var (place, isFinished) = (place, false)
        while !isFinished {
            let page = try request("message.changes", #"{"conversationID": "\#(id)", "after": \#(place), "limit": 5}"#)
            for json in try #require(page["changes"]?.elements) { try take(change: json, in: id) }
            place = page["change"]?.int ?? 0
            isFinished = page["isFinished"]?.bool == true
        }
        places[id] = max(places[id] ?? 0, place)
    }

    private func readEvents(after seq: Int) throws {
        var (seq, isFinished) = (seq, false)
        while !isFinished {
            let page = try request("stream.events", #"{"after": \#(seq), "limit": 5}"#)
            try take(events: page["events"])
            seq = try #require(page["seq"]?.int)
            isFinished = page["isFinished"]?.bool == true
        }
    }
}
