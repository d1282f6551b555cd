import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.events.read`.
enum ReadEvents: AdminOperation {
    static let declaration = Operation(
        "admin.events.read",
        "Reads events for backends, oldest first. Beside messages there are those of the types that an endpoint or "
            + "`events.types` names.",
        roles: .admin, parameters: [after.description, EventParameters.limit.description, types.description],
        result: [
            Field("events", .list(.openObject), "As an endpoint gets them; see [events.md](events.md)."),
            Field("next", .string, "What to give as `after` for the next page."),
            Field("isFinished", .boolean, "There is no more at present."),
        ], errors: [.resyncRequired])

    private static let after = EventParameters.event(
        "after", "The last event that the caller has; left out: from the oldest that is kept."
    ).optional
    private static let types = Parameter.strings(
        "types", count: 1...32, "Only these, such as `message.created` or `group.*`."
    ).optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let after = try request.event(Self.after, "after")
        let limit = try request(EventParameters.limit)
        let kinds = try BackendEventKind.named(request(types))
        let systemSender = request.context.configuration.systemSender
        let (cutoff, messageCutoff) = (request.context.backendCutoff, request.context.configuration.messageCutoff)
        return .read { transaction, json throws(CommandError) in
            let oldest = try stored(BackendEventReader.oldestPosition(for: kinds, messageCutoff, in: transaction))
            if let after, after < oldest {
                throw .refused(.resyncRequired, "the event is no longer kept", keys: ["after"])
            }
            let start = after ?? max(oldest, cutoff)
            let page = try stored(
                BackendEventReader.page(after: start, of: kinds, rows: rowsPerPage, in: transaction))
            let events = Array(page.events.prefix(limit))
            let body = try stored(
                BackendEventWriter.body(
                    of: events, dropped: nil, bytes: bytesPerPage, systemSender: systemSender, in: transaction))
            body.bytes.withUnsafeBytes {
                json.members(raw: UnsafeRawBufferPointer(rebasing: $0.dropFirst().dropLast()))
            }
            let isWhole = body.count == page.events.count
            json.field("next", eventID(isWhole ? page.through : events[body.count - 1].id))
            json.field("isFinished", isWhole && !page.isFull)
        }
    }
}

extension BackendEventKind {
    /// Those that are named, also as `group.*`; nil: all.
    static func named(_ patterns: [String]?) throws(Refusal) -> Set<BackendEventKind> {
        guard let patterns else { return Set(allCases) }
        var kinds: Set<BackendEventKind> = []
        for pattern in patterns {
            guard let matching = matching(pattern) else {
                throw Refusal(.badRequest, "there are no events of the type \(pattern)", keys: ["types"])
            }
            kinds.formUnion(matching)
        }
        return kinds
    }
}

extension Request {
    /// The stamp in an event's id.
    func event(_ parameter: Parameter<String?>, _ key: String) throws(Refusal) -> Stamp? {
        guard let id = try self(parameter) else { return nil }
        guard let stamp = Stamp(eventID: id) else {
            throw Refusal(.badRequest, "\(key) is not the id of an event", keys: [key])
        }
        return stamp
    }
}

private let rowsPerPage = 1_000
private let bytesPerPage = 256 << 10
