import Commands
import Glibc

extension Command {
    private static let bound = Flag("p99", "MS", "The longest p99, from the time when a message was due; default 100.")
    private static let from = Flag("from", "N", "Messages a second at first; default 100.")
    private static let most = Flag("most", "N", "Messages a second at most; default 1,000,000.")
    private static let sessions = Flag("sessions", "N", "Sessions at most; default 10,000.")
    private static let pause = Flag("every", "SECONDS", "Each session sends a message in so many seconds; default 2.")
    private static let bytes = Flag("bytes", "N", "Bytes of each message's text; default 128.")
    private static let seconds = Flag("seconds", "N", "How long each step is measured; default 10.")
    private static let picture = Flag("picture", "FILE", "Where the picture goes; default capacity.svg.")
    private static let json = Flag("json", "FILE", "Writes the numbers to this file.")

    static let capacity = Command(
        "capacity",
        "Sessions and messages grow until p99 breaks its bound or something is refused or lost; draws the knee.",
        flags: [bound, from, most, sessions, pause, bytes, seconds, picture, json] + Flag.ofEveryTarget,
        notes: """
            It makes users called p2p-… and stores their messages: use a gateway whose data is not needed. From one machine
            some 28,000 connections reach one address of a gateway; --sources has more. A gateway with a limit per address
            must allow that many (connections.pendingPerAddress).

            """
    ) { invocation in
        let path = invocation[picture] ?? "capacity.svg"
        var capacity = Capacity(try capacityOptions(invocation), try stepOptions(invocation))
        say(CapacityStep.titles)
        capacity.find { say($0.line) }
        let report = CapacityReport(capacity)
        say(report.sentence)
        if let svg = report.picture {
            try invocation.write(svg, to: path)
            say("picture: \(absolute(path))\n")
        }
        if let file = invocation[json] { try invocation.write(report.json, to: file) }
        return report.knee == nil ? ExitCode.failure : ExitCode.success
    }

    private static func capacityOptions(_ invocation: Invocation) throws -> Capacity.Options {
        var options = Capacity.Options()
        if let bound = try invocation.integer(bound, in: 1...60_000) { options.bound = Double(bound) }
        if let from = try invocation.integer(from, in: 1...10_000_000) { options.from = Double(from) }
        if let most = try invocation.integer(most, in: 1...10_000_000) { options.most = Double(most) }
        if let pause = try invocation.integer(pause, in: 1...3_600) { options.perSession = 1 / Double(pause) }
        options.mostSessions = try invocation.integer(sessions, in: 2...1_000_000) ?? options.mostSessions
        options.bytes = try invocation.integer(bytes, in: 1...5_000) ?? options.bytes
        guard options.from <= options.most else { throw UsageError(reason: "--from is more than --most") }
        return options
    }

    private static func stepOptions(_ invocation: Invocation) throws -> RunOptions {
        let timing = Timing(warmup: 2, seconds: Double(try invocation.integer(seconds, in: 1...3_600) ?? 10), drain: 10)
        return RunOptions(
            target: try invocation.target(), timing: timing, threads: try invocation.integer(.threads, in: 1...64) ?? 1,
            serverPID: try invocation.integer(.serverPID, in: 1...4_194_304), isQuiet: true)
    }

    /// For people who look for the picture.
    private static func absolute(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }
}
