import Client
import Commands
import JSON

/// The parts of an import, in the order in which each needs those before it.
enum ImportStage: String, CaseIterable {
    /// Nothing is written; it reports what no stage takes.
    case reading
    case accounts
    /// Profiles, groups and messages name them.
    case media, thumbnails
    case profiles, friends, blacklists, groups
    /// Before anybody comes into the groups: what is told of that is newer.
    case messages
    case members
    /// Of groups, when their members are in.
    case settings
    /// How a user has set one, once it is in the list.
    case conversations
    /// At the end: nothing is done in the name of a disabled user.
    case disabling
}

/// Writes the lines of a source to a gateway, stage after stage, and prints what cannot be taken.
struct Importer {
    private static let bytesOfRequest = 500_000

    let source: ImportSource
    let gateway: ImportGateway
    let journal: ImportJournal
    private var media: ImportMedia
    private let sender: MediaSender
    private(set) var report = ImportReport()
    private var pending: [ImportCall] = []

    init(
        source: ImportSource, gateway: ImportGateway, journal: ImportJournal, media: ImportMedia, sender: MediaSender
    ) {
        self.source = source
        self.gateway = gateway
        self.journal = journal
        self.media = media
        self.sender = sender
    }

    mutating func run() throws {
        for stage in ImportStage.allCases { try run(stage) }
    }

    var summary: String { report.summary }

    private mutating func run(_ stage: ImportStage) throws {
        let begin = journal.position(of: stage)
        var (lines, bytes) = (0, 0)
        try source.forEach { line in
            lines += 1
            guard lines > begin else { return }
            if stage == .reading {
                try media.read(line)
                return try report.read(line)
            }
            if stage == .media { return try upload(line) }
            for call in try stage.calls(for: line, groups: journal.groups, media: journal.media) {
                bytes += call.bytes
                // Calls about lists of the same thing become one, as far as the gateway takes it.
                if let last = pending.last, last.merges(call) {
                    pending[pending.count - 1].merge(call)
                } else {
                    pending.append(call)
                }
            }
            if pending.count >= ImportGateway.calls || bytes > Self.bytesOfRequest {
                try flush()
                try journal.note(stage, lines: lines)
                bytes = 0
            }
        }
        try flush()
        guard lines > begin else { return }
        if stage == .reading {
            report.tellLostGroups(besides: journal.groups)
            try media.check()
        }
        try journal.note(stage, lines: lines)
    }

    private mutating func upload(_ line: ImportLine) throws {
        guard line.type == "media" else { return }
        let id = try line.required("mediaID")
        guard journal.media[id] == nil else { return }
        switch try sender.send(media.file(of: line), of: line) {
        case .taken(let upload):
            try journal.note(media: id, is: upload)
            report.tookUpload()
        case .refused(let reason): report.refusedUpload(id, reason)
        }
    }

    private mutating func flush() throws {
        try send(pending)
        pending = []
    }

    private mutating func send(_ calls: [ImportCall]) throws {
        var begin = 0
        while begin < calls.count {
            let part = Array(calls[begin..<min(begin + ImportGateway.calls, calls.count)])
            for (call, reply) in zip(part, try gateway.send(part)) { try take(reply, to: call) }
            begin += part.count
        }
    }

    private mutating func take(_ reply: Reply, to call: ImportCall) throws {
        switch reply {
        case .ok(let result):
            if let group = result["groupID"]?.string { try journal.note(group: call.subject, is: group) }
            report.take(result, of: call)
            let refused = (result["results"]?.elements.map(Array.init) ?? []).filter {
                $0["code"]?.int64 == refusedProfile
            }
            try makeWithoutProfiles(refused.compactMap { $0["userID"]?.string }, call)
        case .error(let error):
            // One bad element can have a whole list refused: which one, the halves tell.
            if let halves = call.halves {
                try send(halves)
            } else if !call.isDone(error) {
                report.refused(call, "\(error)")
                let accounts = (call.list?.elements ?? []).compactMap { try? JSONDocument().parse($0) }
                let withProfiles = accounts.filter { $0.count > 1 }
                try makeWithoutProfiles(withProfiles.compactMap { $0["userID"]?.string }, call)
            }
        }
    }

    /// Accounts whose names or pictures were refused are made without them: friends and messages need the accounts.
    private mutating func makeWithoutProfiles(_ users: [String], _ call: ImportCall) throws {
        guard call.operation == "admin.account.create", !users.isEmpty else { return }
        var bare = call
        bare.list?.elements = users.map { user in
            var json = JSONWriter()
            json.object { $0.field("userID", user) }
            return json.text
        }
        try send([bare])
    }
}

