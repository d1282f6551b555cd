import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// `admin.session.kick`.
enum KickSessions: AdminOperation {
    static let declaration = Operation(
        "admin.session.kick",
        "Ends a user's sessions: all, or those that `session`, `device` and `platform` together describe. The devices "
            + "stay registered for pushes, and may come back.",
        roles: .admin,
        parameters: [
            AdminSessionParameters.user.description, session.description, device.description,
            AdminSessionParameters.platform.description,
            reason.description,
        ],
        result: [Field("kicked", .integer, "How many sessions end.")], errors: [.noAccount, .unavailable])

    private static let session = Parameter.string("session", bytes: 1...64, "Only this session.").optional
    private static let device = Parameter.string("device", bytes: 1...128, "Only sessions of this device.").optional
    private static let reason = Parameter.string(
        "reason", bytes: 0...256, standard: "", "A text for the sessions that end; `session.kicked` has it.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = UserID(naming: try request(AdminSessionParameters.user))
        let selection = SessionSelection(
            session: try request(session), device: try request(device),
            platform: try request(AdminSessionParameters.platform))
        let reason = try request(Self.reason)
        let present = request.context.present
        return .change { chat, json throws(CommandError) in
            guard try chat.accountAdministration.kick(selection, of: user, reason: reason) else {
                throw .refused(.noAccount, keys: ["userID"])
            }
            json.field("kicked", present.sessions(of: user).count { selection.contains($0) })
        }
    }
}
