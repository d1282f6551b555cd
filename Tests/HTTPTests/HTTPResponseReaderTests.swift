import Framing
import Testing

@Suite struct HTTPResponseReaderTests {
    private func outcome(
        _ text: String, toHead: Bool = false, limits: HTTPLimits = HTTPLimits()
    ) -> Result<[String], HTTPResponseFault> {
        let bytes = Array(text.utf8)
        let whole = described([bytes[...]], toHead, limits)
        #expect(described(bytes.map { [$0] }, toHead, limits) == whole)
        for cut in bytes.indices {
            #expect(described([bytes[..<cut], bytes[cut...]], toHead, limits) == whole, "cut at \(cut)")
        }
        return whole
    }

    private func described(
        _ pieces: [ArraySlice<UInt8>], _ toHead: Bool, _ limits: HTTPLimits
    ) -> Result<[String], HTTPResponseFault> {
        readResponses(pieces, toHead: toHead, limits: limits).map { responses in
            responses.map { "\($0.status) \($0.headers.count) \(String(decoding: $0.body, as: UTF8.self))" }
        }
    }

    @Test func `responses come out one by one with their bodies`() {
        let text =
            head("HTTP/1.1 100 Continue") + head("HTTP/1.1 200 OK", "Content-Length: 5") + "hello"
            + head("HTTP/1.1 204 ", "X: y") + head("HTTP/1.1 404 Not Found", "content-length: 0")
        #expect(outcome(text) == .success(["100 0 ", "200 1 hello", "204 1 ", "404 1 "]))
    }

    @Test func `the response to HEAD ends with its head`() {
        #expect(outcome(head("HTTP/1.1 200 OK", "Content-Length: 5"), toHead: true) == .success(["200 1 "]))
    }

    @Test func `what follows a 101 stays in the input`() throws {
        var reader = HTTPResponseReader()
        try Array((head("HTTP/1.1 101 Switching Protocols", "Content-Length: 3") + "abc").utf8).withUnsafeBytes {
            var input = $0
            let response = try reader.next(&input, limits: HTTPLimits())
            #expect(response?.status == 101)
            #expect(input.elementsEqual("abc".utf8))
        }
    }

    @Test(arguments: [
        (head("HTTP/1.1 200"), HTTPResponseFault.malformedStatusLine), (head("HTTP/1.0 200 OK"), .malformedStatusLine),
        (head("HTTP/1.1  200 OK"), .malformedStatusLine), (head("HTTP/1.1 20 OK"), .malformedStatusLine),
        (head("HTTP/1.1 2000 OK"), .malformedStatusLine), (head("HTTP/1.1 099 OK"), .malformedStatusLine),
        (head("HTTP/1.1 600 OK"), .malformedStatusLine), (head("SSH-2.0-x"), .malformedStatusLine),
        (head(""), .malformedStatusLine),
        (head("HTTP/1.1 200 OK"), .unknownLength),
        (head("HTTP/1.1 200 OK", "Transfer-Encoding: chunked"), .message(.unsupportedTransferEncoding)),
        (head("HTTP/1.1 200 OK", "Content-Length: +1"), .message(.malformedContentLength)),
        (head("HTTP/1.1 200 OK", "Content-Length: 1", "Content-Length: 1"), .message(.malformedContentLength)),
        (head("HTTP/1.1 200 OK", "Content-Length: 65"), .message(.bodyTooLarge(limit: 64))),
        (head("HTTP/1.1 200 OK", "X : y"), .message(.malformedHeader)),
        (head("HTTP/1.1 200 OK", " X: y"), .message(.foldedHeader)),
        ("HTTP/1.1 200 OK\n", .message(.bareLineFeed)),
        (head("HTTP/1.1 200 OK", "X: \(String(repeating: "y", count: 200))"), .message(.headTooLarge(limit: 100))),
    ])
    func `a response that is not exactly one is a fault`(text: String, fault: HTTPResponseFault) {
        #expect(outcome(text, limits: HTTPLimits(headBytes: 100, bodyBytes: 64)) == .failure(fault))
    }
}
