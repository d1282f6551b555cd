import Chat
import ClientProtocol
import Domain
import Settings
import Storage

extension Request {
    func explainer(
        of user: UserID
    ) throws(Refusal) -> @Sendable (any Transaction) throws(CommandError) -> PushExplanation {
        let configuration = context.configuration
        // A text that is no id names no message.
        let message = MessageNumber(try self(PushParameters.message)) ?? 0
        let cutoff = configuration.pushCutoff
        let hasProviders = !configuration.pushProviders.isEmpty
        return { transaction throws(CommandError) in
            try PushExplanation.explain(
                of: message, to: user, hasProviders: hasProviders, cutoff: cutoff, in: transaction)
        }
    }
}
