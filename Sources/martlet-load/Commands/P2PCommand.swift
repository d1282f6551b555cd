import Commands

extension Command {
    private static let pairs = Flag("pairs", "N", "Pairs of users; default 1000.")
    private static let bytes = Flag("bytes", "N", "Bytes of each message's text; default 128.")
    private static let both = Flag("both", nil, "Both users of a pair send; without it only one does.")

    private static let lean = Flag("lean", nil, "The clients' sessions are lean.")

    static let p2p = Command(
        "p2p", "Sends messages between pairs of users; each must be delivered once and in order.",
        flags: [pairs, bytes, both, lean] + Flag.ofEveryRun
    ) { invocation in
        let run = try invocation.runOptions()
        let options = P2P.Options(
            pairs: try invocation.integer(pairs, in: 1...1_000_000) ?? 1000,
            window: try invocation.integer(.window, in: 1...10_000) ?? 4,
            bytes: try invocation.integer(bytes, in: 1...5000) ?? 128, both: invocation.has(both),
            lean: invocation.has(lean), perSecond: try invocation.rate())
        guard options.pairs >= run.threads else { throw UsageError(reason: "--threads is more than there are pairs") }
        let number = UInt32.random(in: .min ... .max)
        let measurement = try Run(run).measure { P2P(options, run: number, $0) }
        let manner = invocation.manner(window: options.window, options.perSecond, run.timing)
        return try invocation.publish(
            Report(
                name: "p2p",
                title: "\(grouped(options.pairs)) pairs, \(options.both ? "both" : "one") sending, "
                    + "\(options.lean ? "lean, " : "")\(options.bytes) bytes, \(manner)",
                parameters: [
                    ("pairs", options.pairs), ("senders", options.pairs * (options.both ? 2 : 1)),
                    ("window", options.window), ("bytes", options.bytes),
                    ("rate", options.perSecond.map { Int($0) }), ("threads", run.threads),
                ],
                unit: "messages", measurement: measurement))
    }
}
