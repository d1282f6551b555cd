import Client
import Domain
import Framing
import Media
import Security
import TestSupport
import Testing

/// The bytes of uploads on their way into the directory.
struct MediaUploadTests {
    @Test func `U-14: an upload goes on at the offset that HEAD tells, and ends with the last byte`() throws {
        try MediaUploads.with { media in
            let bytes = Random.bytes(300_000)
            let (upload, url) = try media.plan(bytes)
            let http = try media.gateway.http()
            #expect(try http.request(.head, url).offset == 0)
            let first = try http.append(bytes[..<100_000], at: 0, to: url)
            #expect(first.status == 204 && first.offset == 100_000)
            let elsewhere = try http.append(bytes[..<10], at: 7, to: url)
            #expect(elsewhere.status == 409 && elsewhere.offset == 100_000)
            let next = try media.gateway.http()
            #expect(try next.request(.get, media.url(of: upload.id)).status == 404, "not all of it has come")
            let head = try next.request(.head, url)
            #expect(head.offset == 100_000 && head.headers.first(of: "upload-length") == "300000")
            let last = try next.append(bytes[100_000...], at: 100_000, to: url)
            #expect(last.status == 204 && last.offset == 300_000)
            #expect(try next.request(.get, media.url(of: upload.id)).body == bytes)
            #expect(try next.request(.head, url).offset == 300_000)
            #expect(try next.append([1], at: 299_999, to: url).status == 409, "what is whole stays as it is")
        }
    }

    @Test func `bytes that pass and uploads under way are counted`() throws {
        try MediaUploads.with { media in
            let gateway = media.gateway
            func bytes(_ way: String) throws -> Double {
                try gateway.metric("martlet_media_bytes_total{way=\"\(way)\"}")
            }
            let content = Random.bytes(300_000)
            let url = try media.make(content).1
            let http = try gateway.http()
            #expect(try http.request(.get, url).body == content)
            #expect(try http.request(.get, url, headers: [HTTPHeader("Range", "bytes=0-9")]).status == 206)
            let sum = (try bytes("received"), try bytes("sent"))
            #expect(sum == (300_000, 300_010), "\(sum)")

            let (_, other) = try media.plan(content)
            let slow = try gateway.http()
            try slow.send(raw: "PUT \(other) HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\nx")
            try until("it is under way") { try gateway.metric("martlet_media_uploads_open") == 1 }
        }
    }

    @Test func `U-14: PUT sends all bytes, and begins anew whatever has come before`() throws {
        try MediaUploads.with { media in
            let bytes = Random.bytes(2_000_000)
            let (upload, url) = try media.plan(bytes)
            let http = try media.gateway.http()
            #expect(try http.append([1, 2, 3], at: 0, to: url).offset == 3)
            let put = try http.request(.put, url, body: bytes)
            #expect(put.status == 204 && put.offset == 2_000_000)
            #expect(try http.request(.get, media.url(of: upload.id)).body == bytes)
            let (_, small) = try media.plan([])
            #expect(try http.request(.put, small).status == 204, "an empty file is one, too")
        }
    }

    @Test func `U-14: other digests, too many bytes, encodings and offsets that are none are refused`() throws {
        try MediaUploads.with { media in
            let bytes = Array("right".utf8)
            let (upload, url) = try media.plan(bytes)
            let http = try media.gateway.http()
            #expect(try http.append("wrong".utf8, at: 0, to: url).status == 460)
            #expect(try http.request(.head, url).offset == 0, "nothing of it is kept")
            let encoded = [HTTPHeader("Upload-Offset", "0"), HTTPHeader("Content-Encoding", "gzip")]
            let refused: [(HTTPMethod, [HTTPHeader], [UInt8], UInt16)] = [
                (.patch, encoded, bytes, 415), (.patch, [], bytes, 400),
                (.patch, [HTTPHeader("Upload-Offset", "-1")], bytes, 400),
                (.patch, [HTTPHeader("Upload-Offset", "9223372036854775808")], bytes, 413),
                (.patch, [HTTPHeader("Upload-Offset", "1")], bytes, 413), (.put, [], bytes + bytes, 413),
                (.put, [], [1], 400),
            ]
            for (method, headers, body, status) in refused {
                let response = try media.gateway.http().request(method, url, headers: headers, body: body)
                #expect(response.status == status, "\(method) \(headers.map(\.value))")
            }
            #expect(try http.append(bytes, at: 0, to: url).status == 204)
            #expect(try http.request(.get, media.url(of: upload.id)).body == bytes)
        }
    }

    @Test func `U-14: lengths beyond every file, chunks without end and a missing length are refused at the head`()
        throws
    {
        try MediaUploads.with { media in
            let (_, url) = try media.plan([1, 2, 3])
            for (header, status) in [
                ("Content-Length: 9223372036854775808", 413), ("Content-Length: 4", 413),
                ("Content-Length: 99999999999999999999999999", 413), ("Transfer-Encoding: chunked", 411),
                ("Content-Length: 3\r\nTransfer-Encoding: chunked", 400), ("Content-Length: -3", 400),
                ("Content-Length: 3\r\nContent-Length: 3", 400),
            ] as [(String, UInt16)] {
                let http = try media.gateway.http()
                try http.send(raw: "PATCH \(url) HTTP/1.1\r\nHost: a\r\nUpload-Offset: 0\r\n\(header)\r\n\r\n")
                #expect(try http.response().status == status, "\(header)")
            }
        }
    }

