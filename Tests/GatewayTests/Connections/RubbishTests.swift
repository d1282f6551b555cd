import Client
import ClientProtocol
import Framing
import TestSupport
import Testing

/// Clients that send whatever comes, and a gateway that goes on serving the others.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct RubbishTests {
    @Test func `random bytes instead of a request do no harm`() throws {
        try withGateway { gateway in
            try expectUnharmed(gateway) { random in
                let channel = try Channel(Endpoint(port: gateway.port))
                try channel.write(random.bytes(upTo: 2000))
                try channel.endWriting()
                try channel.drain()
            }
        }
    }

    @Test func `random bytes instead of TLS do no harm`() throws {
        let workspace = try Workspace()
        let certificates = ["tls.certificates": "[\(try OpenSSL.certificate("first", in: workspace))]"]
        try withGateway(certificates, workspace: workspace) { gateway in
            try expectUnharmed(gateway) { random in
                let channel = try Channel(Endpoint(port: gateway.port))
                try channel.write([0x16, 0x03, 0x01] + random.bytes(upTo: 2000))
                try channel.endWriting()
                try channel.drain()
            }
        }
    }

    @Test func `random bytes instead of frames do no harm`() throws {
        try withGateway(["deflate.enabled": "true"]) { gateway in
            try expectUnharmed(gateway) { random in
                let connection = try gateway.connect { $0.deflate = DeflateOffer() }
                try connection.send(raw: random.bytes(upTo: 2000))
                try connection.channel.endWriting()
                try connection.channel.drain()
            }
        }
    }

    @Test func `random messages do no harm`() throws {
        try withGateway(["auth.failedOpensPerConnection": "1000"]) { gateway in
            try expectUnharmed(gateway) { random in
                let session = try gateway.guest()
                for _ in 0..<10 {
                    try session.connection.send(random.almostRequest())
                    guard case .text = try session.connection.receive() else {
                        throw Overdue(description: "no reply")
                    }
                }
            }
        }
    }

    /// The rubbish again and again, with a session that lives through it.
    private func expectUnharmed(_ gateway: GatewayProcess, _ rubbish: (inout SeededRandom) throws -> Void) throws {
        var random = SeededRandom()
        let session = try gateway.session("anna")
        for _ in 0..<20 { try rubbish(&random) }
        let before = try gateway.process.residentBytes
        for _ in 0..<80 { try rubbish(&random) }
        #expect(try session.devices() == ["d1"], "\(random)")
        #expect(try gateway.process.residentBytes - before < 4 << 20, "\(random)")
        try until("the connections are gone") { try gateway.metric("martlet_connections_open") <= 2 }
    }
}

extension SeededRandom {
    fileprivate mutating func bytes(upTo most: Int) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }

    /// A request with a few of its characters replaced.
    fileprivate mutating func almostRequest() -> String {
        var text = Array(#"{"id":17,"op":"session.open","data":{"token":"a.b.c","device":"d1","sdkAppId":7}}"#.utf8)
        for _ in 0..<Int.random(in: 0...4, using: &self) {
            let place = Int.random(in: 0..<text.count, using: &self)
            text[place] = UInt8.random(in: 0x20...0x7E, using: &self)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
