import ClientProtocol
import Domain
import JSON
import Storage

/// A number that is counted. The store has the numbers: one is never used again.
package enum StatisticMeasure: Hashable, Sendable {
    case activeUsers
    /// In the first hour of the day (UTC).
    case activeUsersOfDay
    case newUsers, groups, rooms, reports, peakSessions
    case pushes(PushState)
    case messages(MessageKind)

    var number: Int64 {
        switch self {
        case .activeUsers: 1
        case .activeUsersOfDay: 2
        case .newUsers: 3
        case .groups: 4
        case .rooms: 5
        case .reports: 6
        case .peakSessions: 7
        case .pushes(let state): 20 + state.rawValue
        case .messages(let kind): 100 + kind.rawValue
        }
    }
}

/// Numbers of an hour or of a day (UTC).
package struct StatisticPeriod: Sendable {
    package let start: Milliseconds
    private let isDay: Bool
    private var counts: [Int64: Int64] = [:]

    fileprivate init(start: Milliseconds, isDay: Bool) {
        (self.start, self.isDay) = (start, isDay)
    }

    fileprivate mutating func take(_ measure: Int64, _ count: Int64) {
        let isPeak = measure == StatisticMeasure.peakSessions.number
        counts[measure] = isPeak ? max(counts[measure, default: 0], count) : counts[measure, default: 0] + count
    }

    private func count(_ measure: StatisticMeasure) -> Int64 { counts[measure.number, default: 0] }

    /// Each with its name in JSON and in CSV. Users who were active in several hours of a day count once in it.
    private var plain: [(StaticString, Int64)] {
        [
            ("activeUsers", count(isDay ? .activeUsersOfDay : .activeUsers)), ("newUsers", count(.newUsers)),
            ("groups", count(.groups)), ("rooms", count(.rooms)), ("reports", count(.reports)),
            ("peakSessions", count(.peakSessions)),
        ]
    }
    private static let outcomes: [PushState] = [.accepted, .refused, .unregistered, .expired]

    private var messages: Int64 { MessageKind.allCases.reduce(0) { $0 + count(.messages($1)) } }

    package static let type = ValueType.object(
        [Field("time", .milliseconds, "When the hour or the day began, UTC.")]
            // `meanings` has each of `plain`.
            + StatisticPeriod(start: 0, isDay: false).plain.map { Field("\($0.0)", .integer, meanings["\($0.0)"]!) }
            + [
                Field("messageCount", .integer, "Messages in conversations, the gateway's notifications included."),
                Field(
                    "messages", .object(MessageKind.allCases.map { Field(optional: "\($0)", .integer) }),
                    "The same by kind; absent: none."),
                Field(
                    "pushes", .object(outcomes.map { Field(optional: "\($0)", .integer) }),
                    "Pushes by what has become of them; absent: none."),
            ], called: "StatisticPeriod")

    private static let meanings = [
        "activeUsers": "Users who have opened a session or sent a message.", "newUsers": "Accounts that were made.",
        "groups": "Groups that were made.", "rooms": "Live rooms that were made.", "reports": "Reports that were made.",
        "peakSessions": "The most sessions at a time, looked at once a second.",
    ]

    package func write(to json: inout JSONWriter) {
        json.field("time", start.rawValue)
        for (name, count) in plain { json.field(name, count) }
        json.field("messageCount", messages)
        json.object("messages") { json in
            for kind in MessageKind.allCases where count(.messages(kind)) > 0 {
                json.key(text: "\(kind)")
                json.value(count(.messages(kind)))
            }
        }
        json.object("pushes") { json in
            for state in Self.outcomes where count(.pushes(state)) > 0 {
                json.key(text: "\(state)")
                json.value(count(.pushes(state)))
            }
        }
    }

    /// The names of the columns of `line`.
    package static let head =
        (["time"] + StatisticPeriod(start: 0, isDay: false).plain.map { "\($0.0)" } + ["messages"]
        + MessageKind.allCases.map { "messages.\($0)" } + outcomes.map { "pushes.\($0)" }).joined(separator: ",")

    /// Of a file of comma-separated values. `time`: the start as text.
    package func line(_ time: String) -> String {
        let counts =
            plain.map(\.1) + [messages] + MessageKind.allCases.map { count(.messages($0)) }
            + Self.outcomes.map { count(.pushes($0)) }
        return ([time] + counts.map(String.init)).joined(separator: ",")
    }
}

/// Statistics, read from the store alone, on any reader's queue.
package enum StatisticQueries {
    /// The periods in which something was counted, the oldest first.
    package static func periods(
        since: Milliseconds, until: Milliseconds, byDay: Bool, in store: any Transaction
    ) throws(StoreError) -> [StatisticPeriod] {
        var periods: [StatisticPeriod] = []
        try store.query(
            "SELECT hour, measure, value FROM statistic WHERE hour >= $1 AND hour < $2 AND hour > 0 ORDER BY hour",
            [.integer(byDay ? since.startOfDay : since.startOfHour), .integer(until)]
        ) { row in
            if !byDay, row.integer(1) == StatisticMeasure.activeUsersOfDay.number { return }
            let hour: Milliseconds = row.integer(0)
            let start = byDay ? hour.startOfDay : hour
            if periods.last?.start != start { periods.append(StatisticPeriod(start: start, isDay: byDay)) }
            periods[periods.count - 1].take(row.integer(1), row.integer(2))
        }
        return periods
    }
}
