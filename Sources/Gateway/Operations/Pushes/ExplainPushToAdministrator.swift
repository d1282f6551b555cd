import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `admin.push.explain`.
enum ExplainPushToAdministrator: AdminOperation {
    static let declaration = PushOperations.explainToAdministrator

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        guard let user = UserID(try request(PushOperations.user)) else { throw Refusal(.noMessage, keys: ["userID"]) }
        let explanation = try request.explainer(of: user)
        return .read { transaction, json throws(CommandError) in
            let explanation = try explanation(transaction)
            json.explanation(explanation)
        }
    }
}
