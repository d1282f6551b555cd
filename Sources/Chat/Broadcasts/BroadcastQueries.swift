import Domain
import Storage

/// The broadcasts that are still given to devices that come (B-05). `kept`: of how many of the last ones.
package struct BroadcastsInForce: Sendable {
    let kept: Int
    /// The stamp before which none is given any more.
    let cutoff: Stamp
    let now: Milliseconds

    package init(kept: Int, cutoff: Stamp, now: Milliseconds) {
        self.kept = kept
        self.cutoff = cutoff
        self.now = now
    }

    fileprivate func values(after position: Seq, for account: AccountNumber, limit: Int) -> [SQLValue] {
        [
            .integer(position), .integer(Int64(kept)), .integer(cutoff), .integer(now), .integer(account),
            .integer(Int64(limit)), .integer(Seq.stored.upperBound),
        ]
    }
}

/// Broadcasts, read from the store alone, on any reader's queue.
package enum BroadcastQueries {
    private static let byNumber = Broadcast.Column.select("WHERE id = $1")
    private static let newest = Broadcast.Column.select("WHERE id < $1 ORDER BY id DESC LIMIT $2")
    /// B-06: those from before the account was made are not for it.
    private static let areFollowing = """
        WHERE id > max($1, (SELECT coalesce(max(id), 0) FROM broadcast WHERE id < $7) - $2) AND id < $7
        AND audience = 0 AND state = 0 AND stamp >= $3 AND (expires_at = 0 OR expires_at > $4)
        AND stamp >= (SELECT created_at * 1000 FROM account WHERE id = $5) ORDER BY id LIMIT $6
        """
    private static let following = Broadcast.Column.select(areFollowing)
    private static let followingNumbers = SQL(composed: "SELECT id FROM broadcast \(areFollowing)")

    package static func broadcast(_ seq: Seq, in store: any Transaction) throws(StoreError) -> Broadcast? {
        var found: Broadcast?
        try store.query(byNumber, [.integer(seq)]) { row throws(StoreError) in found = try Broadcast(row) }
        return found
    }

    /// Retention leaves the last row alone.
    package static func lastSeq(in store: any Transaction) throws(StoreError) -> Seq {
        var seq: Seq = 0
        // A number beyond the range is damage, which must keep nobody from logging in.
        try store.query(
            "SELECT coalesce(max(id), 0) FROM broadcast WHERE id < $1", [.integer(Seq.stored.upperBound)]
        ) { row in seq = row.integer(0) }
        return seq
    }

    /// Those behind a position that the account is given, in their order.
    package static func inForce(
        _ selection: BroadcastsInForce, after position: Seq, for account: AccountNumber, limit: Int,
        in store: any Transaction
    ) throws(StoreError) -> [Broadcast] {
        var found: [Broadcast] = []
        try store.query(following, selection.values(after: position, for: account, limit: limit)) {
            row throws(StoreError) in found.append(try Broadcast(row))
        }
        return found
    }

    /// The same ones' numbers, whatever else is in their rows.
    static func numbersInForce(
        _ selection: BroadcastsInForce, after position: Seq, for account: AccountNumber, limit: Int,
        in store: any Transaction
    ) throws(StoreError) -> [Seq] {
        var found: [Seq] = []
        try store.query(followingNumbers, selection.values(after: position, for: account, limit: limit)) { row in
            found.append(row.integer(0))
        }
        return found
    }

    package struct Page: Sendable {
        package let broadcasts: [Broadcast]
        package let isFinished: Bool

        /// Of what was found, up to `limit` and about so many bytes; one in any case.
        fileprivate init(_ found: [Broadcast], limit: Int, bytes: Int) {
            var (taken, left): ([Broadcast], Int) = ([], bytes)
            for broadcast in found.prefix(limit) {
                left -= broadcast.weight
                if left < 0, !taken.isEmpty { break }
                taken.append(broadcast)
            }
            broadcasts = taken
            isFinished = taken.count == found.count
        }
    }

    package static func page(
        _ selection: BroadcastsInForce, after position: Seq, for account: AccountNumber, limit: Int, bytes: Int,
        in store: any Transaction
    ) throws(StoreError) -> Page {
        let found = try inForce(selection, after: position, for: account, limit: limit + 1, in: store)
        return Page(found, limit: limit, bytes: bytes)
    }

    /// For backends: the newest first, before that one; 0: from the newest on.
    package static func all(
        before: Seq, limit: Int, bytes: Int, in store: any Transaction
    ) throws(StoreError) -> Page {
        var found: [Broadcast] = []
        try store.query(
            newest, [.integer(before == 0 ? .max : before.rawValue), .integer(Int64(limit + 1))]
        ) { row throws(StoreError) in found.append(try Broadcast(row)) }
        return Page(found, limit: limit, bytes: bytes)
    }
}
