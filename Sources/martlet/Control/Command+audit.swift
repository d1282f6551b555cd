import Commands
import Glibc
import JSON
import Telemetry

extension Command {
    private static let since = Flag(
        "since", "TIME", "Only what happened then or later: 90m, 24h or 7d ago, or 2026-11-23 or 2026-11-23T08:30Z.")
    private static let until = Flag("until", "TIME", "Only what happened before then.")
    private static let actor = Flag("actor", "NAME", "Only what was done with this admin key, or by this user.")
    private static let user = Flag("user", "ID", "Only what concerns this user.")
    private static let operation = Flag("operation", "NAME", "Only this operation.")
    private static let kind = Flag("kind", "KIND", "Only entries of this kind: act, read, login or failedLogin.")

    static let controlAudit = control(
        "audit", "Lists who did what, from where: the audit log, newest first.",
        flags: [since, until, actor, user, operation, kind, .limit, .after],
        notes: """
            With --json all that match are printed, each as a line, unless --limit says how many:
              martlet ctl audit --since 30d --json > audit.jsonl

            """
    ) { invocation, gateway, printer in
        let request = try AuditRequest(invocation)
        if printer.isJSON { return try request.export(from: gateway) }
        let page = try request.page(of: gateway, limit: request.limit ?? 20, after: request.after)
        printer.show(page) { page in table(of: page) + furtherPage(page.cell("cursor")) }
    }

    private static func table(of page: JSONValue) -> String {
        var table = TextTable("TIME", "KIND", "ACTOR", "ADDRESS", "OPERATION", "USERS", "ABOUT", "RESULT")
        for entry in page.list("entries") {
            let count = entry["count"]?.int64.map { "\($0) times " } ?? ""
            let about = [entry.cell("device"), entry.cell("parameters")].filter { !["-", "{}"].contains($0) }
            let result = [entry.cell("result"), entry.cell("reason")].filter { $0 != "-" }
            table.add(
                entry.time("time"), entry.cell("kind"), entry.cell("actor"), entry.cell("address"),
                entry.cell("operation"), entry.cell("users"), about.joined(separator: " "),
                count + result.joined(separator: ": "))
        }
        return table.text
    }

    /// A question for the audit log, by the flags.
    private struct AuditRequest {
        let limit: Int?
        let after: String?
        private let since: Int?
        private let until: Int?
        private let texts: [(name: StaticString, value: String)]

        init(_ invocation: Invocation) throws {
            limit = try invocation.integer(.limit, in: 1...1_000)
            after = invocation[.after]
            since = try milliseconds(of: Command.since, invocation)
            until = try milliseconds(of: Command.until, invocation)
            let given: [(StaticString, String?)] = [
                ("actor", invocation[actor]), ("userID", invocation[user]), ("operation", invocation[operation]),
                ("kind", invocation[kind]),
            ]
            texts = given.compactMap { name, value in value.map { (name, $0) } }
        }

        func page(of gateway: ControlConnection, limit: Int, after cursor: String?) throws -> JSONValue {
            try gateway.request("admin.audit.list") { json in
                if let since { json.field("since", since) }
                if let until { json.field("until", until) }
                for (name, value) in texts { json.field(name, value) }
                if let cursor { json.field("cursor", cursor) }
                json.field("limit", limit)
            }
        }

        func export(from gateway: ControlConnection) throws {
            var (cursor, left) = (after, limit)
            repeat {
                let page = try page(of: gateway, limit: left ?? 1_000, after: cursor)
                let entries = page.list("entries")
                for entry in entries { say(entry.compactText + "\n") }
                left = left.map { $0 - entries.count }
                cursor = page["cursor"]?.string
            } while cursor != nil && left != 0
        }
    }
}

private func milliseconds(of flag: Flag, _ invocation: Invocation) throws(UsageError) -> Int? {
    guard let text = invocation[flag] else { return nil }
    guard let time = momentBefore(.now, text) ?? moment(text) else {
        throw UsageError(
            reason: "--\(flag.name) is \(text), but must be a time like 24h, 2026-11-23 or 2026-11-23T08:30Z")
    }
    return time
}

/// `90m`, `24h` or `7d`.
private func momentBefore(_ now: WallTime, _ text: String) -> Int? {
    let units: [Character: Int] = ["m": 60_000, "h": 3_600_000, "d": 86_400_000]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()), (0...1_000_000).contains(count)
    else { return nil }
    return max(0, now.milliseconds - count * unit)
}

/// In UTC, to the day, the minute or the second. Nil: it is no time, or there is no such day.
private func moment(_ text: String) -> Int? {
    let form = #/(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d))?Z)?/#
    guard let found = text.wholeMatch(of: form)?.output else { return nil }
    var date = tm()
    date.tm_year = (Int32(found.1) ?? 0) - 1_900
    date.tm_mon = (Int32(found.2) ?? 0) - 1
    date.tm_mday = Int32(found.3) ?? 0
    date.tm_hour = found.4.flatMap { Int32($0) } ?? 0
    date.tm_min = found.5.flatMap { Int32($0) } ?? 0
    date.tm_sec = found.6.flatMap { Int32($0) } ?? 0
    let milliseconds = timegm(&date) * 1_000
    // A day that there is not becomes another one.
    let isThere = WallTime(milliseconds: milliseconds).description.hasPrefix(text.prefix { $0 != "Z" })
    return milliseconds < 0 || !isThere ? nil : milliseconds
}
