import Chat
import ClientProtocol
import Domain
import Settings

/// `admin.events.replay`.
enum ReplayEvents: AdminOperation {
    static let declaration = Operation(
        "admin.events.replay",
        "Delivers everything to an endpoint once more, from an event on, in the same order and with the same ids.",
        roles: .admin, parameters: [EventParameters.endpoint.description, from.description], errors: [.resyncRequired])

    private static let from = EventParameters.event("from", "The first event to deliver again.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let name = try request(EventParameters.endpoint)
        guard let from = Stamp(eventID: try request(Self.from)) else {
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
