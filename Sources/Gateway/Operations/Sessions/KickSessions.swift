import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `admin.session.kick`.
enum KickSessions: AdminOperation {
    static let declaration = AdminSessionOperations.kick

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request.knownForm(of: request(AdminSessionOperations.user))
        let selection = SessionSelection(
            session: try request(AdminSessionOperations.session), device: try request(AdminSessionOperations.device),
            platform: try request(AdminSessionOperations.platform))
        let reason = try request(AdminSessionOperations.reason)
        let directory = request.context.directory
        return .change { chat, json throws(CommandError) in
            guard try chat.accountAdministration.kick(selection, of: user, reason: reason) else {
                throw .refused(.noAccount, keys: ["userID"])
            }
            json.field("kicked", directory.sessions(of: user).count { selection.contains($0) })
        }
    }
}
