import Chat
import ClientProtocol
import Domain
import Routing

/// `admin.session.list`.
enum ListSessionsOfUser: AdminOperation {
    static let declaration = Operation(
        "admin.session.list", "Lists a user's sessions.", roles: .admin,
        parameters: [AdminSessionParameters.user.description],
        result: [AdminSessionParameters.sessions], errors: [.noAccount, .unavailable])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = UserID(naming: try request(AdminSessionParameters.user))
        let (present, cluster) = (request.context.present, request.context.cluster)
        return .ask { chat, json throws(CommandError) in
            guard try chat.accountAdministration.accountView(user) != nil else {
                throw .refused(.noAccount, keys: ["userID"])
            }
            json.sessions(present.sessions(of: user), cluster)
        }
    }
}
