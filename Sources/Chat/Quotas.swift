import ClientProtocol
import Domain
import Storage

/// A limit over so long a time that it has to outlive caches and restarts: what is used of it stands in the store.
enum Quota: Int64 {
    case groupsMade = 1
    case usersInvited = 2
}

/// Limits over so long a time that they outlive caches and restarts: what is used of them stands in the store.
final class Quotas {
    private let work: UnitOfWork

    init(work: UnitOfWork) {
        self.work = work
    }

    /// A use of a quota that is allowed, and not yet written.
    struct Charge {
        fileprivate let key: PairKey
        fileprivate let due: Microseconds
    }

    /// So many more of what the limit counts; nil if there is no limit. A refusal if the account has used it up.
    func charge(
        _ quota: Quota, _ count: Int, to account: Account, within limit: RateLimit?, else refusal: Refusal
    ) throws(CommandError) -> Charge? {
        guard let limit, count > 0 else { return nil }
        let key = PairKey.key(account.number, quota.rawValue)
        var due: Microseconds = 0
        try work.query("SELECT due FROM quota WHERE id = $1", [.integer(key)]) { row in due = row.integer(0) }
        guard let next = limit.next(after: due, now: work.now, count: count) else { throw .refused(refusal) }
        return Charge(key: key, due: next)
    }

    /// To be called once nothing can be refused any more.
    func pay(_ charges: Charge?...) throws(CommandError) {
        for charge in charges.compactMap(\.self) {
            try work.execute(
                "INSERT INTO quota (id, due) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET due = $2",
                [.integer(charge.key), .integer(charge.due)])
        }
    }

    /// Of a deleted account: one that is made again begins with nothing used.
    func erase(of account: Account) throws(CommandError) {
        let bounds = PairKey.bounds(account.number)
        try work.execute(
            "DELETE FROM quota WHERE id > $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
    }
}
