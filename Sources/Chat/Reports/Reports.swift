import ClientProtocol
import Domain
import JSON
import Storage

/// Keeps reports. Users make them, or the gateway does where it finds words in a message; operators work the queue off.
package final class Reports {
    let work: UnitOfWork
    let statistics: Statistics
    let accounts: Accounts
    let groups: Groups

    /// How many wait; nil: they have not been counted yet.
    private var open: Int?
    /// The hour in which those that are kept no longer were last removed.
    private var trimmedIn: Milliseconds?

    private static let insertion = Report.Column.insert()
    private static let change = Report.Column.update()

    init(work: UnitOfWork, statistics: Statistics, accounts: Accounts, groups: Groups) {
        self.work = work
        self.statistics = statistics
        self.accounts = accounts
        self.groups = groups
    }

    func forget() { (open, trimmedIn) = (nil, nil) }

    /// V-01: returns the report's id. While a user's report of something waits, another one of the same is the same.
    package func create(
        about subject: ReportSubject, reason: Report.Reason, text: String, by account: AccountNumber
    ) throws(CommandError) -> Stamp {
        let reporter = try accounts.caller(account)
        let (kind, number, author, room, copy) = try facts(about: subject, for: reporter)
        if let waiting = try waiting(kind, number, of: reporter) { return waiting }
        try requireRate(of: reporter)
        guard try countOpen() < work.options.reportsOpen else { throw .refused(.tooMany, "too many reports wait") }
        let report = Report(
            id: try work.stamp(), kind, by: reporter.number, about: number, author: author, room: room,
            reason: reason, text: text, copy: copy)
        try insert(report, of: reporter.number)
        return report.id
    }

    /// V-10: each message once. It has been sent in any case; if too many reports wait, this one is not made.
    package func queue(_ message: MessageView) throws(CommandError) {
        let (number, author) = (message.message.id.rawValue, message.message.sender)
        var isKnown = false
        try work.query(
            "SELECT 1 FROM report WHERE author = $1 AND id > $2 AND subject = $3 AND kind = 0 AND reporter = 0 LIMIT 1",
            [.integer(author), .integer(message.message.id.stamp), .integer(number)]
        ) { _ in isKnown = true }
        guard !isKnown, try countOpen() < work.options.reportsOpen else { return }
        let report = Report(
            id: try work.stamp(), .message, by: 0, about: number, author: author, reason: .words, text: "",
            copy: copy { $0.message(message) })
        try insert(report, of: author)
    }

    /// V-05: operators say how far it is.
    package func handle(_ id: Stamp, _ state: Report.State, note: String?, by key: String) throws(CommandError) {
        guard let found = try stored(ReportQueries.report(id, in: work.store)) else {
            throw .refused(.noReport, keys: ["reportID"])
        }
        var report = found.report
        if report.state.isOpen != state.isOpen { open = try countOpen() + (state.isOpen ? 1 : -1) }
        report.state = state
        report.note = note ?? report.note
        (report.handledBy, report.handledAt) = (key, work.now)
        try work.execute(Self.change, report.values)
        try tell(.reportUpdated, report, of: report.reporter == 0 ? report.author : report.reporter)
    }

    private func insert(_ report: Report, of account: AccountNumber) throws(CommandError) {
        open = try countOpen() + 1
        try work.execute(Self.insertion, report.values)
        statistics.count(.reports)
        try tell(.reportCreated, report, of: account)
    }

    private func tell(_ kind: BackendEventKind, _ report: Report, of account: AccountNumber) throws(CommandError) {
        try work.note(kind, of: .user(account), account: account, value: report.id.rawValue)
    }

    // MARK: - What is reported

    private typealias Facts = (Report.Kind, Int64, author: AccountNumber, room: String, copy: String)

    private func facts(about subject: ReportSubject, for reporter: Account) throws(CommandError) -> Facts {
        switch subject {
        case .message(let number):
            let reader = MessageReader(
                user: reporter.id, account: reporter.number, cutoff: work.messageCutoff, now: work.now)
            guard let view = try reader.messages(["\(number)"], in: work.store).first?.view else {
                throw .refused(.noMessage, keys: ["msgId"])
            }
            return (.message, number.rawValue, view.message.sender, "", copy { $0.message(view) })
        case .user(let id):
            guard let account = try accounts.reachableAccount(id) else {
                throw .refused(.noAccount, keys: ["userID"])
            }
            let copy = copy { json in
                json.field("nickname", account.nickname)
                json.field("faceUrl", account.faceURL)
            }
            return (.user, account.number.rawValue, account.number, "", copy)
        case .group(let id):
            let group = try groups.group(id)
            let copy = copy { json in
                json.field("name", group.info.name)
                json.field("avatar", group.info.avatar)
            }
            return (.group, group.number.rawValue, 0, "", copy)
        case .room(let id):
            let room = try RoomQueries.known(id, in: work.store)
            return (.room, room.number.rawValue, 0, id.text, copy { $0.field("title", room.info.title) })
        }
    }

    private func copy(_ members: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.beginObject()
        members(&json)
        json.endObject()
        return json.text
    }

    // MARK: - Limits

    private func waiting(
        _ kind: Report.Kind, _ subject: Int64, of reporter: Account
    ) throws(CommandError) -> Stamp? {
        var found: Stamp?
        try work.query(
            "SELECT id FROM report WHERE reporter = $1 AND kind = $2 AND subject = $3 AND state < 2 LIMIT 1",
            [.integer(reporter.number), .integer(kind.rawValue), .integer(subject)]
        ) { row in found = row.integer(0) }
        return found
    }

    /// V-03: in any hour.
    private func requireRate(of reporter: Account) throws(CommandError) {
        var count: Int64 = 0
        try work.query(
            "SELECT count(*) FROM report WHERE reporter = $1 AND id > $2",
            [.integer(reporter.number), .integer(Stamp(milliseconds: work.now - .hours(1)))]
        ) { row in count = row.integer(0) }
        guard count < work.options.reportsPerHour else {
            throw .refused(.rateLimited, "a user makes up to \(work.options.reportsPerHour) reports in an hour")
        }
    }

    private func countOpen() throws(CommandError) -> Int {
        if let open { return open }
        var count: Int64 = 0
        try work.query("SELECT count(*) FROM report WHERE state < 2") { row in count = row.integer(0) }
        open = Int(count)
        return Int(count)
    }

    // MARK: - The end of reports

    /// V-06: what has been kept for long enough goes, whether anybody saw to it or not.
    func trim() throws(CommandError) -> Bool {
        if trimmedIn == work.now.startOfHour { return false }
        let removed = try work.execute(
            "DELETE FROM report WHERE id IN (SELECT id FROM report WHERE id < $1 ORDER BY id LIMIT $2)",
            [.integer(Stamp(milliseconds: work.now - .days(work.options.reportDays))), .integer(rowsPerSweep)])
        if removed > 0 { open = nil }
        let isMore = removed == rowsPerSweep
        if !isMore { trimmedIn = work.now.startOfHour }
        return isMore
    }

    /// V-07: an erased user's words, in reports by the user and about the user. Looks at a piece of the rows behind a stamp, and
    /// returns how far; nil: there are no more.
    func erase(of account: Account, after first: Stamp, through bound: Stamp) throws(CommandError) -> Stamp? {
        var last: Stamp?
        try work.query(
            """
            SELECT max(id) FROM (
                SELECT id FROM report WHERE (reporter = $1 OR author = $1) AND id > $2 AND id <= $3
                ORDER BY id LIMIT $4)
            """, [.integer(account.number), .integer(first), .integer(bound), .integer(rowsPerPiece)]
        ) { row in last = row.optionalInteger(0) }
        guard let last else { return nil }
        let values: [SQLValue] = [.integer(account.number), .integer(first), .integer(last)]
        try work.execute("UPDATE report SET text = '' WHERE reporter = $1 AND id > $2 AND id <= $3", values)
        try work.execute("UPDATE report SET copy = '{}' WHERE author = $1 AND id > $2 AND id <= $3", values)
        return last
    }
}
