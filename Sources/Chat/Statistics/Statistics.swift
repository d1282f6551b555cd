import Domain
import Storage

/// Counts what happens in each hour: a few numbers an hour, however much happens (docs/statistics.md).
///
/// Rare things are counted in the commit in which they happen. Messages are not, since that would be a further row for each:
/// once a second those since the last time are counted, and the position is stored with the counts. So a crash counts nothing
/// twice and leaves nothing out.
package final class Statistics {
    private let work: UnitOfWork
    /// The counts of the command so far.
    private var counts: [(hour: Milliseconds, measure: StatisticMeasure, count: Int)] = []
    /// The most sessions that the hour's row has; nil: it has not been read.
    private var peak: (hour: Milliseconds, sessions: Int)?
    /// The last message that is in the counts; nil: it has not been read.
    private var lastCounted: Stamp?

    init(work: UnitOfWork) {
        self.work = work
    }

    func forget() {
        counts = []
        peak = nil
        lastCounted = nil
    }

    func count(_ measure: StatisticMeasure, _ number: Int = 1) { add(number, to: measure, in: work.now.startOfHour) }

    private func add(_ number: Int, to measure: StatisticMeasure, in hour: Milliseconds) {
        counts.append((hour, measure, number))
    }

    /// Ends a command: what it has counted is written by one statement.
    func finish() throws(CommandError) {
        if counts.isEmpty { return }
        try work.execute(
            Self.addition(counts.count),
            counts.flatMap { [.integer($0.hour), .integer($0.measure.number), .integer(Int64($0.count))] })
        counts.removeAll(keepingCapacity: true)
    }

    private static func addition(_ rows: Int) -> SQL {
        let values = (0..<rows).map { "($\(3 * $0 + 1), $\(3 * $0 + 2), $\(3 * $0 + 3))" }.joined(separator: ", ")
        return SQL(
            composed: """
                INSERT INTO statistic (hour, measure, value) VALUES \(values)
                ON CONFLICT (hour, measure) DO UPDATE SET value = value + excluded.value
                """)
    }

    /// The user has opened a session, or sent a message. Counted once in an hour, and once in a day (UTC).
    func noteActive(_ account: Account) throws(CommandError) {
        let hour = work.now.startOfHour
        if account.activeHour == hour { return }
        var former = account.activeHour ?? 0
        if account.activeHour == nil {
            try work.query("SELECT hour FROM activity WHERE account = $1", [.integer(account.number)]) { row in
                former = row.integer(0)
            }
        }
        account.activeHour = hour
        // The clock may have been set back.
        guard former < hour else { return }
        try work.execute(
            "INSERT INTO activity (account, hour) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET hour = $2",
            [.integer(account.number), .integer(hour)])
        add(1, to: .activeUsers, in: hour)
        if former < hour.startOfDay { add(1, to: .activeUsersOfDay, in: hour.startOfDay) }
    }

    /// Z-06: of a deleted account nobody knows when it was there. The counts stay.
    func erase(_ account: Account) throws(CommandError) {
        account.activeHour = 0
        try work.execute("DELETE FROM activity WHERE account = $1", [.integer(account.number)])
    }

    /// Once a second. Returns whether there are more messages to count.
    func sweep() throws(CommandError) -> Bool {
        if peak?.hour != work.now.startOfHour { try beginHour() }
        raisePeak()
        return try countMessages()
    }

    private func countMessages() throws(CommandError) -> Bool {
        let counted = if let lastCounted { lastCounted } else { try readLastCounted() }
        var found: [(hour: Milliseconds, kind: Int64, count: Int)] = []
        var (last, rows) = (counted, 0)
        // Imported messages are those of another service.
        try work.query(
            """
            SELECT id / 3600000000 * 3600000, kind, sum(settings & $3 = 0), max(id), count(*) FROM
                (SELECT id, kind, settings FROM message WHERE id > $1 ORDER BY id LIMIT $2) GROUP BY 1, 2
            """,
            [.integer(counted), .integer(rowsPerSweep), .integer(MessageSettings.imported.rawValue)]
        ) { row in
            found.append((row.integer(0), row.integer(1), Int(row.integer(2) as Int64)))
            last = max(last, row.integer(3))
            rows += Int(row.integer(4) as Int64)
        }
        lastCounted = last
        if rows == 0 { return false }
        for (hour, kind, count) in found where count > 0 {
            guard let kind = MessageKind(rawValue: kind) else { continue }
            add(count, to: .messages(kind), in: hour)
        }
        try work.execute(
            """
            INSERT INTO statistic (hour, measure, value) VALUES (0, 0, $1)
            ON CONFLICT (hour, measure) DO UPDATE SET value = $1
            """, [.integer(last)])
        return rows == rowsPerSweep
    }

    private func readLastCounted() throws(CommandError) -> Stamp {
        var last: Stamp = 0
        try work.query("SELECT value FROM statistic WHERE hour = 0 AND measure = 0") { row in last = row.integer(0) }
        return last
    }

    /// An hour begins, or the process does.
    private func beginHour() throws(CommandError) {
        let hour = work.now.startOfHour
        try work.execute(
            "DELETE FROM statistic WHERE hour > 0 AND hour < $1",
            [.integer(work.now - .days(work.options.statisticDays))])
        var most: Int64 = 0
        try work.query(
            "SELECT value FROM statistic WHERE hour = $1 AND measure = $2",
            [.integer(hour), .integer(StatisticMeasure.peakSessions.number)]
        ) { row in most = row.integer(0) }
        peak = (hour, Int(most))
    }

    private func raisePeak() {
        let sessions = work.options.countSessions()
        guard let peak, sessions > peak.sessions else { return }
        self.peak = (peak.hour, sessions)
        add(sessions - peak.sessions, to: .peakSessions, in: peak.hour)
    }
}

extension Milliseconds {
    var startOfHour: Milliseconds { Milliseconds(rawValue / 3_600_000 * 3_600_000) }
    var startOfDay: Milliseconds { Milliseconds(rawValue / 86_400_000 * 86_400_000) }
}
