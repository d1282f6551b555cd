import Chat
import ClientProtocol
import Domain
import Routing
import ServerAPI

/// `admin.session.list`.
enum ListSessionsOfUser: AdminOperation {
    static let declaration = AdminSessionOperations.list

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request.knownForm(of: request(AdminSessionOperations.user))
        let directory = request.context.directory
        return .ask { chat, json throws(CommandError) in
            guard try chat.accountAdministration.accountView(user) != nil else {
                throw .refused(.noAccount, keys: ["userID"])
            }
            json.sessions(directory.sessions(of: user))
        }
    }
}
