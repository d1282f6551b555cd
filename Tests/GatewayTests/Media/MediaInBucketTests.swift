import Client
import Framing
import JSON
import Security
import Settings
import TestSupport
import Testing

/// Gateways whose media another server has, from the upload to the end. The client of a user is at one node, then at another.
struct MediaInBucketTests {
    @Test(arguments: S3Server.Kind.allCases)
    func `U-11, U-17, U-22: bytes go to the store and come from there, and nobody else has them`(
        kind: S3Server.Kind
    ) throws {
        try withBucket(kind) { gateway, server in
            let (first, second) = (try gateway.online("alice"), try gateway.online("alice", device: "d2"))
            let (bob, carol) = (try gateway.online("bob"), try gateway.online("carol"))
            let bytes = picture(80, 60)
            let prepared = try first.prepare(bytes)
            let id = prepared.id
            #expect(try second.refusal("media.complete", #"{"mediaID": "\#(id)"}"#).number == "gw 1006")
            try gateway.put(bytes, by: prepared)
            let done = try second.complete(id)
            #expect(done.state == "ready" && done.width == 80 && done.height == 60)
            #expect(done.verified == (kind == .moto ? "digest" : "size"))
            try first.write("look", to: "bob", #""media": ["\#(id)"]"#)
            #expect(try bob.media(with: "alice") == [id])
            #expect(try carol.mediaURL(id) == nil)
            let read = try server.ask(.get, #require(try bob.mediaURL(id)))
            #expect(read.status == 200 && read.body == bytes)
            #expect(read.headers.first(of: "content-type") == "image/png")
        }
    }

    @Test(arguments: S3Server.Kind.allCases)
    func `a large upload goes in parts, some of them asked for at another node`(kind: S3Server.Kind) throws {
        try withBucket(kind, ["media.partBytes": "5242880"]) { gateway, server in
            let (first, second) = (try gateway.online("alice"), try gateway.online("alice", device: "d2"))
            let bytes = picture(bytes: 5_242_880 + 1_000)
            let prepared = try first.request("media.prepare", announced(bytes)).get()
            let id = try #require(prepared["mediaID"]?.string)
            let begun = try #require(prepared["upload"])
            #expect(begun["kind"]?.string == "parts" && begun["first"]?.int == 1)
            let urls = try #require(begun["urls"]?.elements).compactMap(\.string)
            #expect(urls.count == 2)
            #expect(try server.ask(.put, urls[0], body: Array(bytes.prefix(5_242_880))).status == 200)
            let rest = try second.request("media.prepare", #"{"mediaID": "\#(id)"}"#).get()
            let place = try #require(rest["upload"]?["first"]?.int)
            let url = try #require(rest["upload"]?["urls"]?.elements?.compactMap(\.string).dropFirst(2 - place).first)
            #expect(try server.ask(.put, url, body: Array(bytes.suffix(1_000))).status == 200)
            #expect(try second.complete(id).state == "ready")
            #expect(try server.ask(.get, #require(try first.mediaURL(id))).body == bytes)
        }
    }

    @Test func `U-29: who reads an avatar is sent on to the store`() throws {
        try withBucket(.swift) { gateway, server in
            let alice = try gateway.online("alice")
            let bytes = picture()
            let data = announced(bytes, #""use": "avatar""#)
            let plan = try UploadReply(try alice.request("media.prepare", data).get())
            try gateway.put(bytes, by: plan)
            let url = try alice.request("media.complete", #"{"mediaID": "\#(plan.id)"}"#).get()["url"]?.string
            let path = try #require(url)
            let http = try gateway.http()
            let sentOn = try http.request(.get, path)
            #expect(sentOn.status == 307 && sentOn.headers.first(of: "cache-control")?.hasPrefix("public") == true)
            #expect(try server.ask(.get, #require(sentOn.headers.first(of: "location"))).body == bytes)
            #expect(try http.request(.head, path).status == 307)
            #expect(try http.request(.get, String(path.dropLast()) + "_").status == 403)
            #expect(try gateway.http().request(.post, path, body: [1]).status == 405)
        }
    }

    @Test func `a store that does not answer is counted and told, and messages go on`() throws {
        // Port 1 of this machine is nobody's.
        try withBucket(.swift, ["s3.endpoint": #""http://127.0.0.1:1""#]) { gateway, _ in
            let (alice, bob) = (try gateway.online("alice"), try gateway.online("bob"))
            let id = try alice.prepare(picture()).id
            #expect(try alice.refusal("media.complete", #"{"mediaID": "\#(id)"}"#).number == "gw 1008")
            #expect(try gateway.metric(#"martlet_media_faults_total{reason="failed"}"#) >= 1)
            try alice.write("without", to: "bob")
            #expect(try bob.event("message.new")["body"]?["text"]?.string == "without")
        }
    }
}

/// A gateway whose media another server has.
func withBucket(
    _ kind: S3Server.Kind, _ more: [String: String] = [:], door: RequestDoor = .usual,
    _ body: (GatewayProcess, S3Server) throws -> Void
) throws {
    let (server, folder) = (try S3Server.shared(kind), try TemporaryFolder())
    let file = folder.path("key.json")
    try File.createSecret(
        file, #"{"accessKeyID": "\#(S3Server.keyID)", "secretAccessKey": "\#(S3Server.secret)"}"#)
    let settings = [
        "media.store": #""s3""#, "s3.endpoint": "\"\(server.endpoint)\"", "s3.bucket": "\"\(S3Server.bucket)\"",
        "s3.prefix": "\"\(UInt64.random(in: 0 ... .max))-\"", "s3.keyFile": "\"\(file)\"",
    ]
    try withChat(settings.merging(more) { $1 }, door: door) { gateway in try body(gateway, server) }
}

extension S3Server {
    func ask(
        _ method: HTTPMethod, _ url: String, _ headers: [HTTPHeader] = [], body: [UInt8] = []
    ) throws -> HTTPClientResponse {
        #expect(url.hasPrefix(endpoint), "the client is sent elsewhere")
        let port = try #require(endpoint.split(separator: ":").last.flatMap { UInt16($0) })
        let http = try HTTPConnection(Endpoint(port: port))
        return try http.request(method, String(url.dropFirst(endpoint.count)), headers: headers, body: body)
    }
}
