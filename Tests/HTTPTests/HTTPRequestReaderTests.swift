import Framing
import Testing

@Suite struct HTTPRequestReaderTests {
    @Test(arguments: [
        (head("GET / HTTP/1.1", "Host: a.example"), SeenRequest(headers: ["Host=a.example"])),
        (
            head("GET /v1/ws?a=%20b&c HTTP/1.1", "Host: a"),
            SeenRequest(path: "/v1/ws", query: "a=%20b&c", headers: ["Host=a"])
        ),
        (head("GET /? HTTP/1.1", "host:a"), SeenRequest(query: "", headers: ["host=a"])),
        (head("GET /a?b?c HTTP/1.1", "Host: a"), SeenRequest(path: "/a", query: "b?c", headers: ["Host=a"])),
        (head("OPTIONS * HTTP/1.1", "Host: a"), SeenRequest(method: .options, path: "*", headers: ["Host=a"])),
        (
            head("GET http://A.example:80/x?y HTTP/1.1", "Host: a.example:80"),
            SeenRequest(path: "/x", query: "y", headers: ["Host=a.example:80"])
        ),
        (head("GET HTTPS://a HTTP/1.1", "Host: a"), SeenRequest(path: "/", headers: ["Host=a"])),
        (head("GET http://a?q HTTP/1.1", "Host: a"), SeenRequest(path: "/", query: "q", headers: ["Host=a"])),
        ("\r\n" + head("GET / HTTP/1.1", "Host: a"), SeenRequest(headers: ["Host=a"])),
        (
            head("GET / HTTP/1.1", "Host: [::1]:8080", "X: \t a, \tb \t", "Y:", "Z: \u{e9}"),
            SeenRequest(headers: ["Host=[::1]:8080", "X=a, \tb", "Y=", "Z=\u{e9}"])
        ),
        (
            head("POST /op HTTP/1.1", "Host: a", "Content-Length: 5") + "hello",
            SeenRequest(method: .post, path: "/op", headers: ["Host=a", "Content-Length=5"], body: "hello")
        ),
        (
            head("PUT /op HTTP/1.1", "Host: a", "Content-Length: 000"),
            SeenRequest(method: .put, path: "/op", headers: ["Host=a", "Content-Length=000"])
        ),
        (
            head("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: Chunked") + "0\r\n\r\n",
            SeenRequest(method: .post, headers: ["Host=a", "Transfer-Encoding=Chunked"])
        ),
        (
            head("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: chunked")
                + "5;a=b\r\nhello\r\n000B;c=\"d e\"\r\n\r\nand world\r\n0;\r\nDropped: yes\r\nX: y\r\n\r\n",
            SeenRequest(
                method: .post, headers: ["Host=a", "Transfer-Encoding=chunked"], body: "hello\r\nand world")
        ),
        (head("GET / HTTP/1.0"), SeenRequest(version: .http10, keepAlive: false)),
        (
            head("GET / HTTP/1.0", "Expect: 100-continue", "Content-Length: 1") + "x",
            SeenRequest(
                version: .http10, headers: ["Expect=100-continue", "Content-Length=1"], body: "x", keepAlive: false)
        ),
    ])
    func `a valid request is read alike under every split`(text: String, expected: SeenRequest) {
        #expect(readUnderEverySplit(text) == [.request(expected)])
    }

    @Test(arguments: [
        ("HTTP/1.1", "X: y", true), ("HTTP/1.1", "Connection: close", false),
        ("HTTP/1.1", "Connection: foo, Close", false), ("HTTP/1.1", "Connection: closed", true),
        ("HTTP/1.0", "X: y", false), ("HTTP/1.0", "Connection: Keep-Alive", true),
        ("HTTP/1.0", "Connection: keep-alive, close", false),
    ])
    func `the connection lives on as version and Connection header say`(version: String, header: String, lives: Bool)
        throws
    {
        #expect(try request(head("GET / \(version)", "Host: a", header)).keepAlive == lives)
    }

    @Test func `pipelined requests come out one by one`() {
        let first = head("GET /1 HTTP/1.1", "Host: a")
        let second = head("POST /2 HTTP/1.1", "Host: a", "Transfer-Encoding: chunked") + "3\r\nabc\r\n0\r\n\r\n"
        let third = head("POST /3 HTTP/1.1", "Host: a", "Content-Length: 2") + "xy"
        let paths = readUnderEverySplit(first + second + "\r\n" + third + first).map { seen in
            if case .request(let request) = seen { request.path + request.body } else { "\(seen)" }
        }
        #expect(paths == ["/1", "/2abc", "/3xy", "/1"])
    }

    @Test func `what follows a request stays in the input`() throws {
        let text = Array((head("GET / HTTP/1.1", "Host: a") + "frames").utf8)
        var reader = HTTPRequestReader()
        try text.withUnsafeBytes { bytes in
            var input = bytes
            let event = try reader.next(&input, limits: HTTPLimits())
            #expect(event != nil)
            #expect(input.elementsEqual("frames".utf8))
            let isIdle = reader.isIdle
            #expect(isIdle)
        }
    }

