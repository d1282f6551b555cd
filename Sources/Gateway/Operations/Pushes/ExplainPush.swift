import Chat
import ClientProtocol
import Routing
import ServerAPI

/// `push.explain`.
enum ExplainPush {
    static let entry: (Operation, Handler) = (PushOperations.explain, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let explanation = try call.explainer(of: session.record.user)
        call.read(for: session) { transaction throws(CommandError) in
            let explanation = try explanation(transaction)
            return { $0.explanation(explanation) }
        }
    }
}
