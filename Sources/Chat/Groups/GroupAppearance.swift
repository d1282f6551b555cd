import Domain
import Storage

/// A group as its conversation shows it; to former members as it was when they left. A class, since it goes with
/// every copy of a membership.
final class GroupAppearance: Sendable {
    let kind: GroupKind
    let name: String
    let avatar: String

    init(_ group: Group) {
        (kind, name, avatar) = (group.kind, group.info.name, group.info.avatar)
    }

    private init(_ row: any Row) throws(StoreError) {
        (kind, name, avatar) = (try row.choice(0), row.text(1), row.text(2))
    }

    /// Nil of a group that was destroyed when the account was in it.
    static func find(of account: AccountNumber, in conversation: ConversationNumber, in store: any Transaction)
        throws(StoreError)
        -> GroupAppearance?
    {
        var found: GroupAppearance?
        try store.query(
            "SELECT kind, name, avatar FROM former_member WHERE id = $1",
            [.integer(PairKey.key(account, conversation))]
        ) { row throws(StoreError) in found = try GroupAppearance(row) }
        return found
    }

    func save(for account: AccountNumber, in conversation: ConversationNumber, to store: any Transaction)
        throws(StoreError)
    {
        try store.execute(
            "INSERT INTO former_member (id, kind, name, avatar) VALUES ($1, $2, $3, $4)",
            [
                .integer(PairKey.key(account, conversation)), .integer(kind.rawValue), .text(name), .text(avatar),
            ])
    }

    static func erase(
        of account: AccountNumber, in conversation: ConversationNumber, from store: any Transaction
    ) throws(StoreError) {
        try store.execute(
            "DELETE FROM former_member WHERE id = $1", [.integer(PairKey.key(account, conversation))])
    }

    static func eraseAll(of account: AccountNumber, from store: any Transaction) throws(StoreError) {
        let bounds = PairKey.bounds(account)
        try store.execute(
            "DELETE FROM former_member WHERE id > $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
    }
}
