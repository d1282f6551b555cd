import Bytes
import Framing
import Testing

@Suite struct HTTPRefusalTests {
    @Test(arguments: [
        ("", HTTPRefusal.malformedRequestLine), ("\r\n", .malformedRequestLine), ("GET", .malformedRequestLine),
        ("GET /", .malformedRequestLine), ("GET HTTP/1.1", .malformedRequestLine),
        (" / HTTP/1.1", .malformedRequestLine),
        ("G(T / HTTP/1.1", .malformedRequestLine), ("GET\t/\tHTTP/1.1", .malformedRequestLine),
        ("GET / HTTP/1.1 ", .malformedRequestLine), ("GET / http/1.1", .malformedRequestLine),
        ("GET / HTTP/1.10", .malformedRequestLine), ("GET / HTTP/1", .malformedRequestLine),
        ("GET / HTTP/1,1", .malformedRequestLine), ("GET / XHTTP/1.1", .malformedRequestLine),
        ("GET / HTTP/1.2", .unsupportedVersion), ("GET / HTTP/2.0", .unsupportedVersion),
        ("GET / HTTP/0.9", .unsupportedVersion), ("PRI * HTTP/2.0", .unsupportedVersion),
        ("BREW / HTTP/1.1", .unknownMethod), ("get / HTTP/1.1", .unknownMethod), ("query / HTTP/1.1", .unknownMethod),
        ("CONNECT a:80 HTTP/1.1", .unknownMethod),
        ("GET  / HTTP/1.1", .malformedTarget), ("GET  HTTP/1.1", .malformedTarget),
        ("GET a HTTP/1.1", .malformedTarget),
        ("GET * HTTP/1.1", .malformedTarget), ("OPTIONS *x HTTP/1.1", .malformedTarget),
        ("GET /a b HTTP/1.1", .malformedTarget), ("GET /#a HTTP/1.1", .malformedTarget),
        ("GET /% HTTP/1.1", .malformedTarget), ("GET /%4 HTTP/1.1", .malformedTarget),
        ("GET /%4x HTTP/1.1", .malformedTarget), ("GET /\u{e9} HTTP/1.1", .malformedTarget),
        ("GET /\"< HTTP/1.1", .malformedTarget), ("GET /a\tb HTTP/1.1", .malformedTarget),
        ("GET /a\\b HTTP/1.1", .malformedTarget), ("GET ftp://a/ HTTP/1.1", .malformedTarget),
        ("GET http:/a/ HTTP/1.1", .malformedTarget), ("GET http://a/{ HTTP/1.1", .malformedTarget),
        ("GET http://u@a/ HTTP/1.1", .hostDiffersFromTarget), ("GET http:/// HTTP/1.1", .hostDiffersFromTarget),
        ("GET http://b/ HTTP/1.1", .hostDiffersFromTarget), ("GET http://a:81/ HTTP/1.1", .hostDiffersFromTarget),
    ])
    func `a request line that is not exactly one is refused`(line: String, refusal: HTTPRefusal) {
        #expect(readUnderEverySplit(head(line, "Host: a")) == [.refused(refusal)])
    }

    @Test(arguments: [
        (" X: y", HTTPRefusal.foldedHeader), ("X: y\r\n z", .foldedHeader), ("\tX: y", .foldedHeader),
        (" ", .foldedHeader),
        ("X : y", .malformedHeader), ("X\t: y", .malformedHeader), (": y", .malformedHeader), ("X", .malformedHeader),
        ("X Y: z", .malformedHeader), ("X(: z", .malformedHeader), ("\u{e9}: z", .malformedHeader),
        ("X@: z", .malformedHeader),
        ("X: y\nZ: a", .bareLineFeed), ("X: y\n", .bareLineFeed), ("X: y\rZ: a", .bareCarriageReturn),
        ("X: y\r", .bareCarriageReturn), ("X: \0", .controlCharacter), ("X\u{1}: y", .controlCharacter),
        ("X: \u{b}y", .controlCharacter), ("X: \u{7f}", .controlCharacter),
    ])
    func `a header line that readers take differently is refused`(line: String, refusal: HTTPRefusal) {
        #expect(readUnderEverySplit(head("GET / HTTP/1.1", "Host: a", line)) == [.refused(refusal)])
        #expect(readUnderEverySplit(head("GET / HTTP/1.1", line, "Host: a")) == [.refused(refusal)])
    }

