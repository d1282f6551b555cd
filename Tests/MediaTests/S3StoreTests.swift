import Bytes
import Curl
import Domain
import EventLoop
import Media
import TestSupport
import Testing

/// What is only true of a store that speaks S3.
@Suite(.serialized) struct S3StoreTests {
    private static let mebibyte = 1_048_576

    @Test(arguments: [StoreUnderTest.Kind.swift, .moto])
    func `a large file comes in parts, and goes on after those that have come`(kind: StoreUnderTest.Kind) throws {
        let size = 5 * Self.mebibyte
        let tested = try StoreUnderTest(kind, partBytes: size)
        let bytes = picture(2 * size + 1_000)
        let upload = StoreUnderTest.upload(bytes)
        guard case .parts(size, 1, let urls) = try tested.store.plan(for: upload, until: StoreUnderTest.end) else {
            Issue.record("no parts")
            return
        }
        #expect(urls.count == 3)
        #expect(try tested.store.arrived(upload) == nil)
        #expect(tested.put(tested.part(1, of: bytes, size), urls[0]) == 200)
        #expect(try tested.store.arrived(upload) == nil)
        // One may come before the one before it.
        #expect(tested.put(tested.part(3, of: bytes, size), urls[2]) == 200)
        #expect(try tested.store.arrived(upload) == nil)
        guard case .parts(size, 2, let rest) = try tested.store.plan(for: upload, until: StoreUnderTest.end) else {
            Issue.record("the second plan does not begin with what is missing")
            return
        }
        #expect(rest.count == 2)
        #expect(tested.put(tested.part(2, of: bytes, size), rest[0]) == 200)
        for _ in 0..<2 {
            let arrival = try #require(try tested.store.arrived(upload))
            #expect(arrival.size == bytes.count && !arrival.isDigestVerified)
            #expect(arrival.beginning == Array(bytes.prefix(65_536)))
        }
        #expect(try tested.get(tested.store.url(of: ServedMedia(upload), until: StoreUnderTest.end)).body == bytes)
        // Swift goes on to take them, and then gives out nothing rather than other bytes.
        if kind != .swift { #expect(tested.put([1], urls[0]) / 100 != 2) }
    }

    @Test(arguments: [StoreUnderTest.Kind.swift, .moto])
    func `parts of an upload that is given up are gone`(kind: StoreUnderTest.Kind) throws {
        let size = 5 * Self.mebibyte
        let tested = try StoreUnderTest(kind, partBytes: size)
        let bytes = picture(size + 1)
        let upload = StoreUnderTest.upload(bytes)
        guard case .parts(_, _, let urls) = try tested.store.plan(for: upload, until: StoreUnderTest.end) else {
            Issue.record("no parts")
            return
        }
        #expect(tested.put(tested.part(1, of: bytes, size), urls[0]) == 200)
        try tested.store.remove(upload.id)
        #expect(tested.put(tested.part(2, of: bytes, size), urls[1]) / 100 != 2)
        #expect(try tested.store.arrived(upload) == nil)
    }

    @Test(arguments: StoreUnderTest.Kind.remote)
    func `what has no place in a page is saved as a file, under its name`(kind: StoreUnderTest.Kind) throws {
        let tested = try StoreUnderTest(kind)
        let upload = StoreUnderTest.upload(Array("<svg/>".utf8), type: "image/svg+xml")
        try tested.send(Array("<svg/>".utf8), by: tested.store.plan(for: upload, until: StoreUnderTest.end))
        #expect(try tested.store.arrived(upload) != nil)
        let media = ServedMedia(upload, name: "a\"\r\nx: y;猫.svg")
        let reply = try tested.get(tested.store.url(of: media, until: StoreUnderTest.end))
        #expect(reply.status == 200 && reply.headers["content-type"] == "image/svg+xml")
        #expect(
            reply.headers["content-disposition"]
                == "attachment; filename=\"a___x__y____.svg\"; filename*=UTF-8''a%22%0D%0Ax%3A%20y%3B%E7%8C%AB.svg")
        let url = tested.store.url(of: media, until: StoreUnderTest.end)
        let piece = try tested.get(url, ["range: bytes=1-2"])
        #expect(piece.status == 206 && piece.body == Array("sv".utf8))
        #expect(piece.headers["content-range"] == "bytes 1-2/6")
    }

    @Test func `more parts than S3 takes are larger ones, and 20 are signed at once`() throws {
        let tested = try StoreUnderTest(.moto)
        let size = 1_000_000_000_000
        let upload = Upload(
            id: StoreUnderTest.upload([]).id, type: "video/mp4", size: size, digest: nil)
        guard case .parts(let bytes, 1, let urls) = try tested.store.plan(for: upload, until: StoreUnderTest.end) else {
            Issue.record("no parts")
            return
        }
        #expect(urls.count == 20)
        #expect(bytes == 96 * Self.mebibyte && (size + bytes - 1) / bytes <= 10_000)
    }

