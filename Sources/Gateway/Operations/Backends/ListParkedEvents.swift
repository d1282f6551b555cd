import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.events.parked`.
enum ListParkedEvents: AdminOperation {
    static let declaration = Operation(
        "admin.events.parked", "Lists the events that an endpoint does not take.", roles: .admin,
        parameters: [EventParameters.endpoint.description, parkedAfter.description, EventParameters.limit.description],
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

    private static let parkedAfter = EventParameters.event("after", "The last event of the page before.").optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
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
}