    @Test func `bytes of another protocol are refused at the first control character`() {
        #expect(read([[0x16, 3, 1]]) == [.refused(.controlCharacter)])
        #expect(read([Array("GET /\n".utf8)[...]]) == [.refused(.bareLineFeed)])
    }

    @Test(arguments: [
        ("X: y", HTTPRefusal.missingHost), ("Host: a\r\nHost: a", .severalHosts), ("Host: a\r\nhost: b", .severalHosts),
        ("Host:", .malformedHost), ("Host: a b", .malformedHost), ("Host: a, b", .malformedHost),
        ("Host: a:b", .malformedHost), ("Host: a:65536", .malformedHost), ("Host: a:-1", .malformedHost),
        ("Host: u@a", .malformedHost), ("Host: a/b", .malformedHost), ("Host: http://a", .malformedHost),
        ("Host: [::1", .malformedHost), ("Host: [1]", .malformedHost), ("Host: [::1]a", .malformedHost),
        ("Host: ::1", .malformedHost), ("Host: :80", .malformedHost), ("Host: a%2", .malformedHost),
    ])
    func `a request has exactly one host`(line: String, refusal: HTTPRefusal) {
        #expect(readUnderEverySplit(head("GET / HTTP/1.1", line)) == [.refused(refusal)])
    }

    @Test(arguments: [
        ("Content-Length: 5\r\nTransfer-Encoding: chunked", HTTPRefusal.lengthWithTransferEncoding),
        ("Transfer-Encoding: chunked\r\nContent-Length: 0", .lengthWithTransferEncoding),
        ("Transfer-Encoding: identity\r\nContent-Length: 5", .lengthWithTransferEncoding),
        ("Content-Length:", .malformedContentLength), ("Content-Length: +5", .malformedContentLength),
        ("Content-Length: -5", .malformedContentLength), ("Content-Length: 5, 5", .malformedContentLength),
        ("Content-Length: 5\r\nContent-Length: 5", .malformedContentLength),
        ("Content-Length: 5\r\ncontent-length: 6", .malformedContentLength),
        ("Content-Length: 0x5", .malformedContentLength), ("Content-Length: 5 5", .malformedContentLength),
        ("Content-Length: 5.0", .malformedContentLength), ("Content-Length: \u{ff15}", .malformedContentLength),
        ("Content-Length: \"5\"", .malformedContentLength),
        ("Transfer-Encoding:", .malformedTransferEncoding), ("Transfer-Encoding: identity", .malformedTransferEncoding),
        ("Transfer-Encoding: xchunked", .malformedTransferEncoding),
        ("Transfer-Encoding: chunked;q=1", .malformedTransferEncoding),
        ("Transfer-Encoding: \"chunked\"", .malformedTransferEncoding),
        ("Transfer-Encoding: chunked, gzip", .malformedTransferEncoding),
        ("Transfer-Encoding: chunked, chunked", .malformedTransferEncoding),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", .malformedTransferEncoding),
        ("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", .malformedTransferEncoding),
        ("Transfer-Encoding: , chunked", .malformedTransferEncoding),
        ("Transfer-Encoding: chunked,", .malformedTransferEncoding),
        ("Transfer-Encoding: gzip, chunked", .unsupportedTransferEncoding),
        ("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", .unsupportedTransferEncoding),
        ("Content-Length: 5\r\nExpect: gold", .unknownExpectation), ("Expect: gold", .unknownExpectation),
    ])
    func `a body whose end could be disputed is refused`(lines: String, refusal: HTTPRefusal) {
        let smuggled = "0\r\n\r\n" + head("GET /smuggled HTTP/1.1", "Host: a")
        #expect(readUnderEverySplit(head("POST / HTTP/1.1", "Host: a", lines) + smuggled) == [.refused(refusal)])
    }

