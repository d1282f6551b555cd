import Domain
import Storage

/// The entries of the audit log that somebody asks for.
package struct AuditFilter: Sendable {
    package var since: Milliseconds = 0
    /// Those at that moment or later are left out.
    package var until: Milliseconds = longestTime
    /// As entries have it, or the part behind the colon.
    package var actor: String?
    package var user: String?
    package var operation: String?
    package var kind: AuditEntry.Kind?

    package static let longestTime: Milliseconds = 9_007_199_254_740_991

    package init() {}

    fileprivate func matches(_ entry: AuditEntry) -> Bool {
        guard entry.time >= since, entry.time < until else { return false }
        if let kind, entry.kind != kind { return false }
        if let operation, entry.operation != operation { return false }
        guard let actor else { return true }
        return entry.actor == actor || entry.actor.drop { $0 != ":" }.dropFirst() == actor
    }

    /// Few may match of those that are looked at.
    fileprivate var isSelective: Bool { actor != nil || operation != nil || kind != nil }
}

/// Read from the store alone, on any reader's queue.
package enum AuditQueries {
    package struct Page: Sendable {
        /// The newest first.
        package var entries: [StoredAuditEntry] = []
        /// Behind which the next page begins; nil: there are no more.
        package var next: Stamp?
    }

    private static let all = StoredAuditEntry.Column.select("WHERE id < $1 AND id >= $2 ORDER BY id DESC LIMIT $3")
    private static let ofUser = Selection<StoredAuditEntry.Column>(
        """
        FROM audit_user JOIN audit ON audit.id = audit_user.audit
        WHERE audit_user.user = $4 AND audit_user.audit < $1 AND audit_user.audit >= $2
        ORDER BY audit_user.audit DESC LIMIT $3
        """)

    /// Those written before the entry `last`, as many as fit into so many bytes, one in any case. A page that looks for few among
    /// many may be empty though there is another.
    package static func page(
        _ filter: AuditFilter, before last: Stamp?, limit: Int, bytes: Int, in store: any Transaction
    ) throws(StoreError) -> Page {
        let scanned = filter.isSelective ? mostScanned : limit + 1
        // Ids are the times of writing.
        let end = min(last ?? .max, Stamp(milliseconds: filter.until + delay))
        var values: [SQLValue] = [
            .integer(end), .integer(Stamp(milliseconds: filter.since - delay)), .integer(Int64(scanned)),
        ]
        if let user = filter.user { values.append(.text(user)) }
        var (page, left, looked, seen, isFull) = (Page(), bytes, 0, end, false)
        try store.query(filter.user == nil ? all : ofUser, values) { row throws(StoreError) in
            looked += 1
            if isFull { return }
            let found = try StoredAuditEntry(row)
            if filter.matches(found.entry) {
                left -= found.weight
                isFull = page.entries.count == limit || left < 0 && !page.entries.isEmpty
                if isFull { return }
                page.entries.append(found)
            }
            seen = found.id
        }
        if isFull || looked == scanned { page.next = seen }
        return page
    }
}

private let mostScanned = 2_000

/// An entry is written a moment after what it tells of, and by another clock on a cluster. In milliseconds.
private let delay: Milliseconds = .hours(1)
