import Domain
import Storage

/// What a team's conversation shows of the team; for somebody who has left as it was then. A class, since it goes with
/// every copy of a membership.
final class TeamLooks: Sendable {
    let kind: TeamKind
    let name: String
    let avatar: String

    init(_ team: Team) {
        (kind, name, avatar) = (team.kind, team.info.name, team.info.avatar)
    }

    private init(_ row: any Row) {
        guard let kind = TeamKind(rawValue: row.integer(0)) else {
            preconditionFailure("a team that somebody has left is not as it was written")
        }
        (self.kind, name, avatar) = (kind, row.text(1), row.text(2))
    }

    /// Nil of a team that was destroyed when the account was in it.
    static func find(of account: Int64, in conversation: Int64, in store: any Transaction) throws(StoreError)
        -> TeamLooks?
    {
        var found: TeamLooks?
        try store.query(
            "SELECT kind, name, avatar FROM former_member WHERE id = $1",
            [.integer(PairKey.key(account, conversation))]
        ) { row in found = TeamLooks(row) }
        return found
    }

    func save(for account: Int64, in conversation: Int64, to store: any Transaction) throws(StoreError) {
        try store.execute(
            "INSERT INTO former_member (id, kind, name, avatar) VALUES ($1, $2, $3, $4)",
            [
                .integer(PairKey.key(account, conversation)), .integer(kind.rawValue), .text(name), .text(avatar),
            ])
    }

    static func erase(
        of account: Int64, in conversation: Int64, from store: any Transaction
    ) throws(StoreError) {
        try store.execute(
            "DELETE FROM former_member WHERE id = $1", [.integer(PairKey.key(account, conversation))])
    }
}
