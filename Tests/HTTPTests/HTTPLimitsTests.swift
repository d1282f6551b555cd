import Framing
import Glibc
import Testing

@Suite struct HTTPLimitsTests {
    private let chunked = head("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: chunked")

    /// The result of reading the text: the request's body, or the refusal.
    private func outcome(_ text: String, _ limits: HTTPLimits) -> Result<String, HTTPRefusal>? {
        switch readUnderEverySplit(text, limits: limits).last {
        case .request(let request): .success(request.body)
        case .refused(let refusal): .failure(refusal)
        case .awaitsBody, .streams, nil: nil
        }
    }

    @Test func `the request line may reach its limit and not pass it`() {
        let line = "GET /0123456789 HTTP/1.1"
        let fits = HTTPLimits(requestLineBytes: line.utf8.count)
        let tight = HTTPLimits(requestLineBytes: line.utf8.count - 1)
        #expect(outcome(head(line, "Host: a"), fits) == .success(""))
        #expect(outcome("\r\n" + head(line, "Host: a"), fits) == .success(""))
        #expect(
            outcome(head(line, "Host: a"), tight) == .failure(.requestLineTooLong(limit: line.utf8.count - 1)))
        #expect(
            outcome(String(repeating: "A", count: 30), tight)
                == .failure(.requestLineTooLong(limit: line.utf8.count - 1)))
    }

    @Test func `a head may reach its limit and not pass it`() {
        let text = head("GET / HTTP/1.1", "Host: a", "X: y")
        let size = text.utf8.count
        #expect(outcome(text, HTTPLimits(headBytes: size)) == .success(""))
        #expect(outcome(text, HTTPLimits(headBytes: size - 1)) == .failure(.headTooLarge(limit: size - 1)))
        #expect(outcome(text, HTTPLimits(headBytes: size - 2)) == .failure(.headTooLarge(limit: size - 2)))
    }

    @Test func `an endless head is refused at the limit`() {
        let text = "GET / HTTP/1.1\r\nX: " + String(repeating: "y", count: 100)
        #expect(outcome(text, HTTPLimits(headBytes: 80)) == .failure(.headTooLarge(limit: 80)))
    }

    @Test func `headers may be as many as their limit`() {
        let text = head("GET / HTTP/1.1", "Host: a", "X: y", "X: z")
        #expect(outcome(text, HTTPLimits(headerCount: 3)) == .success(""))
        #expect(outcome(text, HTTPLimits(headerCount: 2)) == .failure(.tooManyHeaders(limit: 2)))
    }

    @Test func `a body of known length is refused before it comes`() {
        let announcement = head("POST / HTTP/1.1", "Host: a", "Content-Length: 4")
        #expect(outcome(announcement + "abcd", HTTPLimits(bodyBytes: 4)) == .success("abcd"))
        #expect(outcome(announcement, HTTPLimits(bodyBytes: 3)) == .failure(.bodyTooLarge(limit: 3)))
        let endless = head("POST / HTTP/1.1", "Host: a", "Content-Length: " + String(repeating: "9", count: 40))
        #expect(outcome(endless, HTTPLimits(bodyBytes: 3)) == .failure(.bodyTooLarge(limit: 3)))
        let expecting = head("POST / HTTP/1.1", "Host: a", "Expect: 100-continue", "Content-Length: 4")
        #expect(
            readUnderEverySplit(expecting, limits: HTTPLimits(bodyBytes: 3)) == [.refused(.bodyTooLarge(limit: 3))])
    }

    @Test func `a chunked body is refused at the size that passes the limit`() {
        #expect(outcome(chunked + "2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n", HTTPLimits(bodyBytes: 4)) == .success("abcd"))
        #expect(outcome(chunked + "2\r\nab\r\n3", HTTPLimits(bodyBytes: 4)) == .failure(.bodyTooLarge(limit: 4)))
    }

    @Test func `chunk extensions are limited over the whole body`() {
        let text = chunked + "1;a\r\nx\r\n1;bc\r\ny\r\n0;\r\n\r\n"
        #expect(outcome(text, HTTPLimits(chunkExtensionBytes: 6)) == .success("xy"))
        #expect(outcome(text, HTTPLimits(chunkExtensionBytes: 5)) == .failure(.chunkExtensionsTooLong(limit: 5)))
    }

    @Test func `trailers are limited like a head`() {
        let trailers = "0\r\n" + head("A: 0123456789012345678901234567890123456789012345678901234567890123456789")
        let text = chunked + trailers
        let size = trailers.utf8.count - 3
        #expect(outcome(text, HTTPLimits(headBytes: size)) == .success(""))
        #expect(outcome(text, HTTPLimits(headBytes: size - 1)) == .failure(.headTooLarge(limit: size - 1)))
        let many = chunked + "0\r\n" + head("A: b", "A: c", "A: d")
        #expect(outcome(many, HTTPLimits(headerCount: 3)) == .success(""))
        #expect(outcome(many, HTTPLimits(headerCount: 2)) == .failure(.tooManyHeaders(limit: 2)))
    }

    @Test(arguments: ["Content-Length: 1073741824\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n40000000\r\n"])
    func `an announced gibibyte takes no memory before it comes`(announcement: String) throws {
        var reader = HTTPRequestReader()
        let before = try addressSpace()
        try Array("POST / HTTP/1.1\r\nHost: a\r\n\(announcement)some bytes".utf8).withUnsafeBytes { bytes in
            var input = bytes
            let limits = HTTPLimits(bodyBytes: 1 << 30)
            let announced = try reader.next(&input, limits: limits)
            let event = try reader.next(&input, limits: limits)
            #expect(announced != nil && event == nil)
        }
        let isIdle = reader.isIdle
        #expect(!isIdle)
        #expect(try addressSpace() < before + 1 << 29)
    }

    @Test func `an idle reader is one word`() {
        #expect(MemoryLayout<HTTPRequestReader>.size <= MemoryLayout<Int>.size)
    }

    /// Eight times the bytes take some eight times as long; with a copy at every byte it is sixty times and more.
    @Test(arguments: Dripped.allCases)
    func `drips of one byte are read in linear time`(part: Dripped) {
        let short = part.readingTime(1 << 17)
        let long = part.readingTime(1 << 20)
        #expect(long < short * 30)
    }
}

enum Dripped: CaseIterable {
    case header, body, chunk, trailer

    func readingTime(_ size: Int) -> Duration {
        let filling = String(repeating: "x", count: size)
        let chunked = head("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: chunked")
        let text =
            switch self {
            case .header: head("POST / HTTP/1.1", "Host: a", "X: \(filling)")
            case .body: head("POST / HTTP/1.1", "Host: a", "Content-Length: \(size)") + filling
            case .chunk: chunked + String(size, radix: 16) + "\r\n" + filling + "\r\n0\r\n\r\n"
            case .trailer: chunked + "0\r\n" + head("X: \(filling)")
            }
        let pieces: [ArraySlice<UInt8>] = text.utf8.map { [$0] }
        return ContinuousClock().measure {
            let seen = read(pieces, limits: HTTPLimits(headBytes: 2 << 20, longBodyBytes: 2 << 20))
            #expect(seen.count == 1)
        }
    }
}

/// The bytes of address space that this process has taken.
private func addressSpace() throws -> Int {
    let file = try #require(fopen("/proc/self/statm", "r"))
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 100)
    try #require(fgets(&line, 100, file) != nil)
    return strtol(line, nil, 10) * sysconf(Int32(_SC_PAGESIZE))
}
