import Commands

extension Command {
    private static let participants = Flag("participants", "N", "Users in the room; default 1000.")
    private static let enters = Flag("enters", nil, "They leave and enter, --rate a second, and nobody talks.")
    private static let bytes = Flag("bytes", "N", "Bytes of each message's text; default 128.")
    private static let adminKey = Flag("admin-key", "KEY", "The gateway's admin key, to make the room.")

    static let room = Command(
        "room",
        "Users in one live room talk in turn, --rate a second, default 50; all must get what the room tells, once and "
            + "in order.",
        flags: [participants, enters, bytes, adminKey] + Flag.ofEveryRun
    ) { invocation in
        let run = try invocation.runOptions()
        let number = UInt32.random(in: .min ... .max)
        guard let key = invocation[adminKey] else { throw UsageError(reason: "give --admin-key") }
        var options = LiveRoom.Options(
            room: "load/\(String(number, radix: 36))", enters: invocation.has(enters),
            perSecond: try invocation.rate() ?? 50)
        options.participants = try invocation.integer(participants, in: 1...1_000_000) ?? options.participants
        options.window = try invocation.integer(.window, in: 1...10_000) ?? options.window
        options.bytes = try invocation.integer(bytes, in: 1...4000) ?? options.bytes
        guard options.participants >= run.threads else {
            throw UsageError(reason: "--threads is more than there are participants")
        }
        // A user sends twice a second, and enters 30 times a minute.
        let most = Double(options.participants) * (options.enters ? 0.5 : 2)
        guard options.perSecond <= most else {
            throw UsageError(reason: "for --rate the room takes more participants: a user may not do so much")
        }
        try Founding(run.target, key).room(options.room)
        let measurement = try Run(run).measure { [options] in LiveRoom(options, run: number, $0) }
        let manner = invocation.manner(window: options.window, options.perSecond, run.timing)
        let deed = options.enters ? "leave and enter" : "talk, \(options.bytes) bytes"
        return try invocation.publish(
            Report(
                name: "room", title: "\(grouped(options.participants)) users of a live room \(deed), \(manner)",
                parameters: [
                    ("participants", options.participants), ("window", options.window), ("bytes", options.bytes),
                    ("rate", Int(options.perSecond)), ("threads", run.threads),
                ],
                unit: options.enters ? "entries" : "messages", events: "frames", measurement: measurement))
    }
}
