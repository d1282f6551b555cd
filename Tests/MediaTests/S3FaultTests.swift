import Domain
import EventLoop
import Media
import TestSupport
import Testing

/// Stores that fail, and what the operator is told.
@Suite(.serialized) struct S3FaultTests {
    private static func store(
        _ endpoint: String, bucket: String = S3Server.bucket, key: String = S3Server.keyID,
        secret: String = S3Server.secret
    ) throws -> S3Store {
        try S3Store(
            S3Options(endpoint: endpoint, region: "us-east-1", bucket: bucket), AccessKey(id: key, secret: secret))
    }

    /// The text for the log.
    private func text(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no problem"
        } catch MediaProblem.failed(let text) {
            return text
        } catch {
            return "another error: \(error)"
        }
    }

    @Test func `a wrong key, a wrong secret and a missing bucket are said in words`() throws {
        let server = try S3Server.shared(.swift)
        try Self.store(server.endpoint).check()
        let cases = [
            (try Self.store(server.endpoint, key: "martlet:other"), "the key or secret of s3.keyFile"),
            (try Self.store(server.endpoint, secret: "other"), "the key or secret of s3.keyFile"),
            (try Self.store(server.endpoint, bucket: "other"), "does not exist"),
        ]
        let upload = StoreUnderTest.upload([1])
        for (store, words) in cases {
            for text in [
                text { try store.check() }, text { _ = try store.arrived(upload) },
                text { _ = try store.ids(after: nil, limit: 1) },
            ] {
                #expect(text.contains(words))
                // Neither a signature nor a key.
                #expect(text.firstMatch(of: #/[0-9a-f]{32}|Signature=|martlet:/#) == nil, "\(text)")
            }
        }
        let exchanged = cases[1].0
        exchanged.use(AccessKey(id: S3Server.keyID, secret: S3Server.secret))
        try exchanged.check()
    }

    @Test func `a store that is down fails at once, and is used again when it is back`() throws {
        let server = try S3Server(.moto)
        let store = try Self.store(server.endpoint)
        try store.check()
        server.stop()
        #expect(text { try store.check() }.contains("GET /media: "))
        let start = Clock.monotonic
        #expect(text { try store.check() }.contains("did not answer a moment ago"))
        #expect(Clock.monotonic - start < 500)
    }

    @Test(arguments: [
        (["503", "200:<ListBucketResult/>"], 2), (["500", "502", "200:<ListBucketResult/>"], 3),
        (["-", "200:<ListBucketResult/>"], 2),
        (["400:<Error><Code>RequestTimeout</Code></Error>", "200:<ListBucketResult/>"], 2),
    ])
    func `what may pass is tried again`(answers: [String], requests: Int) throws {
        let server = try AnswerServer(answers)
        #expect(try Self.store(server.endpoint).ids(after: nil, limit: 10).isEmpty)
        #expect(try server.requests().count == requests)
    }

    @Test(arguments: [
        ("503", 3, "GET /media: the status is 503"),
        ("403:<Error><Code>RequestTimeTooSkewed</Code></Error>", 1, "the clocks"),
        ("403:<Error><Code>InvalidAccessKeyId</Code></Error>", 1, "does not know the key"),
        ("403:<Error><Code>AccessDenied</Code><Message>key=secret</Message></Error>", 1, "403 AccessDenied: the key"),
        ("400:<Error><Code>ExpiredToken</Code></Error>", 1, "no longer good"),
        ("400:<Error><Code>a b\nc</Code></Error>", 1, "the status is 400"),
        ("301:<Error><Code>PermanentRedirect</Code></Error>", 1, "301 PermanentRedirect"),
        ("200:<html/>", 1, "the store answered html instead of ListBucketResult"),
        ("200:<ListBucketResult>", 1, "not XML as S3 has it"),
    ])
    func `what will not pass is said`(answer: String, requests: Int, words: String) throws {
        let server = try AnswerServer([answer])
        let store = try Self.store(server.endpoint)
        let text = text { _ = try store.ids(after: nil, limit: 10) }
        #expect(text.contains(words) && !text.contains("secret"), "\(text)")
        #expect(try server.requests().count == requests)
    }

    @Test func `an error in an answer of status 200 is an error`() throws {
        let listed = "200:<ListMultipartUploadsResult/>"
        let error = "200:<Error><Code>InternalError</Code></Error>"
        let server = try AnswerServer([listed, error])
        let store = try S3Store(
            S3Options(endpoint: server.endpoint, region: "r", bucket: "media", partBytes: 1),
            AccessKey(id: "id", secret: "secret"))
        let upload = StoreUnderTest.upload([1, 2])
        let text = text { _ = try store.plan(for: upload, until: StoreUnderTest.end) }
        #expect(text == "the store answered InternalError instead of InitiateMultipartUploadResult")
    }

    @Test(
        arguments: [
            (#"{"accessKeyID": "a", "secretAccessKey": "s"}"#, nil),
            (#"{"accessKeyID": "a", "secretAccessKey": "s", "sessionToken": "t"}"#, nil),
            ("", "is no JSON"), ("[]", "is no JSON object"), (#"{"accessKeyID": "a"}"#, "no text secretAccessKey"),
            (#"{"accessKeyID": 1, "secretAccessKey": "s"}"#, "no text accessKeyID"),
            (#"{"accessKeyID": "a", "secretAccessKey": "s", "other": 1}"#, "member other"),
            (#"{"accessKeyID": "a b", "secretAccessKey": "s"}"#, "cannot be sent"),
            (#"{"accessKeyID": "a", "secretAccessKey": "s", "sessionToken": ""}"#, "a sessionToken that is no text"),
        ] as [(String, String?)])
    func `a file of a key has its members and no others`(file: String, problem: String?) {
        let found = text { _ = try AccessKey(file: Array(file.utf8)) }
        #expect(found.contains(problem ?? "no problem"))
    }
}
