import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `admin.events.parked`.
enum ListParkedEvents: AdminOperation {
    static let declaration = EventOperations.parked

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let name = try request(EventOperations.endpoint)
        let after = try request.event(EventOperations.parkedAfter, "after")
        let limit = try request(EventOperations.limit)
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
