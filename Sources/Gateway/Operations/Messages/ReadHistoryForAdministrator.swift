import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.message.history`.
enum ReadHistoryForAdministrator: AdminOperation {
    static let declaration = Operation(
        "admin.message.history",
        "Reads all messages of a conversation, a page at a time: also those that its members do not see.",
        roles: .admin,
        parameters: [user.description] + ReadHistory.declaration.parameters,
        result: ReadHistory.declaration.result,
        errors: [.noTarget, .noMessage, .nimNoGroup, .unavailable], badParameter: .messageParameters)

    private static let user = Parameter.user(
        "userID", "Of a conversation between two: the one for whom `conversationID` names the other."
    ).optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(SharedParameters.conversationID)
        let user = try request(Self.user)
        if case .c2c = id, user == nil { throw Refusal(.messageParameters, "userID is missing", keys: ["userID"]) }
        let history = try request.history()
        return .read { transaction, json throws(CommandError) in
            json.page(try history.wholePage(of: id, with: user.map(UserID.init(naming:)), in: transaction))
        }
    }
}