    @Test(arguments: ["Content-Length: 3", "Transfer-Encoding: chunked"])
    func `a client that expects 100 Continue is told of before its body`(framing: String) {
        let body = framing.hasSuffix("3") ? "abc" : "3\r\nabc\r\n0\r\n\r\n"
        let text = head("POST / HTTP/1.1", "Host: a", "Expect: 100-Continue", framing) + body
        let seen = readUnderEverySplit(text)
        #expect(seen.count == 2)
        #expect(seen.first == .awaitsBody(isLong: false, expectsContinue: true))
        guard case .request(let request) = seen.last else { return #expect(Bool(false), "\(seen)") }
        #expect(request.body == "abc")
    }

    @Test func `a body that is to be streamed is left in the input, and it is said where it ends`() {
        var limits = HTTPLimits(bodyBytes: 4)
        limits.streamed = [StreamedBodies([.put, .patch], pathStart: "/in/", bytes: 1_000)]
        func read(_ lines: String...) -> [Seen] {
            readUnderEverySplit(lines.map { $0 + "\r\n" }.joined() + "\r\n", limits: limits)
        }
        #expect(
            read("PUT /in/a HTTP/1.1", "Host: a", "Content-Length: 900") == [
                .streams(.sized(900), expectsContinue: false)
            ])
        #expect(
            read("PATCH /in/a HTTP/1.1", "Host: a", "Content-Length: 9", "Expect: 100-continue")
                == [.streams(.sized(9), expectsContinue: true)])
        #expect(read("PUT /in/a HTTP/1.1", "Host: a") == [.streams(.sized(0), expectsContinue: false)])
        #expect(
            read("PUT /in/a HTTP/1.1", "Host: a", "Content-Length: 1001") == [.refused(.bodyTooLarge(limit: 1_000))])
        #expect(
            read("PUT /in/a HTTP/1.1", "Host: a", "Transfer-Encoding: chunked")
                == [.streams(.chunked(limit: 1_000), expectsContinue: false)])
        for line in ["POST /in/a HTTP/1.1", "PUT /in HTTP/1.1", "PUT /out/in/ HTTP/1.1"] {
            #expect(read(line, "Host: a", "Content-Length: 5") == [.refused(.bodyTooLarge(limit: 4))])
        }
    }

    @Test(arguments: [
        (["Content-Length: 5"], "abcde"), (["Transfer-Encoding: chunked"], "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"),
        (["Transfer-Encoding: chunked"], "5\r\nabcde\r\n0\r\n\r\n"),
        (["Content-Length: 5", "Expect: 100-continue"], "abcde"),
    ])
    func `a long body is announced once, before it is longer than allowed`(headers: [String], body: String) {
        let limits = HTTPLimits(longBodyBytes: 4)
        let text = (["POST / HTTP/1.1", "Host: a"] + headers).map { $0 + "\r\n" }.joined() + "\r\n" + body
        let seen = readUnderEverySplit(text, limits: limits)
        #expect(seen.count == 2)
        #expect(seen.first == .awaitsBody(isLong: true, expectsContinue: headers.count == 2))
        guard case .request(let request) = seen.last else { return #expect(Bool(false), "\(seen)") }
        #expect(request.body == "abcde")
        #expect(readUnderEverySplit(text, limits: HTTPLimits(longBodyBytes: 5)).count == headers.count)
    }

    @Test func `a body of very many chunks is announced as a long one is, once`() {
        let start = head("POST / HTTP/1.1", "Host: a", "Transfer-Encoding: chunked")
        for (count, events) in [(200, 1), (300, 2), (3_000, 2)] {
            let chunks = String(repeating: "1\r\na\r\n", count: count)
            let seen = read([Array((start + chunks + "0\r\n\r\n").utf8)[...]])
            #expect(seen.count == events, "\(count) chunks")
            #expect(events == 1 || seen.first == .awaitsBody(isLong: true, expectsContinue: false))
            guard case .request(let request) = seen.last else { return #expect(Bool(false), "\(seen)") }
            #expect(request.body.utf8.count == count)
        }
    }

    @Test func `the room of a body grows as it comes, and never beyond its length`() throws {
        let length = 100_001
        var reader = HTTPRequestReader()
        func feed(_ bytes: [UInt8]) throws {
            try bytes.withUnsafeBytes { bytes in
                var input = bytes
                while try reader.next(&input, limits: HTTPLimits()) != nil {}
            }
        }
        try feed(Array(head("POST / HTTP/1.1", "Host: a", "Content-Length: \(length)").utf8))
        #expect(reader.allocated == 0)
        var sent = 0
        while sent + 1_000 < length {
            try feed([UInt8](repeating: 97, count: 1_000))
            sent += 1_000
            let allocated = reader.allocated
            // An allocator may give a fourth more.
            #expect(allocated <= min(2 * sent, length) * 5 / 4 + 64, "\(allocated) bytes for \(sent)")
        }
    }

    @Test(arguments: ["X: y", "Content-Length: 0"])
    func `nobody waits for 100 Continue without a body`(header: String) {
        #expect(read([Array(head("POST / HTTP/1.1", "Host: a", "Expect: 100-continue", header).utf8)[...]]).count == 1)
    }

    @Test func `a refusal is final`() throws {
        var reader = HTTPRequestReader()
        for text in ["GET /\n", head("GET / HTTP/1.1", "Host: a"), ""] {
            let thrown = Array(text.utf8).withUnsafeBytes { bytes in
                var input = bytes
                return #expect(throws: HTTPRefusal.self) { _ = try reader.next(&input, limits: HTTPLimits()) }
            }
            #expect(thrown == .bareLineFeed)
        }
        let isIdle = reader.isIdle
        #expect(!isIdle)
    }
}
