import Client
import JSON
import Testing

/// A gateway in which one round tells all members what has become of the conversation: see `Witness`.
func withGroups(
    _ settings: [String: String] = [:], door: RequestDoor = .usual, _ body: (GatewayProcess) throws -> Void
) throws {
    try withChat(["shards.count": "1"].merging(settings) { $1 }, door: door, body)
}

/// A member that does nothing and that nothing is done to. Some are told at once what a message does to their conversation,
/// the others in a round. Once the witness has been told of the last message, all others of its shard have been told, too.
final class Witness {
    let session: ClientSession
    private var told: [String: Int] = [:]
    private var events: [ServerEvent] = []

    init(_ session: ClientSession) {
        self.session = session
    }

    func waitForRound(in group: String) throws {
        try waitForOwnRound(in: group)
        // Other nodes have rounds of their own.
        if TestCluster.isUsual { pause(.milliseconds(400)) }
    }

    private func waitForOwnRound(in group: String) throws {
        guard let head = try session.conversation(in: group)?.seq else { return }
        let deadline = ContinuousClock.now + .milliseconds(500)
        while told["group_\(group)"] ?? 0 < head {
            try note(session.settle())
            // The round was perhaps over before the witness was there. If it is not, this waits for its end.
            if ContinuousClock.now > deadline { return try note(session.settleRounds()) }
        }
    }

    private func note(_ new: [ServerEvent]) throws {
        events += new
        for event in new where event.name == "conversation.changed" || event.name == "conversation.new" {
            for conversation in try event.conversations { told[conversation.id] = conversation.seq }
        }
    }

    func takeEvents() throws -> [ServerEvent] {
        defer { events = [] }
        return events + (try session.settle())
    }
}

/// Everybody of a cast, and what they hear.
final class Audience {
    let cast: Cast
    private let witness: Witness

    /// The witness is the phone of `admin2`.
    init(_ cast: Cast) {
        self.cast = cast
        witness = Witness(cast["admin2"])
    }

    /// All that each session has been told since, by its name, after all rounds.
    func listen() throws -> [String: [ServerEvent]] {
        try witness.waitForRound(in: cast.id)
        var heard: [String: [ServerEvent]] = [:]
        for (name, session) in cast.sessions {
            heard[name] = try session === witness.session ? witness.takeEvents() : session.settle()
        }
        return heard
    }

    /// Of what is done every session is told just this (see `ServerEvent.line`), by its name or by its user's; the others are
    /// told nothing.
    func expect(
        _ expected: [String: [String]], _ what: String = "", sourceLocation: SourceLocation = #_sourceLocation,
        of body: () throws -> Void
    ) throws {
        _ = try listen()
        try body()
        for (name, events) in try listen().sorted(by: { $0.key < $1.key }) {
            let user = String(name.prefix { $0 != "." })
            let lines = try events.map { try $0.line(in: cast.id) }
            let due = expected[name] ?? expected[user] ?? []
            #expect(lines == due, "\(what) \(name)", sourceLocation: sourceLocation)
        }
    }
}

extension ServerEvent {
    /// As `eventLines` has it, and `message bob: hello`, `notice 1 owner: member` for a notification, `new` and `changed` for
    /// the group's conversation, `total 3`.
    func line(in group: String) throws -> String {
        switch name {
        case "message.new":
            let message = try message
            #expect(message.conversation == "group_\(group)")
            if message.type == 5 { return "notice \(try message.notice)" }
            return "message \(message.from): \(message.text ?? message.body)"
        case "conversation.new", "conversation.changed":
            #expect(try conversations.map(\.id) == ["group_\(group)"])
            return String(name.dropFirst("conversation.".count))
        case "conversation.totalUnreadChanged":
            return "total \(try total)"
        default:
            let eventLines = try eventLines
            return eventLines.hasSuffix(" @\(group)") ? String(eventLines.dropLast(group.count + 2)) : eventLines
        }
    }
}

extension Message {
    /// Of a notification: `1 owner: member, member2`, with `flag=true`, `3="name"`, `ext=why` behind. What each has is checked
    /// here.
    var notice: String {
        get throws {
            let said = try JSONDocument().parse(body)
            let kind = try #require(said["notificationType"]?.string)
            let operation = try #require(said["operationType"]?.int)
            let source = try #require(said["sourceID"]?.string)
            let targets = try #require(said["targetIDs"]?.elements).map { try #require($0.string) }
            #expect(type == 5 && from == source && clientMsgID.isEmpty && names == nil)
            #expect(sessionType == (kind == "team" ? 1 : 5) && (kind == "superTeam") == (operation > 400))
            let members: Set = ["notificationType", "operationType", "sourceID", "targetIDs"]
            #expect(said.keys.subtracting(["notifyExt", "attachment"]) == members)
            var words = ["\(operation) \(source): \(targets.joined(separator: ", "))"]
            if let attachment = said["attachment"] {
                #expect(attachment.count == 1)
                if let flag = attachment["flag"]?.bool { words.append("flag=\(flag)") }
                if let values = attachment["values"] {
                    words += try texts(of: values).sorted { Int($0.key)! < Int($1.key)! }.map {
                        "\($0.key)=\($0.value)"
                    }
                }
            }
            if let ext = said["notifyExt"]?.string { words.append("ext=\(ext)") }
            return words.joined(separator: " ")
        }
    }
}
