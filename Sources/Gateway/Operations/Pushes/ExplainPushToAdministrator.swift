import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `admin.push.explain`.
enum ExplainPushToAdministrator {
    static let entry: (Operation, Handler) = (PushOperations.explainToAdministrator, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        guard let user = UserID(try call(PushOperations.user)) else { throw Refusal(.noMessage, keys: ["userID"]) }
        let explanation = try call.explainer(of: user)
        call.read(for: session) { transaction throws(CommandError) in
            let explanation = try explanation(transaction)
            return { $0.explanation(explanation) }
        }
    }
}