    @Test func `chunks are refused in HTTP before 1.1`() {
        let text = head("POST / HTTP/1.0", "Host: a", "Transfer-Encoding: chunked") + "0\r\n\r\n"
        #expect(readUnderEverySplit(text) == [.refused(.malformedTransferEncoding)])
    }

    @Test(arguments: [
        ("\r\n", HTTPRefusal.malformedChunk), (";\r\n", .malformedChunk), ("g\r\n", .malformedChunk),
        ("-1\r\n", .malformedChunk), ("+1\r\n", .malformedChunk), ("0x1\r\n", .malformedChunk),
        (" 1\r\n", .malformedChunk), ("1 \r\n", .malformedChunk), ("1 ;a\r\n", .malformedChunk),
        ("1\n", .malformedChunk), ("1\ra", .malformedChunk), ("1;a\n", .malformedChunk), ("1;a\ra", .malformedChunk),
        ("1;\0", .malformedChunk), ("1\r\nab\r\n", .malformedChunk), ("1\r\na\n", .malformedChunk),
        ("1\r\na\r\r", .malformedChunk), ("1\r\na0\r\n\r\n", .malformedChunk),
        ("00000000000000000", .malformedChunk),
        ("100001", .bodyTooLarge(limit: 1 << 20)), ("ffffffffffffffffff", .bodyTooLarge(limit: 1 << 20)),
        ("8000000000000000", .bodyTooLarge(limit: 1 << 20)),
        ("0\r\nX : y\r\n", .malformedHeader), ("0\r\n y\r\n", .foldedHeader), ("0\r\nX: y\n", .bareLineFeed),
        ("0\r\nX: y\ra", .bareCarriageReturn), ("0\r\nX: \0", .controlCharacter), ("0\r\n\n", .bareLineFeed),
    ])
    func `malformed chunks are refused`(chunks: String, refusal: HTTPRefusal) {
        let text = head("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: chunked") + chunks
        #expect(readUnderEverySplit(text) == [.refused(refusal)])
    }

    @Test(arguments: [
        (HTTPRefusal.malformedRequestLine, HTTPStatus.badRequest), (.unknownMethod, .notImplemented),
        (.unsupportedVersion, .versionNotSupported), (.malformedTarget, .badRequest),
        (.requestLineTooLong(limit: 7), .uriTooLong), (.bareCarriageReturn, .badRequest), (.bareLineFeed, .badRequest),
        (.controlCharacter, .badRequest), (.foldedHeader, .badRequest), (.malformedHeader, .badRequest),
        (.headTooLarge(limit: 7), .headerFieldsTooLarge), (.tooManyHeaders(limit: 7), .headerFieldsTooLarge),
        (.missingHost, .badRequest), (.severalHosts, .badRequest), (.malformedHost, .badRequest),
        (.hostDiffersFromTarget, .badRequest), (.lengthWithTransferEncoding, .badRequest),
        (.malformedContentLength, .badRequest), (.malformedTransferEncoding, .badRequest),
        (.unsupportedTransferEncoding, .notImplemented), (.unknownExpectation, .expectationFailed),
        (.malformedChunk, .badRequest), (.chunkExtensionsTooLong(limit: 7), .badRequest),
        (.bodyTooLarge(limit: 7), .contentTooLarge),
    ])
    func `a refusal is answered with its status and its reason`(refusal: HTTPRefusal, status: HTTPStatus) {
        var buffer = ByteBuffer()
        refusal.response.encode(into: &buffer, keepAlive: false)
        let text = String(decoding: buffer.bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 \(status.rawValue) \(status.reasonPhrase)\r\n"))
        #expect(text.hasSuffix("\r\n\r\n\(refusal.reason)\n"))
        #expect(text.contains("\r\nConnection: close\r\n"))
        if "\(refusal)".contains("limit") { #expect(refusal.reason.contains("7")) }
    }
}
