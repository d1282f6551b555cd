import Chat
import ClientProtocol
import Domain
import JSON
import Storage
import Telemetry

/// Numbers of hours and days.
extension OperationTable {
    @OperationList static var statistics: [OperationDefinition] {
        let times = 0...Int(AuditFilter.longestTime.rawValue)
        let since = Parameter.integer(
            "since", in: times, "Only periods from this one on, in milliseconds since 1970. Left out: the last 30 days."
        ).optional
        let until = Parameter.integer("until", in: times, "Only periods that began before then.").optional
        let byDay = Parameter.flag("byDay", standard: false, "Days (UTC) instead of hours.")
        let asCSV = Parameter.flag("csv", standard: false, "`csv` instead of `periods`.")
        Operation(
            "admin.statistics",
            "Returns what was counted in each hour or day, the oldest first: up to 1,000 hours or days. Where nothing "
                + "was counted there is no period.",
            roles: .admin, parameters: [since, until, byDay, asCSV],
            result: [
                Field(optional: "periods", .list(StatisticPeriod.type), "The periods."),
                Field(optional: "csv", .string, "The same as comma-separated values, with a line for each period."),
            ], errors: [.unavailable]
        ).admin { request, _ throws(Refusal) in
            let now = request.context.configuration.now.time
            let (byDay, asCSV) = (try request(byDay), try request(asCSV))
            let first = try request(since).map { Milliseconds($0) } ?? now - .days(30)
            let longest: Milliseconds = byDay ? .days(mostPeriods) : .hours(mostPeriods)
            let last = min(try request(until).map { Milliseconds($0) } ?? now, first + longest)
            return .read { transaction, json throws(CommandError) in
                let periods = try stored(
                    StatisticQueries.periods(since: first, until: last, byDay: byDay, in: transaction))
                guard asCSV else {
                    return json.array("periods") { json in
                        for period in periods { json.object { period.write(to: &$0) } }
                    }
                }
                let lines = periods.map { $0.line(WallTime(milliseconds: Int($0.start.rawValue)).description) }
                json.field("csv", ([StatisticPeriod.head] + lines).map { $0 + "\n" }.joined())
            }
        }
    }
}

private let mostPeriods = 1_000
