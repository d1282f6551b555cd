import Chat
import ClientProtocol
import Domain
import JSON
import Storage

/// At a node of a cluster, a question is asked of a state that is made for it alone: what the node's store has when it is
/// asked, by the cluster's time.
extension GatewayContext {
    func state(for transaction: any Transaction) throws(StoreError) -> ChatState {
        let chat = try ChatState(chatOptions, store: transaction) { [store, configuration] in
            Stamp(milliseconds: store.now(configuration))
        }
        chat.work.begin(in: transaction)
        return chat
    }
}

extension ChatState {
    /// Throws `reading` where something would change or be told, which is the leader's.
    func answer(_ question: StateWork, _ json: inout JSONWriter) throws(CommandError) {
        try question(self, &json)
        try finish()
        if work.effects.isEmpty { return }
        throw .store(StoreError(.reading, "the answer would tell others something"))
    }
}
