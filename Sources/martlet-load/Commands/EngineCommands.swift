import Commands

extension Flag {
    fileprivate static let connections = Flag("connections", "N", "Clients.")
    fileprivate static let bytes = Flag("bytes", "N", "Bytes of each message; default 128.")
    fileprivate static let withoutSessions = Flag(
        "without-sessions", nil, "Opens connections without sessions, as for `martlet echo`.")
}

extension Command {
    static let connect = Command(
        "connect",
        "Clients connect, open a session and leave, again and again; --window clients at a time, default 64.",
        flags: [.withoutSessions] + Flag.ofEveryRun
    ) { invocation in
        let run = try invocation.runOptions()
        let options = Connects.Options(
            withSessions: !invocation.has(.withoutSessions),
            window: try invocation.integer(.window, in: 1...10_000) ?? 64, perSecond: try invocation.rate())
        guard options.window >= run.threads else { throw UsageError(reason: "--threads is more than --window") }
        let measurement = try Run(run).measure { Connects(options, $0) }
        let unit = options.withSessions ? "sessions" : "handshakes"
        return try invocation.publish(
            Report(
                name: "connect",
                title: "\(unit)\(run.target.manner), "
                    + invocation.manner(window: options.window, options.perSecond, run.timing),
                parameters: [
                    ("window", options.window), ("sessions", options.withSessions ? 1 : 0),
                    ("tls", run.target.trust == nil ? 0 : 1), ("rate", options.perSecond.map { Int($0) }),
                    ("threads", run.threads),
                ],
                unit: unit, measurement: measurement))
    }

    static let idle = Command(
        "idle",
        "Clients connect, are silent for --seconds, and answer at the end; --connections clients, default 10,000.",
        flags: [.connections, .withoutSessions] + Flag.ofEveryRun
    ) { invocation in
        let run = try invocation.runOptions()
        let options = Idle.Options(
            connections: try invocation.integer(.connections, in: 1...1_000_000) ?? 10_000,
            withSessions: !invocation.has(.withoutSessions))
        let measurement = try Run(run).measure { Idle(options, $0) }
        return try invocation.publish(
            Report(
                name: "idle",
                title: "\(grouped(options.connections)) silent "
                    + (options.withSessions ? "sessions" : "connections") + run.target.manner,
                parameters: [
                    ("connections", options.connections), ("sessions", options.withSessions ? 1 : 0),
                    ("tls", run.target.trust == nil ? 0 : 1), ("threads", run.threads),
                ],
                unit: "answers", measurement: measurement))
    }

    static let echo = Command(
        "echo", "Against `martlet echo`: every message must come back unchanged and in order.",
        flags: [.connections, .bytes] + Flag.ofEveryRun
    ) { invocation in
        let run = try invocation.runOptions()
        let options = EchoLoad.Options(
            connections: try invocation.integer(.connections, in: 1...1_000_000) ?? 64,
            window: try invocation.integer(.window, in: 1...10_000) ?? 1,
            bytes: try invocation.integer(.bytes, in: EchoLoad.bytes) ?? 128, perSecond: try invocation.rate())
        guard options.connections >= run.threads else {
            throw UsageError(reason: "--threads is more than --connections")
        }
        let measurement = try Run(run).measure { EchoLoad(options, $0) }
        let manner = invocation.manner(window: options.window, options.perSecond, run.timing)
        return try invocation.publish(
            Report(
                name: "echo",
                title: "\(grouped(options.connections)) clients, \(options.bytes) bytes\(run.target.manner), \(manner)",
                parameters: [
                    ("connections", options.connections), ("window", options.window), ("bytes", options.bytes),
                    ("rate", options.perSecond.map { Int($0) }), ("threads", run.threads),
                ],
                unit: "round trips", measurement: measurement))
    }
}

extension Target {
    fileprivate var manner: String { trust == nil ? "" : " over TLS" }
}
