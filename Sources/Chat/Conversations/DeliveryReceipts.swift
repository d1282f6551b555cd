import ClientProtocol
import Domain
import Storage

/// D-01: up to where a conversation between two has come to a device of the other.
package final class DeliveryReceipts {
    private let work: UnitOfWork
    private let accounts: Accounts
    private let conversations: Conversations
    private let memberships: Memberships
    /// The positions that devices have confirmed since the last sweep: a burst costs one row and one event. They are lost in a
    /// crash, and the device's next position says as much.
    private var confirmed: [PairKey: Seq] = [:]

    init(work: UnitOfWork, accounts: Accounts, conversations: Conversations, memberships: Memberships) {
        self.work = work
        self.accounts = accounts
        self.conversations = conversations
        self.memberships = memberships
    }

    /// A device of the account has everything up to there.
    func note(_ seq: Seq, in edit: MembershipEdit) {
        guard work.options.hasDeliveryReceipts, let peer = edit.conversation.peer(of: edit.account.number),
            peer != edit.account.number
        else { return }
        let key = PairKey.key(edit.account.number, edit.conversation.number)
        confirmed[key] = max(confirmed[key] ?? 0, seq)
    }

    /// Once a second. Returns whether there is more.
    func sweep() throws(CommandError) -> Bool {
        for (key, seq) in confirmed.prefix(mostAtOnce) {
            confirmed[key] = nil
            let account = try accounts.account(PairKey.first(key))
            let conversation = try conversations.conversation(PairKey.second(key))
            try deliver(seq, to: account, in: conversation)
        }
        return !confirmed.isEmpty
    }

    private func deliver(_ seq: Seq, to account: Account, in conversation: Conversation) throws(CommandError) {
        guard account.state != .deleted, let number = conversation.peer(of: account.number),
            try stored(Self.seq(of: account.number, in: conversation.number, in: work.store)) < seq
        else { return }
        let peer = try accounts.account(number)
        // a blocked user sees nothing of it, and neither does a user who has blocked the other.
        guard peer.state != .deleted,
            try !memberships.relationship(of: account, towards: peer, in: conversation).isBlocked,
            try !memberships.relationship(of: peer, towards: account, in: conversation).isBlocked
        else { return }
        try work.execute(
            "INSERT INTO delivered (id, seq) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seq = $2",
            [.integer(PairKey.key(account.number, conversation.number)), .integer(seq)])
        work.emit(ReceiptDelivered(conversation: .c2c(account.id), seq: seq), to: peer)
    }

    /// After a rollback nothing in memory is sure.
    func forget() { confirmed = [:] }
}

/// The rows. Where `messages.deliveryReceipts` was never on there are none.
extension DeliveryReceipts {
    static func seq(
        of account: AccountNumber, in conversation: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> Seq {
        var seq: Seq = 0
        try store.query("SELECT seq FROM delivered WHERE id = $1", [.integer(PairKey.key(account, conversation))]) {
            row in seq = row.integer(0)
        }
        return seq
    }

    /// Of a deleted account.
    static func erase(of account: AccountNumber, from store: any Transaction) throws(StoreError) {
        let bounds = PairKey.bounds(account)
        try store.execute(
            "DELETE FROM delivered WHERE id > $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
    }
}

private let mostAtOnce = 500
