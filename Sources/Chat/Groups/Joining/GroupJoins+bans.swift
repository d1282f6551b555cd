import ClientProtocol
import Domain
import Storage

/// Y-01: users whom a group keeps out. An invitation or a request that waits is answered once the ban is over.
extension GroupJoins {
    func isBanned(_ account: Account, from group: Group) throws(CommandError) -> Bool {
        var isBanned = false
        try work.query(
            "SELECT 1 FROM group_ban WHERE id = $1 AND (until < 0 OR until > $2)",
            [.integer(PairKey.key(group.number, account.number)), .integer(work.now)]
        ) { _ in isBanned = true }
        return isBanned
    }

    /// Before these are banned: 4. Bans that are over make room.
    func requireRoom(toBan accounts: [Account], from group: Group) throws(CommandError) {
        var added = 0
        for account in accounts where try !isBanned(account, from: group) { added += 1 }
        if try countBans(from: group) + added <= mostBans { return }
        try forgetPastBans(from: group)
        if try countBans(from: group) + added > mostBans {
            throw .refused(.groupLimit, "a group bans at most \(mostBans) users", keys: ["userIDs"])
        }
    }

    /// `until`: -1: for ever. A later ban of the same user takes the place of the former.
    func ban(_ accounts: [Account], until: Milliseconds, from group: Group) throws(CommandError) {
        for account in accounts {
            try work.execute(
                """
                INSERT INTO group_ban (id, account, stamp, until) VALUES ($1, $2, $3, $4)
                ON CONFLICT (id) DO UPDATE SET stamp = $3, until = $4
                """,
                [
                    .integer(PairKey.key(group.number, account.number)), .integer(account.number),
                    .integer(try work.stamp()), .integer(until),
                ])
        }
    }

    func unban(_ account: Account, from group: Group) throws(CommandError) {
        try work.execute(
            "DELETE FROM group_ban WHERE id = $1", [.integer(PairKey.key(group.number, account.number))])
    }

    private func countBans(from group: Group) throws(CommandError) -> Int {
        let bounds = PairKey.bounds(group.number)
        var count: Int64 = 0
        try work.query(
            "SELECT count(*) FROM group_ban WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in count = row.integer(0) }
        return Int(count)
    }

    private func forgetPastBans(from group: Group) throws(CommandError) {
        let bounds = PairKey.bounds(group.number)
        try work.execute(
            "DELETE FROM group_ban WHERE id > $1 AND id <= $2 AND until BETWEEN 0 AND $3",
            [.integer(bounds.after), .integer(bounds.through), .integer(work.now)])
    }

    /// Of a group that is no more.
    func eraseBans(from group: Group) throws(CommandError) {
        let bounds = PairKey.bounds(group.number)
        try work.execute(
            "DELETE FROM group_ban WHERE id > $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
    }

    /// Of a deleted account: nobody has banned one that is made again.
    func eraseBans(of account: Account) throws(CommandError) {
        try work.execute("DELETE FROM group_ban WHERE account = $1", [.integer(account.number)])
    }
}

/// Users that a group keeps out.
private let mostBans = 10_000
