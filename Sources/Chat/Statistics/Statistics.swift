import Domain
import Storage

/// Counts what happens in each hour: N numbers an hour, however much happens (docs/statistics.md).
///
/// Rare things are counted in the commit in which they happen. Messages are not, since that would be a further row for each:
/// once a second those since the last time are counted, and the position is stored with the counts. So a crash counts nothing
/// twice and leaves nothing out.
package final class Statistics {
    private let work: UnitOfWork
    /// The most sessions that the hour's row has; nil: it has not been read.
    private var peak: (hour: Milliseconds, sessions: Int)?

    private static let addition: SQL = """
        INSERT INTO statistic (hour, measure, value) VALUES ($1, $2, $3)
        ON CONFLICT (hour, measure) DO UPDATE SET value = value + $3
        """

    init(work: UnitOfWork) {
        self.work = work
    }

    func forget() { peak = nil }

    func count(_ measure: StatisticMeasure, _ number: Int = 1) throws(CommandError) {
        try add(number, to: measure, in: work.now.startOfHour)
    }

    private func add(_ number: Int, to measure: StatisticMeasure, in hour: Milliseconds) throws(CommandError) {
        try work.execute(Self.addition, [.integer(hour), .integer(measure.number), .integer(Int64(number))])
    }

    /// The user has opened a session, or sent a message. Counted once in an hour, and once in a day (UTC).
    func noteActive(_ account: Account) throws(CommandError) {
        let hour = work.now.startOfHour
        if account.activeHour == hour { return }
        var former: Milliseconds = 0
        try work.query("SELECT hour FROM activity WHERE account = $1", [.integer(account.number)]) { row in
            former = row.integer(0)
        }
        account.activeHour = hour
        // The clock may have been set back.
        guard former < hour else { return }
        try work.execute(
            "INSERT INTO activity (account, hour) VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET hour = $2",
            [.integer(account.number), .integer(hour)])
        try add(1, to: .activeUsers, in: hour)
        if former < hour.startOfDay { try add(1, to: .activeUsersOfDay, in: hour.startOfDay) }
    }

    /// Z-06: of a deleted account nobody knows when it was there. The counts stay.
    func erase(_ account: Account) throws(CommandError) {
        account.activeHour = nil
        try work.execute("DELETE FROM activity WHERE account = $1", [.integer(account.number)])
    }

    /// Once a second. Returns whether there are more messages to count.
    func sweep() throws(CommandError) -> Bool {
        try raisePeak()
        try work.execute(
            "DELETE FROM statistic WHERE hour > 0 AND hour < $1",
            [.integer(work.now - .days(work.options.statisticDays))])
        return try countMessages()
    }

    private func countMessages() throws(CommandError) -> Bool {
        var counted: Stamp = 0
        try work.query("SELECT value FROM statistic WHERE hour = 0 AND measure = 0") { row in counted = row.integer(0) }
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
        if rows == 0 { return false }
        for (hour, kind, count) in found where count > 0 {
            guard let kind = MessageKind(rawValue: kind) else { continue }
            try add(count, to: .messages(kind), in: hour)
        }
        try work.execute(
            """
            INSERT INTO statistic (hour, measure, value) VALUES (0, 0, $1)
            ON CONFLICT (hour, measure) DO UPDATE SET value = $1
            """, [.integer(last)])
        return rows == rowsPerSweep
    }

    private func raisePeak() throws(CommandError) {
        let (hour, sessions) = (work.now.startOfHour, work.options.countSessions())
        if peak?.hour != hour {
            var most: Int64 = 0
            try work.query(
                "SELECT value FROM statistic WHERE hour = $1 AND measure = $2",
                [.integer(hour), .integer(StatisticMeasure.peakSessions.number)]
            ) { row in most = row.integer(0) }
            peak = (hour, Int(most))
        }
        guard let peak, sessions > peak.sessions else { return }
        self.peak = (hour, sessions)
        try add(sessions - peak.sessions, to: .peakSessions, in: hour)
    }
}

extension Milliseconds {
    var startOfHour: Milliseconds { Milliseconds(rawValue / 3_600_000 * 3_600_000) }
    var startOfDay: Milliseconds { Milliseconds(rawValue / 86_400_000 * 86_400_000) }
}
