import Bytes
import TestSupport
import Testing

@testable import Client
@testable import Transport

/// A client and a session of the server, with the bytes between them on their way.
private final class Pair {
    private let client: TLSClient
    private let session: TLSSession
    private let window: TLSWindow
    private var toServer = ByteBuffer()
    private var toClient = ByteBuffer()
    private var isClientReady = false

    private var sentByClient: [UInt8] = []
    private var sentByServer: [UInt8] = []
    private var readByServer: [UInt8] = []
    private var readByClient = ByteBuffer()

    init(_ context: TLSContext, _ window: TLSWindow, _ version: TLSOptions.Version) throws {
        var options = TLSOptions(trust: .nobodyChecks)
        options.versions = version...version
        client = try TLSClient(options, host: "localhost")
        session = TLSSession(context, window: window)
        self.window = window
    }

    /// One random thing that can happen next.
    func step(_ random: inout SeededRandom) throws {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: try clientTurn(&random)
        case 1: serverTurn(&random)
        case 2 where isClientReady:
            let bytes = random.bytes(Int.random(in: 1...40_000, using: &random))
            try bytes.withUnsafeBytes { try client.write($0) }
            client.takeOutput(into: &toServer)
            sentByClient += bytes
        case 3 where session.isEstablished:
            let bytes = random.bytes(Int.random(in: 1...40_000, using: &random))
            window.clearOutput()
            #expect(bytes.withUnsafeBytes { session.encrypt($0) }, "\(random)")
            toClient.append(window.output.bytes)
            sentByServer += bytes
        default: break
        }
    }

    private func clientTurn(_ random: inout SeededRandom) throws {
        let amount = toClient.isEmpty ? 0 : Int.random(in: 1...toClient.count, using: &random)
        client.feed(UnsafeRawBufferPointer(rebasing: toClient.bytes[..<amount]))
        toClient.consume(amount)
        if !isClientReady { isClientReady = try client.shakeHands() == .done }
        if isClientReady { _ = try client.read(into: &readByClient) }
        client.takeOutput(into: &toServer)
    }

    private func serverTurn(_ random: inout SeededRandom) {
        guard !toServer.isEmpty else { return }
        let amount = Int.random(in: 1...min(toServer.count, 64 << 10), using: &random)
        window.input = UnsafeRawBufferPointer(rebasing: toServer.bytes[..<amount])
        window.clearOutput()
        let plain = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
        defer { plain.deallocate() }
        var outcome = session.decrypt(into: plain)
        while case .plaintext(let count) = outcome {
            readByServer += plain[..<count]
            outcome = session.decrypt(into: plain)
        }
        #expect(outcome == .needsMore, "\(random)")
        #expect(window.input.isEmpty, "\(random): ciphertext is left for the next connection")
        toServer.consume(amount)
        toClient.append(window.output.bytes)
    }

    /// Ends the session while the window holds what belongs to another; returns what that left and what was said.
    func end(beside foreign: UnsafeRawBufferPointer) -> (unread: Int, said: Int) {
        window.input = foreign
        window.clearOutput()
        session.end()
        return (window.input.count, window.output.count)
    }

    /// Lets everything arrive and compares.
    func settle(_ random: inout SeededRandom) throws {
        while !toServer.isEmpty || !toClient.isEmpty || !isClientReady {
            serverTurn(&random)
            try clientTurn(&random)
        }
        #expect(readByServer == sentByClient, "\(random)")
        #expect(readByClient.bytes.elementsEqual(sentByServer), "\(random)")
        #expect(!sentByClient.isEmpty && !sentByServer.isEmpty, "\(random)")
    }
}

struct TLSSessionTests {
    @Test func `sessions that share a window do not mix, however their bytes interleave`() throws {
        var random = SeededRandom()
        let context = try TestCertificate.shared.context()
        let window = TLSWindow()
        let pairs = try (0..<30).map { _ in
            try Pair(context, window, Bool.random(using: &random) ? .tls12 : .tls13)
        }
        for _ in 0..<6_000 { try pairs.randomElement(using: &random)!.step(&random) }
        for pair in pairs { try pair.settle(&random) }
    }

    /// A farewell that does not fit into the socket's buffer makes the shard come twice.
    @Test(arguments: [TLSOptions.Version.tls12, .tls13])
    func `a session says farewell once, and reads nothing for it`(version: TLSOptions.Version) throws {
        var random = SeededRandom()
        let pair = try Pair(try TestCertificate.shared.context(), TLSWindow(), version)
        for _ in 0..<300 { try pair.step(&random) }
        try pair.settle(&random)
        random.bytes(100).withUnsafeBytes { foreign in
            let first = pair.end(beside: foreign)
            #expect(first.unread == 100 && first.said > 0)
            let second = pair.end(beside: foreign)
            #expect(second.unread == 100 && second.said == 0)
        }
    }

    @Test func `rubbish fails one session and no other of the window`() throws {
        var random = SeededRandom()
        let context = try TestCertificate.shared.context()
        let window = TLSWindow()
        let good = try Pair(context, window, .tls13)
        let plain = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 1)
        defer { plain.deallocate() }
        for _ in 0..<300 {
            let bad = TLSSession(context, window: window)
            var bytes = random.bytes(Int.random(in: 11...2_000, using: &random))
            // Half of it looks like a handshake at first.
            if Bool.random(using: &random) { bytes.replaceSubrange(0..<3, with: [0x16, 3, 1]) }
            bytes.withUnsafeBytes { bytes in
                window.input = bytes
                window.clearOutput()
                switch bad.decrypt(into: plain) {
                case .failed, .needsMore: break
                case let other: Issue.record("\(random): \(other)")
                }
            }
            #expect(!bad.isEstablished)
            bad.end()
            try good.step(&random)
        }
        for _ in 0..<200 { try good.step(&random) }
        try good.settle(&random)
    }
}