    @Test func `only what was announced is taken: its length, its type, its form`() throws {
        let bytes = picture(500)
        let tested = try StoreUnderTest(.swift)
        let upload = StoreUnderTest.upload(bytes)
        guard case .put(let url, let headers) = try tested.store.plan(for: upload, until: StoreUnderTest.end) else {
            Issue.record("no PUT")
            return
        }
        #expect(headers.map(\.name) == ["content-type", "x-amz-checksum-sha256"])
        #expect(tested.put(bytes + [0], url, headers) == 403)
        #expect(tested.put(Array(bytes.dropLast()), url, headers) == 403)
        let html = headers.map { $0.name == "content-type" ? UploadPlan.HTTPField($0.name, "text/html") : $0 }
        #expect(tested.put(bytes, url, html) == 403)
        #expect(tested.put(bytes, url, Array(headers.prefix(1))) == 403)
        let other = Base64.standard.encode([UInt8](repeating: 0, count: 32))
        #expect(tested.put(bytes, url, [headers[0], UploadPlan.HTTPField(headers[1].name, other)]) == 403)
        #expect(try tested.store.arrived(upload) == nil)
        #expect(tested.put(bytes, url, headers) == 200)
    }

    @Test func `URLs end, and are the same for a quarter of an hour`() throws {
        let tested = try StoreUnderTest(.swift)
        let upload = StoreUnderTest.upload(picture(10))
        try tested.send(picture(10), by: tested.store.plan(for: upload, until: StoreUnderTest.end))
        #expect(try tested.store.arrived(upload) != nil)
        let end = StoreUnderTest.end
        let url = tested.store.url(of: ServedMedia(upload), until: end)
        #expect(url == tested.store.url(of: ServedMedia(upload), until: end) || Clock.wall % 900_000 < 60_000)
        #expect(try tested.get(url).status == 200)
        let old = tested.store.url(of: ServedMedia(upload), until: Milliseconds(rawValue: Clock.wall - 3_600_000))
        // It begins with the quarter, and lasts for a second at least.
        #expect(try tested.get(old).status == 403 || Clock.wall % 900_000 < 60_000)
        #expect(try tested.get(url.replacing("cat.png", with: "cow.png")).status == 403)
    }

    @Test func `a CDN's URL has the key, the end, and a signature of both`() throws {
        let store = try S3Store(
            S3Options(
                endpoint: "https://s3.example.org", region: "r", bucket: "media", prefix: "a b/",
                download: .cdn(
                    template: "https://cdn.example.org/{key}?e={expires}&s={signature}",
                    secret: Array("secret-of-thirty-two-bytes-or-more".utf8))),
            AccessKey(id: "id", secret: "secret"))
        let id = try #require(MediaID("AAAAAAAAAAAAAAAAAAAAAA"))
        let media = ServedMedia(id: id, type: "image/png", name: "x", size: 1)
        // printf 'a b/AAAAAAAAAAAAAAAAAAAAAA\n1800000000' | openssl dgst -sha256 -hmac secret-of-thirty-two-bytes-or-more
        #expect(
            store.url(of: media, until: Milliseconds(rawValue: 1_800_000_000_999))
                == "https://cdn.example.org/a%20b/AAAAAAAAAAAAAAAAAAAAAA?e=1800000000&s="
                + "26d49248d34d5d91a0688402614a0033ea2d053f98ec53ece92c260fc6f1a9dd")
    }

    @Test(arguments: [
        (true, "https://s3.example.org:9000/media/x-"), (false, "https://media.s3.example.org:9000/x-"),
    ])
    func `the bucket is in the path or in the host`(isInPath: Bool, beginning: String) throws {
        let store = try S3Store(
            S3Options(
                endpoint: "https://s3.example.org:9000/", region: "r", bucket: "media", prefix: "x-",
                isBucketInPath: isInPath), AccessKey(id: "id", secret: "secret"))
        let upload = StoreUnderTest.upload([1])
        #expect(store.url(of: ServedMedia(upload), until: StoreUnderTest.end).hasPrefix(beginning + upload.id.text))
    }

    @Test(arguments: ["", "s3.example.org", "https://s3.example.org/path", "https://a@s3.example.org", "ftp://x"])
    func `what is no URL of a server is refused`(endpoint: String) {
        #expect(throws: MediaProblem.self) {
            try S3Store(S3Options(endpoint: endpoint, region: "r", bucket: "b"), AccessKey(id: "i", secret: "s"))
        }
    }
}
