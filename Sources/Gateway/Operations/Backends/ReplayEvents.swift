import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `admin.events.replay`.
enum ReplayEvents: AdminOperation {
    static let declaration = EventOperations.replay

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let name = try request(EventOperations.endpoint)
        guard let from = Stamp(eventID: try request(EventOperations.from)) else {
            throw Refusal(.badRequest, "from is not the id of an event", keys: ["from"])
        }
        if from < request.context.backendCutoff {
            throw Refusal(.resyncRequired, "the event is no longer kept", keys: ["from"])
        }
        return .change { chat, _ throws(CommandError) in
            guard try chat.backendEndpoints.replay(name, from: from) else {
                throw .refused(.badRequest, "no endpoint has this name", keys: ["endpoint"])
            }
        }
    }
}
