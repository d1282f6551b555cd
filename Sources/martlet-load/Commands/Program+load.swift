import Client
import Commands
import Glibc
import Security
import Settings

extension Program {
    static let load = Program(
        "martlet-load",
        [
            .connect, .idle, .echo, .requests, .search, .p2p, .group, .channel, .room, .mixed, .presence, .push,
            .capacity,
        ])
}

/// The flags that every scenario has.
extension Flag {
    static let url = Flag(
        "url", "URL",
        "The gateway, or a proxy before it: ws://127.0.0.1:7750, wss://chat.example.com. Given several times, clients "
            + "are dealt over the nodes of a cluster.",
        repeats: true)
    static let keyFile = Flag(
        "key-file", "FILE",
        "The gateway's key file, whose first secret signs the clients' tokens. Without it the gateway must run with "
            + "auth.testMode.")
    static let keyID = Flag("key-id", "NAME", "The name of the key to sign with.")
    static let sdkAppID = Flag("sdk-app-id", "NUMBER", "The tokens' `sdkAppId`, for a gateway that checks it.")
    static let issuer = Flag("issuer", "TEXT", "The tokens' `iss`, for a gateway that checks it.")
    static let audience = Flag("audience", "TEXT", "The tokens' `aud`, for a gateway that checks it.")
    static let seconds = Flag("seconds", "N", "How long to measure; default 10.")
    static let warmup = Flag("warmup", "N", "How long to send before measuring; default 2.")
    static let drain = Flag("drain", "N", "How long to wait at the end for messages under way; default 10.")
    static let window = Flag("window", "N", "How many requests of a sender may wait for their replies.")
    static let rate = Flag(
        "rate", "N",
        "Sends this many a second, all senders together, and measures from the time when each was due. Without "
            + "it, each reply lets the next go.")
    static let threads = Flag("threads", "N", "Threads to divide the clients among; default 1.")
    static let sources = Flag(
        "sources", "LIST",
        "Local addresses to connect from, with commas between: 127.0.0.2,127.0.0.3")
    static let stopsAtFault = Flag("stop-at-fault", nil, "Ends at the first fault, not after --seconds.")
    static let serverPID = Flag("server-pid", "N", "The gateway's process, whose CPU time and memory are measured.")
    static let authorities = Flag("ca", "FILE", "Over wss://, trusts the certificates in this PEM file.")
    static let insecure = Flag("insecure", nil, "Over wss://, trusts any certificate.")
    static let json = Flag(
        "json", "FILE", "Writes the numbers to this file, and a plot of latency over time beside it as .svg.")

    static let ofEveryTarget = [
        url, keyFile, keyID, sdkAppID, issuer, audience, authorities, insecure, threads, sources, serverPID,
    ]

    static let ofEveryRun = ofEveryTarget + [seconds, warmup, drain, window, rate, stopsAtFault, json]
}

extension Invocation {
    func target() throws -> Target {
        try Target(urls: all(.url), sources: self[.sources], trust: trust, identity: try identity())
    }

    private func identity() throws -> Identity {
        guard let path = self[.keyFile] else { return .named }
        let keys: KeySet
        do {
            keys = try KeySet(try File.readSecret(path))
        } catch {
            throw CommandFailure(reason: "the key file \(path): \(error)", exitCode: ExitCode.configuration)
        }
        guard let signer = keys.signer(id: self[.keyID]) else {
            throw CommandFailure(reason: "the key file \(path) has no such secret", exitCode: ExitCode.configuration)
        }
        var tokens = TokenIssuer(signer)
        tokens.lifetime = 86_400
        tokens.sdkAppID = try integer(.sdkAppID, in: 1...4_294_967_295)
        (tokens.issuer, tokens.audience) = (self[.issuer], self[.audience])
        return .signed(tokens)
    }

    func runOptions() throws -> RunOptions {
        let timing = Timing(
            warmup: Double(try integer(.warmup, in: 0...3600) ?? 2),
            seconds: Double(try integer(.seconds, in: 1...86_400) ?? 10),
            drain: Double(try integer(.drain, in: 0...3600) ?? 10))
        return RunOptions(
            target: try target(), timing: timing,
            threads: try integer(.threads, in: 1...64) ?? 1, serverPID: try integer(.serverPID, in: 1...4_194_304),
            stopsAtFault: has(.stopsAtFault))
    }

    private var trust: TLSOptions.Trust {
        if has(.insecure) { return .nobodyChecks }
        return self[.authorities].map { .file($0) } ?? .system
    }

    func rate() throws -> Double? {
        try integer(.rate, in: 1...100_000_000).map(Double.init)
    }

    /// `, window 4` or `, 5,000 a second in windows of 4`, and how long.
    func manner(window: Int, _ rate: Double?, _ timing: Timing) -> String {
        let pace = rate.map { "\(grouped(Int($0))) a second in windows of \(window)" } ?? "window \(window)"
        return "\(pace), \(rounded(timing.seconds, 0)) s after \(rounded(timing.warmup, 0)) s of warm-up"
    }

    /// Shows the report, writes it where it is wanted, and tells whether all went well.
    func publish(_ report: Report) throws -> Int32 {
        say(report.text)
        if let path = self[.json] {
            try write(report.json, to: path)
            let name = path.hasSuffix(".json") ? String(path.dropLast(5)) : path
            if let plot = report.plot { try write(plot.svg, to: name + ".svg") }
        }
        return report.hasPassed ? ExitCode.success : ExitCode.failure
    }

    func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "w") else {
            throw CommandFailure(
                reason: "\(path) cannot be created: \(String(cString: strerror(errno)))",
                exitCode: ExitCode.cannotCreate)
        }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else { throw CommandFailure(reason: "\(path) cannot be written") }
    }
}
