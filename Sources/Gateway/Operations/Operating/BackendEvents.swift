import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// Events for backends: read, set aside, and delivered again.
extension OperationTable {
    @OperationList static var backendEvents: [OperationDefinition] {
        let after = EventParameters.event(
            "after", "The last event that the caller has; left out: from the oldest that is kept."
        ).optional
        let types = Parameter.strings(
            "types", count: 1...32, "Only these, such as `message.created` or `group.*`."
        ).optional
        Operation(
            "admin.events.read",
            "Reads events for backends, oldest first. Beside messages there are those of the types that an endpoint or "
                + "`events.types` names.",
            roles: .admin, parameters: [after, EventParameters.limit, types],
            result: [
                Field("events", .list(.openObject), "As an endpoint gets them; see [events.md](events.md)."),
                Field("next", .string, "What to give as `after` for the next page."),
                Field("isFinished", .boolean, "There is no more at present."),
            ], errors: [.resyncRequired]
        ).admin { request, _ throws(Refusal) in
            let after = try request.event(after, "after")
            let limit = try request(EventParameters.limit)
            let kinds = try BackendEventKind.named(request(types))
            let surroundings = request.context.configuration.eventSurroundings(request.context.media)
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
                        of: events, dropped: nil, bytes: bytesPerPage, surroundings: surroundings, in: transaction))
                body.bytes.withUnsafeBytes {
                    json.members(raw: UnsafeRawBufferPointer(rebasing: $0.dropFirst().dropLast()))
                }
                let isWhole = body.count == page.events.count
                json.field("next", eventID(isWhole ? page.through : events[body.count - 1].id))
                json.field("isFinished", isWhole && !page.isFull)
            }
        }

        let parkedAfter = EventParameters.event("after", "The last event of the page before.").optional
        Operation(
            "admin.events.parked", "Lists the events that an endpoint does not take.", roles: .admin,
            parameters: [EventParameters.endpoint, parkedAfter, EventParameters.limit],
            result: [
                Field(
                    "events",
                    .list(
                        .object([
                            Field("id", .string),
                            Field(
                                "state", .words(["parked", "setAside"]),
                                "parked: it is tried again, and its subject waits; setAside: it was given up."),
                            Field("since", .milliseconds), Field("attempts", .integer), Field("status", .integer),
                            Field("answer", .string),
                        ])),
                    "Oldest first. `status` and `answer` are the endpoint's; 0: it gave none.")
            ]
        ).admin { request, _ throws(Refusal) in
            let name = try request(EventParameters.endpoint)
            let after = try request.event(parkedAfter, "after")
            let limit = try request(EventParameters.limit)
            return .read { transaction, json throws(CommandError) in
                let parked = try stored(
                    BackendEndpoints.parked(
                        of: name, after: after ?? 0, limit: limit, isWaiting: false, in: transaction))
                json.array("events") { json in
                    for event in parked {
                        json.object { json in
                            json.field("id", eventID(event.event))
                            json.field("state", "\(event.state)")
                            json.field("since", event.since.rawValue)
                            json.field("attempts", event.attempts)
                            json.field("status", event.status)
                            json.field("answer", event.answer)
                        }
                    }
                }
            }
        }

        let from = EventParameters.event("from", "The first event to deliver again.")
        Operation(
            "admin.events.replay",
            "Delivers everything to an endpoint once more, from an event on, in the same order and with the same ids.",
            roles: .admin, parameters: [EventParameters.endpoint, from],
            errors: [.resyncRequired]
        ).admin { request, _ throws(Refusal) in
            let name = try request(EventParameters.endpoint)
            guard let from = Stamp(eventID: try request(from)) else {
                throw Refusal(.badRequest, "from is not the id of an event", keys: ["from"])
            }
            let cutoff = request.context.backendCutoff
            let kinds = request.context.configuration.events.endpoints.first { $0.name == name }?.kinds ?? []
            return .change { chat, _ throws(CommandError) in
                guard from >= cutoff, from > (try chat.backendEndpoints.lastDeleted(of: kinds)) else {
                    throw .refused(.resyncRequired, "the event is no longer kept", keys: ["from"])
                }
                guard try chat.backendEndpoints.replay(name, from: from) else {
                    throw .refused(.badRequest, "no endpoint has this name", keys: ["endpoint"])
                }
            }
        }
    }
}

/// `admin.events.…`: events for backends, other than by a request of the gateway's (docs/events.md).
private enum EventParameters {
    private static let id = ValueType.pattern("^(evt_)?[0-9]{1,16}$", "an event's id, such as `evt_1700000000000000`")

    static func event(_ name: StaticString, _ meaning: String) -> Parameter<String> {
        Parameter.string(name, bytes: 1...20, meaning).described(as: id)
    }

    static let limit = Parameter.integer("limit", in: 1...1000, standard: 100, "The most events of the page.")
    static let endpoint = Parameter.string("endpoint", bytes: 1...64, "The endpoint's name.")
}

extension BackendEventKind {
    /// The kinds that the patterns name, such as `group.*`. Without patterns: all.
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
