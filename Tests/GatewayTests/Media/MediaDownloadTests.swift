import Client
import Framing
import Media
import Security
import Testing

/// Media that are given out by their URLs.
struct MediaDownloadTests {
    @Test func `U-30: headers say the stored type, and that nothing in it runs`() throws {
        try MediaUploads.with { media in
            let http = try media.gateway.http()
            let bytes = Random.bytes(1_000)
            for (type, place) in [
                ("image/png", "inline"), ("video/mp4", "inline"), ("text/html", "attachment"),
                ("image/svg+xml", "attachment"), ("application/pdf", "attachment"), ("text/xml", "attachment"),
            ] {
                let (_, url) = try media.make(bytes, type: type, name: "猫 \"a\";b.png")
                let response = try http.request(.get, url)
                #expect(response.status == 200 && response.body == bytes)
                let headers = response.headers
                #expect(headers.first(of: "content-type") == type)
                let name = "filename*=UTF-8''%E7%8C%AB%20%22a%22%3Bb.png"
                #expect(headers.first(of: "content-disposition") == "\(place); \(name)")
                #expect(headers.first(of: "x-content-type-options") == "nosniff")
                #expect(headers.first(of: "content-security-policy") == "sandbox; default-src 'none'")
                #expect(headers.first(of: "cross-origin-resource-policy") == "cross-origin")
                #expect(headers.first(of: "cache-control")?.hasPrefix("private, max-age=") == true)
                #expect(headers.first(of: "set-cookie") == nil)
            }
        }
    }

    @Test(arguments: [1_000, 3_000_000])
    func `one range, HEAD, If-Range and If-None-Match are answered as RFC 9110 has it`(size: Int) throws {
        try MediaUploads.with { media in
            let bytes = Random.bytes(size)
            let (id, url) = try media.make(bytes)
            let http = try media.gateway.http()
            func ask(_ method: HTTPMethod = .get, _ headers: [(String, String)]) throws -> HTTPClientResponse {
                try http.request(method, url, headers: headers.map { HTTPHeader($0.0, $0.1) })
            }
            let ranges: [(String, Range<Int>)] = [
                ("bytes=0-9", 0..<10), ("bytes=500-", 500..<size), ("bytes=-7", size - 7..<size),
                ("bytes=900-99999999999999999999", 900..<size), ("bytes=-99999999", 0..<size),
            ]
            for (text, range) in ranges {
                let response = try ask(.get, [("Range", text)])
                #expect(response.status == 206 && response.body == Array(bytes[range]), "\(text)")
                let said = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
                #expect(response.headers.first(of: "content-range") == said)
            }
            for text in ["bytes=\(size)-", "bytes=-0", "bytes=9223372036854775808-"] {
                let response = try ask(.get, [("Range", text)])
                #expect(response.status == 416, "\(text)")
                #expect(response.headers.first(of: "content-range") == "bytes */\(size)")
            }
            for text in ["bytes=0-1,4-5", "bytes=5-1", "bytes=", "bytes=-", "lines=0-1", "bytes=a-b", "bytes=+1-2"] {
                let response = try ask(.get, [("Range", text)])
                #expect(response.status == 200 && response.body == bytes, "\(text)")
            }
            let head = try ask(.head, [])
            #expect(head.status == 200 && head.headers.first(of: "content-length") == "\(size)")
            let tag = try #require(head.headers.first(of: "etag"))
            #expect(tag == "\"\(id.text)\"")
            for condition in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                #expect(try ask(.get, [("If-None-Match", condition)]).status == 304)
            }
            #expect(try ask(.get, [("If-None-Match", "\"x\"")]).status == 200)
            #expect(try ask(.get, [("Range", "bytes=0-0"), ("If-Range", tag)]).status == 206)
            #expect(try ask(.get, [("Range", "bytes=0-0"), ("If-Range", "\"x\"")]).status == 200)
            #expect(try ask(.get, [("Connection", "close")]).body == bytes)
        }
    }

    @Test func `U-26: what was removed answers 404 at once, though its URL is valid`() throws {
        try MediaUploads.with { media in
            let (id, url) = try media.make(Random.bytes(100))
            let http = try media.gateway.http()
            #expect(try http.request(.get, url).status == 200)
            try media.store.remove(id)
            #expect(try http.request(.get, url).status == 404)
            #expect(try http.request(.get, media.url(of: id, seconds: -1)).status == 403)
        }
    }

    @Test func `pages of allowed origins read and send, and those of others do not`() throws {
        try MediaUploads.with(["origins.allowed": #"["https://chat.example.org"]"#]) { media in
            let bytes = Random.bytes(100)
            let (_, url) = try media.make(bytes)
            let (_, upload) = try media.plan(bytes)
            let http = try media.gateway.http()
            let (good, bad) = (
                HTTPHeader("Origin", "https://chat.example.org"), HTTPHeader("Origin", "https://evil.example")
            )
            let allowed = try http.request(.options, upload, headers: [good])
            #expect(allowed.status == 204)
            #expect(allowed.headers.first(of: "access-control-allow-origin") == good.value)
            #expect(allowed.headers.first(of: "access-control-allow-methods")?.contains("PATCH") == true)
            let refused = try http.request(.options, upload, headers: [bad])
            #expect(refused.headers.first(of: "access-control-allow-origin") == nil)
            let read = try http.request(.get, url, headers: [good])
            #expect(read.headers.first(of: "access-control-allow-origin") == good.value)
            let foreign = try http.request(.get, url, headers: [bad])
            #expect(foreign.status == 200 && foreign.headers.first(of: "access-control-allow-origin") == nil)
            #expect(try media.gateway.http().request(.put, upload, headers: [bad], body: bytes).status == 403)
            #expect(try media.gateway.http().request(.put, upload, headers: [good], body: bytes).status == 204)
        }
    }

    @Test func `clients that do not read hold all memory for downloads, and others' go on`() throws {
        try MediaUploads.with(["media.buffersBytes": "1048576"]) { media in
            let (bytes, large) = (Random.bytes(3_000_000), Random.bytes(20_000_000))
            let (url, largeURL) = (try media.make(bytes).1, try media.make(large).1)
            let silent = try (0..<40).map { _ in try media.gateway.http() }
            for http in silent { try http.send(raw: "GET \(largeURL) HTTP/1.1\r\nHost: a\r\n\r\n") }
            let http = try media.gateway.http()
            for _ in 0..<3 { #expect(try http.request(.get, url).body == bytes) }
            #expect(try silent[0].response().body == large)
        }
    }

    @Test func `requests that were sent ahead are answered behind a large file`() throws {
        try MediaUploads.with { media in
            let bytes = Random.bytes(1_000_000)
            let (_, url) = try media.make(bytes)
            let http = try media.gateway.http()
            let request = "GET \(url) HTTP/1.1\r\nHost: a\r\n"
            try http.send(raw: "\(request)\r\n\(request)Range: bytes=0-2\r\n\r\n\(request)\r\n")
            #expect(try http.response().body == bytes)
            #expect(try http.response().body == Array(bytes[..<3]))
            #expect(try http.response().body == bytes)
        }
    }
}
