import Commands

extension Command {
    private static let channels = Flag("channels", "N", "Channels; default 1.")
    private static let followers = Flag("followers", "N", "Users who follow each channel; default 1000.")
    private static let connected = Flag("connected", "N", "Of these, users who are there; default all.")
    private static let existing = Flag(
        "existing", "ID",
        "A channel that is there: the users come to follow it beside those who do, and all of them are there.")
    private static let bytes = Flag("bytes", "N", "Bytes of each message's text; default 128.")
    private static let adminKey = Flag("admin-key", "KEY", "The gateway's admin key, to make the channels.")

    static let channel = Command(
        "channel",
        "One user publishes to each channel; all followers who are there must get each message once and in order.",
        flags: [channels, followers, connected, existing, bytes, adminKey] + Flag.ofEveryRun
    ) { invocation in
        let run = try invocation.runOptions()
        let number = UInt32.random(in: .min ... .max)
        let following = try invocation.integer(followers, in: 1...1_000_000) ?? 1000
        let present = try invocation.integer(connected, in: 1...following) ?? following
        let count = try invocation.integer(channels, in: 1...10_000) ?? 1
        guard count >= run.threads else { throw UsageError(reason: "--threads is more than there are channels") }
        if invocation[existing] != nil, count > 1 || present < following {
            throw UsageError(reason: "with --existing there is one channel, and all of --followers are there")
        }
        guard let key = invocation[adminKey] else { throw UsageError(reason: "give --admin-key") }
        var options = Group.Options(
            kind: .channel, members: present + 1, window: try invocation.integer(.window, in: 1...10_000) ?? 1,
            bytes: try invocation.integer(bytes, in: 1...5000) ?? 128, perSecond: try invocation.rate())
        let founding = try Founding(run.target, key)
        options.groups = try (0..<count).map { channel in
            let (users, former) = ((0...following).map { Group.user(number, channel, $0) }, invocation[existing])
            let id = former ?? "load-\(String(number, radix: 36))-\(channel)"
            try founding.channel(id, by: users[0], followers: Array(users.dropFirst()), isThere: former != nil)
            return id
        }
        let measurement = try Run(run).measure { [options] in Group(options, run: number, $0) }
        let manner = invocation.manner(window: options.window, options.perSecond, run.timing)
        return try invocation.publish(
            Report(
                name: "channel",
                title: "\(grouped(count)) channels of \(grouped(following)) followers, \(grouped(present)) there, "
                    + "\(options.bytes) bytes, \(manner)",
                parameters: [
                    ("channels", count), ("followers", following), ("connected", present),
                    ("window", options.window), ("bytes", options.bytes), ("rate", options.perSecond.map { Int($0) }),
                    ("threads", run.threads),
                ],
                unit: "messages", measurement: measurement))
    }
}
