import Chat
import ClientProtocol
import Domain
import JSON

/// A request with an admin key, as the audit log has it. A class, so that requests of users do not carry its size.
final class AuditedRequest: Sendable {
    enum Way {
        /// In the commit of what it changes.
        case inCommit
        /// With what else has happened in the same second.
        case inBatch
        /// As soon as it is done: the store has no part in it.
        case atOnce
    }

    let entry: AuditEntry
    let way: Way

    /// At the node that leads.
    init(changing entry: AuditEntry) {
        self.entry = entry
        way = .inCommit
    }

    /// Nil: it tells nothing about others, and changes nothing.
    init?(_ request: Request, _ work: Work, by access: AdminAccess, as user: UserID?) {
        switch work {
        case .change, .refuse, .changeInPieces, .errand: way = .inCommit
        case .ask, .askLeader, .read, .search, .room, .judged: way = .inBatch
        // There are thousands of chunks, and what they come to is a message.
        case .streamed(.append): return nil
        case .streamed: way = .inBatch
        case .operate: way = .atOnce
        case .reply:
            guard request.operation.isForOperators else { return nil }
            way = .atOnce
        }
        // A backend speaks in a room, and only looks at the others.
        let acts =
            switch work {
            case .room(_, .send), .room(_, .count), .streamed, .judged: true
            default: way != .inBatch
            }
        entry = AuditEntry(request, acts ? .act : .read, by: access, as: user)
    }

    /// One that was refused before its work was known.
    init(refused request: Request, by access: AdminAccess, as user: UserID?) {
        way = .inBatch
        entry = AuditEntry(request, .act, by: access, as: user)
    }

    /// Nil: its commit has nothing to write.
    var ofCommit: AuditedRequest? { way == .inCommit ? self : nil }
}

extension AuditEntry {
    fileprivate init(_ request: Request, _ kind: Kind, by access: AdminAccess, as user: UserID?) {
        self.init(
            time: request.context.configuration.now.time, kind: kind, actor: access.actor, address: access.address,
            operation: request.operation.name)
        var subject = AuditSubject(of: request.operation)
        if let user { subject.add(user.text) }
        subject.read(request.data)
        users = subject.users
        parameters = subject.parameters
    }

    func ended(with content: Reply.Content) -> AuditEntry {
        switch content {
        case .ok(let result): ended(Self.done, Self.refusals(in: result))
        case .refusal(let refusal), .fault(let refusal): ended(refusal)
        }
    }

    /// An administrator's request. The message may have what the request has, so it is left out.
    func ended(_ refusal: Refusal) -> AuditEntry { ended("\(refusal.code.system) \(refusal.code.code)") }

    /// Where the result has a code for each user.
    private static func refusals(in result: [UInt8]) -> String {
        // A result with more values than a request may have is no such list.
        let parsed = try? JSONDocument().parse(result, limits: JSONLimits(bytes: max(result.count, 1)))
        guard let results = parsed?["results"]?.elements else { return "" }
        var (all, refused) = (0, 0)
        for result in results {
            guard let code = result["code"]?.int64 else { continue }
            all += 1
            if code != 0 { refused += 1 }
        }
        return refused == 0 ? "" : "\(refused) of \(all) refused"
    }
}

/// The ids, numbers and flags in a request's data, which say what it is about. Texts are left out.
private struct AuditSubject: ~Copyable {
    private(set) var users: [String] = []
    private var known: Set<String> = []
    private var json = JSONWriter()
    private let operation: Operation

    init(of operation: Operation) {
        self.operation = operation
    }

    mutating func add(_ user: String) {
        // A text that is no valid user id could be anything, so it is left out.
        guard users.count < mostUsers, UserID(user) != nil, known.insert(user).inserted else { return }
        users.append(user)
    }

    mutating func read(_ data: JSONValue?) {
        json.beginObject()
        if let members = data?.members {
            for (key, value) in members { take(key.string ?? "", value) }
        }
        json.endObject()
    }

    var parameters: String { json.text }

    private mutating func take(_ name: String, _ value: JSONValue) {
        if let type = operation.parameters.first(where: { $0.name == name })?.type, type.namesUsers {
            addUsers(in: value, type)
            if value.elements != nil, value.count > mostUsers {
                json.key(text: name + "Count")
                json.value(value.count)
            }
        }
        if let elements = value.elements {
            guard name == "msgIds" else { return }
            json.key(text: name)
            return json.array { json in
                for id in elements.prefix(mostMessages) { json.value(String((id.string ?? "").prefix(longestID))) }
            }
        }
        let isPlain = value.bool != nil || value.int64 != nil
        let isID = ids.contains(name) || operation.isForOperators && name == "name"
        // Numbers of users' requests may be what is in their profiles.
        guard isPlain && operation.roles == .admin || isID, value.members == nil else { return }
        if let text = value.string, text.utf8.count > longestID { return }
        json.key(text: name)
        json.value(raw: value.raw)
    }

    /// Adds the users whom a value of that type names.
    private mutating func addUsers(in value: JSONValue, _ type: ValueType) {
        switch type {
        case .text(let rule):
            if rule.subject == .user, let user = value.string, user != AtInfo.everybody { add(user) }
        case .elements(let type, _):
            guard let elements = value.elements else { return }
            for element in elements { addUsers(in: element, type) }
        case .members(let fields, _):
            for field in fields where field.type.namesUsers {
                if let member = value.member(field.name) { addUsers(in: member, field.type) }
            }
        default: break
        }
    }
}

private let ids: Set = [
    "groupID", "conversationID", "msgId", "scheduleID", "endpoint", "from", "session", "device", "platform", "address",
    "level", "kind", "uniqueId", "mediaID", "thumbnail", "roomID", "callID", "reportID",
]
private let mostUsers = 100
private let mostMessages = 20
private let longestID = 255
