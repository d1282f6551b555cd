import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `admin.message.history`.
enum ReadHistoryForAdministrator: AdminOperation {
    static let declaration = AdminMessageOperations.history

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(MessageOperations.conversationID)
        let user = try request(AdminMessageOperations.user)
        if case .c2c = id, user == nil { throw Refusal(.messageParameters, "userID is missing", keys: ["userID"]) }
        let history = try request.history()
        return .read { transaction, json throws(CommandError) in
            json.page(try history.wholePage(of: id, with: user.flatMap(UserID.init), in: transaction))
        }
    }
}
