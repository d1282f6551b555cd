import ClientProtocol
import Domain
import Storage

/// Reports, read from the store alone, on any reader's queue.
package enum ReportQueries {
    package struct Page: Sendable {
        /// The newest first.
        package var reports: [ReportView] = []
        /// Behind which the next page begins; nil: there are no more.
        package var next: Stamp?
    }

    private static let one = Report.Column.select("WHERE id = $1")
    private static let all = Report.Column.select("WHERE id < $1 ORDER BY id DESC LIMIT $2")
    private static let unfinished = Report.Column.select("WHERE id < $1 AND state < 2 ORDER BY id DESC LIMIT $2")
    private static let ofAuthor = Report.Column.select("WHERE author = $3 AND id < $1 ORDER BY id DESC LIMIT $2")

    /// Nil: there is no such report, or it is no longer kept.
    package static func report(_ id: Stamp, in store: any Transaction) throws(StoreError) -> ReportView? {
        var found: Report?
        try store.query(one, [.integer(id)]) { row throws(StoreError) in found = try Report(row) }
        return try found.map { report throws(StoreError) in try ReportView(report, in: store) }
    }

    /// Those made before `last`, as many as fit into so many bytes, one in any case. A page that looks for few among many may be
    /// empty though there is another.
    package static func page(
        state: Report.State?, about user: String?, before last: Stamp?, limit: Int, bytes: Int,
        in store: any Transaction
    ) throws(StoreError) -> Page {
        let looksAt = state == nil ? limit + 1 : mostLookedAt
        var (query, values): (Selection<Report.Column>, [SQLValue]) = (
            state?.isOpen == true ? unfinished : all, [.integer(last ?? .max), .integer(Int64(looksAt))]
        )
        if let user {
            guard let id = UserID(user), let account = try Account.find(id, in: store) else { return Page() }
            query = ofAuthor
            values.append(.integer(account.number))
        }
        var (found, looked, left, seen, isFull): ([Report], Int, Int, Stamp?, Bool) = ([], 0, bytes, nil, false)
        try store.query(query, values) { row throws(StoreError) in
            looked += 1
            if isFull { return }
            let report = try Report(row)
            if state == nil || report.state == state {
                left -= report.weight
                isFull = found.count == limit || left < 0 && !found.isEmpty
                if isFull { return }
                found.append(report)
            }
            seen = report.id
        }
        var page = Page()
        for report in found { page.reports.append(try ReportView(report, in: store)) }
        if isFull || looked == looksAt { page.next = seen }
        return page
    }
}

private let mostLookedAt = 2_000
