import ClientProtocol
import Domain
import Storage

/// A limit over so long a time that it has to outlive caches and restarts: what is used of it stands in the store.
enum Quota: Int64 {
    case groupsMade = 1
    case usersInvited = 2
}

/// Limits what a user may do in an hour and store in a day. Used quotas stand in the store, so they outlive restarts.
final class Quotas {
    let work: UnitOfWork
    /// The member at work in a group, for whom the group's rows are stored; nil: an administrator, or the gateway itself.
    private var member: Account?

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
        try work.execute("DELETE FROM usage WHERE account = $1", [.integer(account.number)])
        account.usage = nil
    }
}

/// How much a user has stored in a day. It is written each time that it has grown by a piece, so most users never have a row; a
/// crash forgets less than a piece.
struct Usage {
    /// Since 1970, in UTC.
    var day: Int64
    var bytes: Int64 = 0
    /// As the store has it.
    var storedBytes: Int64 = 0

    static let piece: Int64 = 65_536
}

/// How much users have stored in a day, whatever it is: a part that stores something for a user charges it here.
extension Quotas {
    /// The bytes that each row counts beside its texts.
    static let row: Int64 = 100

    /// Refuses what is more than the user may store in a day. Called when nothing else is left to check. `isText`: false for
    /// what the gateway keeps by itself of a request, which may go an eighth further: a user who has written as much as
    /// allowed can still recall it.
    func requireRoom(
        for bytes: Int64, of account: Account, isText: Bool = true, keys: [String]
    ) throws(CommandError) {
        let limit = work.options.bytesPerUserPerDay
        guard limit > 0 else { return }
        guard try usage(of: account).bytes + bytes <= (isText ? limit : limit + limit / 8) else {
            throw .refused(.quotaExceeded, "more than \(limit) bytes in a day", keys: keys)
        }
    }

    /// So much is stored.
    func count(_ bytes: Int64, of account: Account) throws(CommandError) {
        guard work.options.bytesPerUserPerDay > 0 else { return }
        var usage = try usage(of: account)
        usage.bytes += bytes
        if usage.bytes - usage.storedBytes >= Usage.piece {
            usage.storedBytes = usage.bytes
            try work.execute(
                """
                INSERT INTO usage (account, day, bytes) VALUES ($1, $2, $3)
                ON CONFLICT (account) DO UPDATE SET day = $2, bytes = $3
                """, [.integer(account.number), .integer(usage.day), .integer(usage.bytes)])
        }
        account.usage = usage
    }

    /// Both, where nothing is refused in between.
    func charge(_ bytes: Int64, to account: Account, keys: [String]) throws(CommandError) {
        try requireRoom(for: bytes, of: account, keys: keys)
        try count(bytes, of: account)
    }

    /// From here on the member pays for all that the command stores for the group.
    func beginCharging(by member: Account) throws(CommandError) {
        if work.isForAdministrator { return }
        try requireRoom(for: Self.row, of: member, isText: false, keys: ["groupID"])
        self.member = member
    }

    /// A row for the group, with so many bytes of texts.
    func countRow(with bytes: Int) throws(CommandError) {
        if let member { try count(Self.row + Int64(bytes), of: member) }
    }

    /// Also of one that was refused or taken back.
    func endCommand() { member = nil }

    private func usage(of account: Account) throws(CommandError) -> Usage {
        let today = work.now / millisecondsPerDay
        if let usage = account.usage, usage.day == today { return usage }
        var usage = Usage(day: today)
        try work.query("SELECT day, bytes FROM usage WHERE account = $1", [.integer(account.number)]) { row in
            guard row.integer(0) == today else { return }
            usage.bytes = row.integer(1)
            usage.storedBytes = row.integer(1)
        }
        account.usage = usage
        return usage
    }

    /// Of former days.
    func trimUsage() throws(CommandError) {
        try work.execute(
            """
            DELETE FROM usage WHERE account IN
                (SELECT account FROM usage WHERE day < $1 ORDER BY day, account LIMIT 2000)
            """,
            [.integer(work.now / millisecondsPerDay)])
    }
}

extension Draft {
    /// The bytes that its message takes in the store: its row, the texts of its sender, and what it forwards.
    var storedBytes: Int64 {
        let names = mentions?.reduce(0) { $0 + $1.utf8.count } ?? 0
        let push =
            (pushText?.utf8.count ?? 0) + (memberOption?.json.utf8.count ?? 0) + (pushPayload?.json.utf8.count ?? 0)
        let copies = merge?.copies.reduce(0) { $0 + Int($1.bytes) + Int(Quotas.row) } ?? 0
        return Quotas.row + Int64(clientID.utf8.count + body.utf8.count + push + names + copies)
    }
}