    @Test func `U-12: paths and texts that nobody signed are refused, and a URL is for one thing alone`() throws {
        try MediaUploads.with { media in
            let bytes = Random.bytes(10)
            let (upload, url) = try media.plan(bytes)
            let (other, _) = try media.plan(bytes)
            let query = url.split(separator: "?")[1]
            let http = try media.gateway.http()
            for target in [
                "/v1/media/", "/v1/media/\(upload.id.text)", "/v1/media/\(other.id.text)?\(query)",
                "/v1/media/../../etc/passwd?\(query)", "/v1/media/%2e%2e%2f%2e%2e%2fetc%2fpass?\(query)",
                "/v1/media/\(upload.id.text)?t=", "/v1/media/\(upload.id.text)?t=AAAA",
                "/v1/media/\(upload.id.text)/?\(query)",
            ] { #expect(try http.request(.head, target).status == 403, "\(target)") }
            #expect(try http.request(.get, url).status == 405)
            #expect(try media.gateway.http().append(bytes, at: 0, to: media.url(of: upload.id)).status == 405)
            #expect(try http.request(.post, url, body: [1]).status == 405)
            let (_, ended) = try media.plan(bytes, until: 1_000)
            #expect(try http.request(.head, ended).status == 403)
            try media.store.remove(upload.id)
            #expect(try http.append(bytes, at: 0, to: url).status == 404)
        }
    }

    /// A long run has a gibibyte, and kills the gateway every 100 ms.
    @Test func `U-14: an upload goes on behind lost connections and a gateway that is killed again and again`() throws {
        let size = isLongRun ? 1 << 30 : 3_000_000
        try MediaUploads.with(["media.bytes": "\(size)"]) { media in
            let content = RepeatedBytes(size)
            let upload = Upload(id: .random(), type: "video/mp4", size: size, digest: content.digest)
            let url = try media.plan(upload)
            var (offset, round, mostAgain) = (0, 0, 0)
            while offset < size, isLongRun || round < 4 {
                let begin = offset
                let isKilled = isLongRun || round % 2 == 0
                do {
                    let http = try media.gateway.http()
                    try http.send(
                        raw: "PATCH \(url) HTTP/1.1\r\nHost: a\r\nUpload-Offset: \(offset)\r\n"
                            + "Content-Length: \(size - offset)\r\n\r\n")
                    let pause = ContinuousClock.now + .milliseconds(100)
                    var sent = begin
                    repeat {
                        let end = min(sent + 200_000, size)
                        try http.channel.write(content[sent..<end])
                        sent = end
                    } while sent < size && (isLongRun ? ContinuousClock.now < pause : sent < begin + 600_000)
                    try until("some of it is written, though the request has no end") {
                        offset = try media.gateway.http().request(.head, url).offset ?? 0
                        return offset > begin
                    }
                    if isKilled { media.gateway.kill() }
                    mostAgain = max(mostAgain, sent - offset)
                }
                if isKilled {
                    try media.gateway.launchAgain()
                    try media.gateway.waitUntilReady()
                }
                let told = offset
                offset = try #require(try media.gateway.http().request(.head, url).offset)
                #expect(offset >= told, "what was told as written is there")
                round += 1
            }
            if isLongRun { print("\(round) kills; up to \(mostAgain) bytes had been sent beyond what was written") }
            // Bytes of a lost connection may have been on their way to the disk, and the last one may have ended it.
            try until("all of it is there") {
                if try media.store.progress(of: upload.id) == .sealed { return true }
                let end = min(offset + 1_000_000, size)
                let response = try media.gateway.http().append(content[offset..<end], at: offset, to: url)
                offset = try #require(response.offset)
                return false
            }
            let file = try #require(try media.store.open(upload.id))
            #expect(try file.size == size && file.digest() == content.digest)
        }
    }

    @Test func `U-16: four connections send uploads of one owner, and others' are not in the way`() throws {
        try MediaUploads.with { media in
            media.gateway.keepToOneNode()
            let bytes = Random.bytes(1_000)
            /// Its body is awaited, unless it is refused.
            func begin(_ owner: UInt8) throws -> (HTTPConnection, UInt16) {
                let (_, url) = try media.plan(bytes, owner: owner)
                let http = try media.gateway.http()
                try http.send(
                    raw: "PATCH \(url) HTTP/1.1\r\nHost: a\r\nUpload-Offset: 0\r\nContent-Length: 1000\r\n"
                        + "Expect: 100-continue\r\n\r\n")
                return (http, try http.response().status)
            }
            let first = try (0..<4).map { _ in try begin(1) }
            #expect(first.map(\.1) == [100, 100, 100, 100])
            #expect(try begin(1).1 == 429)
            #expect(try begin(2).1 == 100)
            try first[0].0.channel.write(bytes)
            #expect(try first[0].0.response().status == 204)
            #expect(try begin(1).1 == 100)
        }
    }
}

/// As many bytes as one likes, without room for them: the same block again and again, at odd places.
private struct RepeatedBytes {
    private let twice: [UInt8]
    let digest: [UInt8]

    init(_ count: Int) {
        let (block, digest) = (Random.bytes(1_000_003), RunningDigest())
        twice = block + block
        for start in stride(from: 0, to: count, by: block.count) {
            block[..<min(block.count, count - start)].withUnsafeBytes { digest.take($0) }
        }
        self.digest = digest.finish()
    }

    /// Up to a million of them.
    subscript(range: Range<Int>) -> [UInt8] {
        let start = range.lowerBound % (twice.count / 2)
        return Array(twice[start..<start + range.count])
    }
}
