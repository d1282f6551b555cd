import Bytes
import Client
import Framing
import Meters
import TestSupport
import Testing

@testable import Transport

struct TLSServingTests {
    @Test func `many clients of both versions shake hands and echo at the same time`() throws {
        let server = try TestServer(shards: 2, tls: try TestCertificate.shared.context())
        var random = SeededRandom()
        let failures = Log<String>()
        let threads = (0..<8).map { _ in
            let seed = random.next()
            return Thread.start(name: "client") {
                var random = SeededRandom(seed: seed)
                for _ in 0..<6 {
                    do { try Self.converse(server, &random) } catch { failures.add("\(error)") }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(failures.entries == [], "\(random)")
        #expect(server.total { $0.tlsHandshakes[.ok].value } == 48)
        try server.expectNothingLeft()
    }

    private static func converse(_ server: TestServer, _ random: inout SeededRandom) throws {
        var options = ClientConnection.Options()
        options.channel = server.channelOptions
        let version: TLSOptions.Version = Bool.random(using: &random) ? .tls12 : .tls13
        options.channel.tls.versions = version...version
        let client = try ClientConnection(server.endpoint, options)
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let bytes = random.bytes(Int.random(in: 0...100_000, using: &random))
            try client.send(binary: bytes)
            let echo = try client.receive()
            if echo != .binary(bytes) { throw Overdue(description: "another echo") }
        }
        if Bool.random(using: &random) { client.channel.resetAtEnd() }
    }

    @Test(arguments: [TLSOptions.Version.tls12, .tls13])
    func `a ticket shortens the next handshake, also after a reload`(version: TLSOptions.Version) throws {
        let first = try TestCertificate.shared.context()
        let renewal = try TestCertificate()
        let server = try TestServer(tls: first)
        var options = server.channelOptions
        options.tls.versions = version...version
        var isResumed: [Bool] = []
        for attempt in 0..<3 {
            if attempt == 2 {
                let renewed = try TLSContext(
                    [renewal.files], minimum: .tls12, tickets: true, predecessor: first)
                try server.inShard { $0.shard.useTLS(renewed) }
            }
            let http = try HTTPConnection(server.endpoint, options)
            #expect(try http.request(.get, "/").text == "hello")
            isResumed.append(http.channel.agreement?.isResumed == true)
            options.tls.ticket = http.channel.ticket
            // A session that ends without a farewell is not resumed (RFC 2246 §7.2.1, and still OpenSSL's way).
            try http.channel.endWriting()
        }
        #expect(isResumed == [false, true, true])
    }

    @Test func `an older version than the minimum is refused with an alert`() throws {
        let server = try TestServer(tls: try TestCertificate.shared.context(minimum: .tls13))
        var options = server.channelOptions
        options.tls.versions = .tls12 ... .tls12
        #expect { try Channel(server.endpoint, options) } throws: { error in
            guard case ClientError.tls(let reason) = error else { return false }
            return reason.contains("protocol version")
        }
        try server.expectNothingLeft()
        #expect(server.total { $0.tlsHandshakes[.failed].value } == 1)
    }

    @Test(arguments: [
        Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8), [UInt8](repeating: 0, count: 100), [0x16, 9, 9, 9, 9, 9],
    ])
    func `what is not TLS is ended without a word and counted`(rubbish: [UInt8]) throws {
        let server = try TestServer(tls: try TestCertificate.shared.context())
        let channel = try Channel(Endpoint(port: server.endpoint.port), server.channelOptions)
        try channel.write(rubbish)
        while try channel.fill(by: .after(.seconds(10)), waitingFor: "its end") {}
        #expect(channel.input.count == 0, "there is no version to write an alert in")
        try server.expectNothingLeft()
        #expect(server.total { $0.tlsHandshakes[.failed].value } == 1)
    }

    @Test func `half a handshake is gone by its deadline and counted as late`() throws {
        let server = try TestServer(tls: try TestCertificate.shared.context()) { $0.tlsTimeout = 300 }
        let silent = try (0..<20).map { _ in try Channel(Endpoint(port: server.endpoint.port), server.channelOptions) }
        for (number, channel) in silent.enumerated() where number % 2 == 0 {
            try channel.write([0x16, 3, 1, 1, 0, 1, 0])
        }
        for channel in silent { #expect(try !channel.fill(by: .after(.seconds(10)), waitingFor: "its end")) }
        try server.expectNothingLeft()
        #expect(server.total { $0.tlsHandshakes[.timeout].value } == 20)
        #expect(server.total { $0.tlsHandshakes[.failed].value } == 0)
    }

    @Test func `a client that begins a second handshake is told that there is none, and ended`() throws {
        let server = try TestServer(tls: try TestCertificate.shared.context())
        let channel = try Channel(Endpoint(port: server.endpoint.port), server.channelOptions)
        let client = RenegotiatingClient()
        try channel.write(client.shakeHands())
        while !client.isEstablished {
            let bytes = try channel.read()
            try #require(!bytes.isEmpty, "the server has ended the handshake")
            try channel.write(client.shakeHands(bytes))
        }
        try channel.write(client.shakeHandsAgain())
        // One record, an alert (RFC 5246 §6.2.1), which the client does not even look at.
        let warning = try channel.read()
        #expect(warning.first == 21)
        let rest = try channel.read()
        #expect(rest.isEmpty)
        try server.expectNothingLeft()
        #expect(server.total { $0.tlsHandshakes[.ok].value } == 1)
    }

    @Test func `who takes nothing of what TLS itself answers is given up, also while it is being closed`() throws {
        let server = try TestServer { $0.closeTimeout = 60_000 }
        let (client, id) = try server.connect(receiveBuffer: 4_096)
        try server.fillOutbox(of: id)
        try server.with(id) { service, connection in service.shard.close(connection, code: .normal) }
        try until("its end") {
            try server.inShard { service -> Bool in
                guard let connection = service.shard.connection(id) else { return true }
                let window = service.shard.window
                let answer = [UInt8](repeating: 0, count: 16 << 10)
                window.clearOutput()
                answer.withUnsafeBytes { window.output.append($0) }
                service.shard.sendCiphertext(connection)
                return false
            }
        }
        #expect(server.total(\.slowConsumers.value) == 1)
        try server.expectNothingLeft()
        withExtendedLifetime(client) {}
    }

    @Test func `a peer that leaves during the handshake is counted as failed`() throws {
        let server = try TestServer(tls: try TestCertificate.shared.context())
        do {
            let channel = try Channel(Endpoint(port: server.endpoint.port), server.channelOptions)
            try channel.write([0x16, 3, 1, 1, 0])
            try until("its accept") { server.total(\.connectionsOpen.value) == 1 }
        }
        try server.expectNothingLeft()
        #expect(server.total { $0.tlsHandshakes[.failed].value } == 1)
    }
}