extension ImportCall {
    /// Whether it was carried out before: an import that goes on repeats what its journal does not have yet.
    func isDone(_ error: ServerError) -> Bool {
        switch (operation, error.system, error.code) {
        case ("admin.group.invite", "em", 601), ("admin.group.addAdmin", "em", 603): true
        default: false
        }
    }

    /// The most elements of a list.
    private var limit: Int {
        switch operation {
        case "admin.group.invite": 60
        case "admin.message.import": 500
        default: 100
        }
    }

    /// Whether both are about elements of one list, which a request can have.
    func merges(_ other: ImportCall) -> Bool {
        guard let list, let others = other.list, key == nil, other.key == nil else { return false }
        return operation == other.operation && members == other.members && list.name == others.name
            && list.elements.count + others.elements.count <= limit
    }

    mutating func merge(_ other: ImportCall) {
        list?.elements += other.list?.elements ?? []
    }

    /// Nil for a call about one thing.
    var halves: [ImportCall]? {
        guard let list, list.elements.count > 1 else { return nil }
        let middle = list.elements.count / 2
        return [list.elements[..<middle], list.elements[middle...]].map { elements in
            var half = self
            half.list?.elements = Array(elements)
            return half
        }
    }
}

/// Reports what was taken, and what was not and why: a line of JSON on standard output each.
struct ImportReport {
    private var taken: [String: Int] = [:]
    private var refusals = 0
    private var signals = 0
    /// Those that lines make or report, and how many lines are about each one.
    private var groups: Set<String> = []
    private var linesOfGroups: [String: Int] = [:]

    var isEmpty: Bool { refusals == 0 }

    /// A line that no stage takes.
    mutating func read(_ line: ImportLine) throws(CommandFailure) {
        switch line.type {
        case "account", "profile", "friends", "blacklist", "media": break
        case "group": groups.insert(try line.required("id"))
        case "members", "values", "message", "conversation":
            if let group = line.json["group"]?.identifier { linesOfGroups[group, default: 0] += 1 }
        case "signal": signals += 1
        case "left":
            if let group = line.json["group"]?.identifier { groups.insert(group) }
            refuse("left", try line.required("what"), nil, try line.required("reason"))
        default:
            throw CommandFailure(reason: "\(line.place): no type \(line.type)", exitCode: ExitCode.badData)
        }
    }

    /// Reports the lines about groups that no line makes: they are not taken.
    mutating func tellLostGroups(besides known: [String: String]) {
        for (group, lines) in linesOfGroups.sorted(by: { $0.key < $1.key })
        where !groups.contains(group) && known[group] == nil {
            refuse("group", group, nil, "no line makes this group, and \(lines) are about it")
        }
    }

    mutating func tookUpload() { taken["media.prepare", default: 0] += 1 }

    mutating func refusedUpload(_ id: String, _ reason: String) { refuse("media.prepare", id, nil, reason) }

    mutating func refused(_ call: ImportCall, _ reason: String) {
        refuse(call.operation, call.subject, call.list?.elements.first, reason)
    }

    /// A reply with a code for each element, or with none if all is done.
    mutating func take(_ result: JSONValue, of call: ImportCall) {
        var done = call.list?.elements.count ?? 1
        for one in result["results"]?.elements.map(Array.init) ?? [] {
            guard let code = one["code"]?.int64, code != 0 else { continue }
            if call.list != nil { done -= 1 }
            refuse(
                call.operation, call.subject, (one["userID"] ?? one["clientMsgId"])?.string,
                "\(code) \(one["info"]?.string ?? "")")
        }
        taken[call.operation, default: 0] += done
    }

    private mutating func refuse(_ operation: String, _ subject: String, _ element: String?, _ reason: String) {
        refusals += 1
        var json = JSONWriter()
        json.object { json in
            json.field("operation", operation)
            json.field("about", subject)
            if let element { json.field("element", element) }
            json.field("reason", reason)
        }
        say(json.text + "\n")
    }

    var summary: String {
        let lines = taken.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }
        let passed = signals > 0 ? "Signals and receipts, which nobody has written: \(signals).\n" : ""
        return lines.joined() + passed + "Not taken: \(refusals).\n"
    }
}

/// tim 40601.
private let refusedProfile: Int64 = 40_601
