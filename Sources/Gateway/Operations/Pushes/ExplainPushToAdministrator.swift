import Chat
import ClientProtocol
import Domain

/// `admin.push.explain`.
enum ExplainPushToAdministrator: AdminOperation {
    static let declaration = Operation(
        "admin.push.explain", "Tells whether a message was pushed to a user, and why or why not.", roles: .admin,
        parameters: [PushParameters.user.description, PushParameters.message.description], result: PushParameters.story,
        errors: [.noMessage, .unavailable])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let explanation = try request.explainer(of: UserID(naming: try request(PushParameters.user)))
        return .read { transaction, json throws(CommandError) in
            let explanation = try explanation(transaction)
            json.explanation(explanation)
        }
    }
}
