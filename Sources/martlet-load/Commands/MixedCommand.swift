import Commands

extension Command {
    private static let cohorts = Flag("cohorts", "N", "Cohorts of users who talk with each other; default 50.")
    private static let size = Flag("size", "N", "Users of each cohort; default 10.")
    private static let bytes = Flag("bytes", "N", "Bytes of each message's text; default 128.")
    private static let stay = Flag("stay", "N", "How many seconds users stay on average; default 15.")
    private static let away = Flag("away", "N", "How many seconds users are away then; default 3.")
    private static let changes = Flag(
        "changes", "PERCENT", "The part of the requests that recalls, edits and reacts to messages; default 10.")
    private static let survivesLosses = Flag(
        "survives-losses", nil, "Does not count lost connections as faults, for a gateway that is restarted meanwhile.")
    private static let returnsAtEnd = Flag(
        "returns-at-end", nil,
        "In the end everybody comes again, at another node if there are several, and is told what is unread.")
    private static let journal = Flag(
        "journal", "FILE", "Writes to this file when each request was acknowledged and each connection lost.")
    private static let adminKey = Flag(
        "admin-key", "KEY", "The gateway's admin key, to create each cohort's group; without it there are no groups.")

    static let mixed = Command(
        "mixed",
        "Users come and go, write to each other and to groups, and read; --rate requests a second, default 500.",
        flags: [cohorts, size, bytes, stay, away, changes, survivesLosses, returnsAtEnd, journal, adminKey]
            + Flag.ofEveryRun
    ) { invocation in
        var run = try invocation.runOptions()
        let number = UInt32.random(in: .min ... .max)
        var options = Mixed.Options()
        options.cohorts = try invocation.integer(cohorts, in: 1...100_000) ?? options.cohorts
        options.size = try invocation.integer(size, in: 3...60) ?? options.size
        options.bytes = try invocation.integer(bytes, in: 1...5000) ?? options.bytes
        options.perSecond = try invocation.rate() ?? options.perSecond
        options.staySeconds = try invocation.integer(stay, in: 1...86_400).map(Double.init) ?? options.staySeconds
        options.awaySeconds = try invocation.integer(away, in: 1...86_400).map(Double.init) ?? options.awaySeconds
        options.changes = try invocation.integer(changes, in: 0...90) ?? 10
        options.survivesLosses = invocation.has(survivesLosses)
        options.returnsAtEnd = invocation.has(returnsAtEnd)
        if invocation[journal] != nil { options.journal = Journal() }
        run.journal = options.journal
        guard options.cohorts >= run.threads else {
            throw UsageError(reason: "--threads is more than there are cohorts")
        }
        if let key = invocation[adminKey] {
            let founding = try Founding(run.target, key)
            options.groups = try (0..<options.cohorts).map { cohort in
                try founding.group(of: (0..<options.size).map { Mixed.user(number, cohort, $0) })
            }
        }
        let measurement = try Run(run).measure { [options] in Mixed(options, run: number, $0) }
        if let file = invocation[journal], let text = options.journal?.text { try invocation.write(text, to: file) }
        return try invocation.publish(
            Report(
                name: "mixed",
                title: "\(grouped(options.cohorts)) cohorts of \(options.size), \(options.bytes) bytes, "
                    + "\(grouped(Int(options.perSecond))) requests a second for \(grouped(Int(run.timing.seconds))) s",
                parameters: [
                    ("cohorts", options.cohorts), ("size", options.size), ("bytes", options.bytes),
                    ("rate", Int(options.perSecond)), ("changes", options.changes), ("threads", run.threads),
                ],
                unit: "requests", measurement: measurement))
    }
}
