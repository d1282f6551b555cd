import ClientProtocol
import Domain

/// `admin.events.…`: events for backends, other than by a request of the gateway's (docs/events.md).
package enum EventOperations {
    package static let all = [read, parked, replay]

    private static let id = ValueType.pattern("^(evt_)?[0-9]{1,16}$", "an event's id, such as `evt_1700000000000000`")

    private static func event(_ name: StaticString, _ meaning: String) -> Parameter<String> {
        Parameter.string(name, bytes: 1...20, meaning).described(as: id)
    }

    package static let after = event(
        "after", "The last event that the caller has; left out: from the oldest that is kept."
    ).optional
    package static let limit = Parameter.integer("limit", in: 1...1000, standard: 100, "The most events of the page.")
    package static let types = Parameter.strings(
        "types", count: 1...32, "Only these, such as `message.created` or `group.*`."
    ).optional
    package static let read = Operation(
        "admin.events.read",
        "Reads events for backends, oldest first. Beside messages there are those of the types that an endpoint names.",
        roles: .admin, parameters: [after.description, limit.description, types.description],
        result: [
            Field("events", .list(.openObject), "As an endpoint gets them; see [events.md](events.md)."),
            Field("next", .string, "What to give as `after` for the next page."),
            Field("isFinished", .boolean, "There is no more at present."),
        ], errors: [.resyncRequired])

    package static let endpoint = Parameter.string("endpoint", bytes: 1...64, "The endpoint's name.")
    package static let parkedAfter = event("after", "The last event of the page before.").optional
    package static let parked = Operation(
        "admin.events.parked", "Lists the events that an endpoint does not take.", roles: .admin,
        parameters: [endpoint.description, parkedAfter.description, limit.description],
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
        ])

    package static let from = event("from", "The first event to deliver again.")
    package static let replay = Operation(
        "admin.events.replay",
        "Delivers everything to an endpoint once more, from an event on, in the same order and with the same ids.",
        roles: .admin, parameters: [endpoint.description, from.description], errors: [.resyncRequired])
}
