import Commands
import EventLoop
import Framing
import Gateway
import Meters
import Settings
import Transport

extension Flag {
    fileprivate static let address = Flag("address", "ADDRESS", "The address to listen on; default 127.0.0.1.")
    fileprivate static let port = Flag("port", "N", "The port; 0, the default, lets the kernel choose.")
    fileprivate static let shards = Flag("shards", "N", "The number of event loops; default 1.")
    fileprivate static let deflate = Flag("deflate", nil, "Offers permessage-deflate.")
    fileprivate static let takeover = Flag("context-takeover", nil, "With --deflate: keeps context between messages.")
    fileprivate static let certificate = Flag("certificate", "FILE", "With --key: serves TLS with this PEM chain.")
    fileprivate static let key = Flag("key", "FILE", "The certificate's private key.")
}

extension Command {
    static let echo = Command(
        "echo", "Sends every WebSocket message back unchanged, for conformance suites and measurements.",
        flags: [.address, .port, .shards, .deflate, .takeover, .certificate, .key]
    ) { invocation in
        let signals = Signals()
        let port = try invocation.integer(.port, in: 0...65_535) ?? 0
        let shards = try invocation.integer(.shards, in: 1...64) ?? 1
        guard let wanted = SocketAddress(invocation[.address] ?? "127.0.0.1", port: UInt16(port)) else {
            throw UsageError(reason: "--address must be a numeric IPv4 or IPv6 address")
        }
        DescriptorLimit.raise()
        let metrics = (0..<shards).map { _ in ShardMetrics(operations: [], closeCodes: []) }
        let node = try Node<EchoService>(
            options: echoOptions(invocation), outboxBytes: 1 << 30, metrics: metrics)
        let address = try node.start(
            at: wanted, tls: try tlsContext(invocation), backlog: 4096
        ) { _ in EchoService() }
        say("echo on \(address)\n")
        signals.serve(
            hangUp: {},
            terminate: {
                node.broadcast { $0.stop() }
                node.join()
            })
        return ExitCode.success
    }
}

/// As little in the way as can be: the suites send what no gateway would take.
private func echoOptions(_ invocation: Invocation) -> TransportOptions {
    var options = TransportOptions()
    options.frames = FrameLimits(frameBytes: 64 << 20, messageBytes: 64 << 20, fragments: 1 << 20)
    let direction = DeflateParameters.Direction(noContextTakeover: !invocation.has(.takeover), windowBits: 15)
    options.deflate = DeflatePolicy(
        isEnabled: invocation.has(.deflate), server: direction, client: direction, level: 1, threshold: 0)
    options.outboxBytes = 256 << 20
    options.pauseReadingBytes = 1 << 20
    options.controlFramesPerSecond = 1_000_000
    options.connections = 1_000_000
    options.pendingPerAddress = 1_000_000
    return options
}

private func tlsContext(_ invocation: Invocation) throws -> TLSContext? {
    switch (invocation[.certificate], invocation[.key]) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
        return try TLSContext([.init(chain: certificate, key: key)], minimum: .tls12, tickets: true)
    case (_, nil), (nil, _): throw UsageError(reason: "--certificate and --key belong together")
    }
}
