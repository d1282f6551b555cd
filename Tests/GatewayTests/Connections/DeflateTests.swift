import Client
import ClientProtocol
import Framing
import Testing

/// permessage-deflate, where it is on.
@Suite(.alone("The bytes and the limits of one process's connections.")) struct DeflateTests {
    @Test func `by default no compression is agreed on`() throws {
        try withGateway { gateway in
            let session = try gateway.session("anna") { $0.deflate = DeflateOffer() }
            #expect(session.connection.deflate == nil)
            #expect(try session.devices() == ["d1"])
        }
    }

    @Test(arguments: [false, true])
    func `messages are compressed in both directions and come out right`(takeover: Bool) throws {
        try withGateway(["deflate.enabled": "true", "deflate.contextTakeover": "\(takeover)"]) { gateway in
            let session = try gateway.session("anna") { $0.deflate = DeflateOffer() }
            let terms = try #require(session.connection.deflate)
            #expect(terms.server.noContextTakeover == !takeover && terms.client.noContextTakeover == !takeover)
            for length in [1, 100, 1_000, 60_000] {
                let text = #"{"id":\#(length),"op":"\#(String(repeating: "ab", count: length / 2))"}"#
                #expect(try session.refusal(of: text, id: UInt64(length)).number == "gw 1000")
            }
            for _ in 0..<20 { #expect(try session.devices() == ["d1"]) }
        }
    }

    @Test(arguments: [false, true])
    func `with context takeover what was said before makes messages shorter, without it nothing does`(
        takeover: Bool
    ) throws {
        let settings = [
            "deflate.enabled": "true", "deflate.contextTakeover": "\(takeover)", "deflate.thresholdBytes": "0",
        ]
        try withGateway(settings) { gateway in
            let connection = try gateway.connect { $0.deflate = DeflateOffer() }
            let sizes = try (0..<2).map { _ in
                try connection.send(#"{"id":1,"op":"session.list"}"#)
                return try connection.channel.read().count
            }
            #expect(takeover ? sizes[1] < sizes[0] / 2 : sizes[1] == sizes[0])
        }
    }

    @Test func `messages below the threshold go as they are`() throws {
        try withGateway(["deflate.enabled": "true", "deflate.thresholdBytes": "1000"]) { gateway in
            let connection = try gateway.connect { $0.deflate = DeflateOffer() }
            try connection.send(#"{"id":1,"op":"session.list"}"#)
            // The first byte of a frame: RSV1 tells a compressed message.
            let bytes = try connection.channel.read()
            #expect(bytes.first == 0x81)
        }
    }

    @Test func `messages above it go compressed`() throws {
        try withGateway(["deflate.enabled": "true", "deflate.thresholdBytes": "10"]) { gateway in
            let connection = try gateway.connect { $0.deflate = DeflateOffer() }
            try connection.send(#"{"id":1,"op":"session.list"}"#)
            let bytes = try connection.channel.read()
            #expect(bytes.first == 0xC1)
        }
    }

    @Test func `a message that is larger than allowed when it is inflated closes with 1009`() throws {
        try withGateway(["deflate.enabled": "true", "websocket.messageBytes": "65536"]) { gateway in
            let session = try gateway.session("anna") { $0.deflate = DeflateOffer() }
            let before = try gateway.process.residentBytes
            try session.connection.send(String(repeating: " ", count: 16 << 20))
            #expect(try session.closeCode() == .messageTooBig)
            #expect(try gateway.process.residentBytes - before < 4 << 20)
        }
    }

    @Test func `compressed rubbish closes with 1007`() throws {
        try withGateway(["deflate.enabled": "true"]) { gateway in
            let session = try gateway.session("anna") { $0.deflate = DeflateOffer() }
            try session.connection.send(raw: [0xC1, 0x84, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF])
            #expect(try session.closeCode() == .invalidPayload)
        }
    }

    @Test func `a compressed message where nothing was agreed on closes with 1002`() throws {
        try withGateway(["deflate.enabled": "true"]) { gateway in
            let session = try gateway.session("anna")
            try session.connection.send(raw: [0xC1, 0x81, 0, 0, 0, 0, 0])
            #expect(try session.closeCode() == .protocolError)
        }
    }

    @Test func `extensions that break the grammar are refused with 400`() throws {
        try withGateway(["deflate.enabled": "true"]) { gateway in
            let header = HTTPHeader("Sec-WebSocket-Extensions", "permessage-deflate; ;")
            let refusal = #expect(throws: ClientError.self) { try gateway.connect(headers: [header]) }
            guard case .refused(let response) = refusal else {
                Issue.record("\(String(describing: refusal))")
                return
            }
            #expect(response.status == 400)
        }
    }
}
