import Chat
import ClientProtocol
import Routing
import ServerAPI

/// `push.explain`.
enum ExplainPush: UserOperation {
    static let declaration = PushOperations.explain

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let explanation = try request.explainer(of: caller.user)
        return .read { transaction, json throws(CommandError) in
            let explanation = try explanation(transaction)
            json.explanation(explanation)
        }
    }
}
