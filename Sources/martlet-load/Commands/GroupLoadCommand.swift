import Commands

extension Command {
    private static let groups = Flag("groups", "N", "Groups; default 1.")
    private static let members = Flag("members", "N", "Members of each group, the writer included; default 1000.")
    private static let bytes = Flag("bytes", "N", "Bytes of each message's text; default 128.")
    private static let adminKey = Flag(
        "admin-key", "KEY",
        "The gateway's admin key, to create the groups; without it there is one group, called 1, which anybody "
            + "can join.")

    static let group = Command(
        "group", "One member of each group writes; all others must get each message once and in order.",
        flags: [groups, members, bytes, adminKey] + Flag.ofEveryRun
    ) { invocation in
        let run = try invocation.runOptions()
        let number = UInt32.random(in: .min ... .max)
        var options = Group.Options(
            members: try invocation.integer(members, in: 2...10_000) ?? 1000,
            window: try invocation.integer(.window, in: 1...10_000) ?? 1,
            bytes: try invocation.integer(bytes, in: 1...5000) ?? 128, perSecond: try invocation.rate())
        let count = try invocation.integer(groups, in: 1...10_000) ?? 1
        guard count >= run.threads else { throw UsageError(reason: "--threads is more than there are groups") }
        if let key = invocation[adminKey] {
            let founding = try Founding(run.target, key)
            options.groups = try (0..<count).map { group in
                try founding.group(of: (0..<options.members).map { Group.user(number, group, $0) })
            }
        }
        let measurement = try Run(run).measure { [options] in Group(options, run: number, $0) }
        let manner = invocation.manner(window: options.window, options.perSecond, run.timing)
        return try invocation.publish(
            Report(
                name: "group",
                title: "\(grouped(count)) groups of \(grouped(options.members)), \(options.bytes) bytes, \(manner)",
                parameters: [
                    ("groups", count), ("members", options.members), ("window", options.window),
                    ("bytes", options.bytes), ("rate", options.perSecond.map { Int($0) }), ("threads", run.threads),
                ],
                unit: "messages", measurement: measurement))
    }
}
