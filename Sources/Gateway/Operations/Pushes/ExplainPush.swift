import Chat
import ClientProtocol
import Routing

/// `push.explain`.
enum ExplainPush: UserOperation {
    static let declaration = Operation(
        "push.explain", "Tells whether a message was pushed to the caller, and why or why not.", roles: .user,
        parameters: [PushParameters.message.description], result: PushParameters.story,
        errors: [.noMessage, .unavailable])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let explanation = try request.explainer(of: caller.user)
        return .read { transaction, json throws(CommandError) in
            let explanation = try explanation(transaction)
            json.explanation(explanation)
        }
    }
}
