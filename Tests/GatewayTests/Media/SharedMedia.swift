import Bytes
import Client
import Framing
import JSON
import Security
import TestSupport
import Testing

/// The first bytes of a PNG of that size, and others that nobody else has.
func picture(_ width: UInt32 = 8, _ height: UInt32 = 6, bytes: Int = 200) -> [UInt8] {
    func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + number(13) + Array("IHDR".utf8)
    let start = head + number(width) + number(height) + [8, 6, 0, 0, 0]
    return start + Random.bytes(bytes - start.count)
}

func digest(_ bytes: [UInt8]) -> String { Base64.url.encode(bytes.withUnsafeBytes { Digest.sha256($0) }) }

/// The reply to `media.prepare`, or to `media.complete`.
struct UploadReply: Equatable {
    let id: String
    let state: String
    /// Nil: no bytes are awaited.
    let url: String?
    let headers: [String: String]
    let verified: String?
    let width: Int?
    let height: Int?

    init(_ json: JSONValue) throws {
        id = try #require(json["mediaID"]?.string)
        state = try #require(json["state"]?.string)
        url = json["upload"]?["url"]?.string
        var headers: [String: String] = [:]
        if let members = json["upload"]?["headers"]?.members {
            for (name, value) in members { headers["\(name.keyText)"] = value.string }
        }
        self.headers = headers
        verified = json["verified"]?.string
        width = json["width"]?.int
        height = json["height"]?.int
    }
}

/// Parameters of `media.prepare`. `more` are further ones as JSON members.
func announced(_ bytes: [UInt8], type: String = "image/png", name: String = "cat.png", _ more: String = "") -> String {
    let more = more.isEmpty ? "" : ", \(more)"
    return #"{"name": "\#(name)", "type": "\#(type)", "size": \#(bytes.count), "sha256": "\#(digest(bytes))"\#(more)}"#
}

extension ClientSession {
    func prepare(_ bytes: [UInt8], type: String = "image/png", name: String = "cat.png") throws -> UploadReply {
        try UploadReply(try request("media.prepare", announced(bytes, type: type, name: name)).get())
    }

    @discardableResult
    func complete(_ id: String, _ more: String = "") throws -> UploadReply {
        let data = #"{"mediaID": "\#(id)"\#(more.isEmpty ? "" : ", \(more)")}"#
        return try UploadReply(try request("media.complete", data).get())
    }

    /// Uploads the bytes, and returns their id.
    func upload(
        _ bytes: [UInt8], type: String = "image/png", at gateway: GatewayProcess, _ more: String = ""
    ) throws -> String {
        let prepared = try prepare(bytes, type: type)
        try gateway.put(bytes, by: prepared)
        #expect(try complete(prepared.id, more).state == "ready")
        return prepared.id
    }

    /// The URL of an upload; nil: there is none for the user.
    func mediaURL(_ id: String) throws -> String? {
        switch try request("media.url", #"{"mediaIDs": ["\#(id)"]}"#) {
        case .ok(let reply): return try #require(reply["urls"]?.elements).compactMap { $0["url"]?.string }.first
        case .error(let error):
            #expect(error.number == "gw 1010")
            return nil
        }
    }

    /// Whether the user can read the bytes now.
    func reads(_ id: String, _ bytes: [UInt8], at gateway: GatewayProcess) throws -> Bool {
        guard let url = try mediaURL(id) else { return false }
        return try gateway.has(bytes, at: url)
    }

    /// `mediaID`, or `mediaID:state` where that is not `ready`, of what the last message of a conversation refers to.
    func media(with user: String) throws -> [String] {
        let data = #"{"conversationID": "c2c_\#(user)", "limit": 1}"#
        let page = try request("message.history", data).get()
        guard let message = page["messages"]?.elements?.first(where: { _ in true }) else { return [] }
        return (message["media"]?.elements.map { Array($0) } ?? []).map { one in
            let state = one["state"]?.string ?? ""
            return (one["mediaID"]?.string ?? "") + (state == "ready" ? "" : ":\(state)")
        }
    }
}

/// A gateway whose media are in a directory of its own, or at another server.
func withMedia(
    in store: S3Server.Kind?, _ settings: [String: String] = [:], door: RequestDoor = .usual,
    _ body: (GatewayProcess) throws -> Void
) throws {
    guard let store else { return try withChat(settings, door: door, body) }
    try withBucket(store, settings, door: door) { gateway, _ in try body(gateway) }
}

extension S3Server.Kind {
    /// A directory, and a server that many run.
    static let directoryOrServer: [S3Server.Kind?] = [nil, .swift]
}

extension GatewayProcess {
    /// Sends the bytes of an upload to where its plan says.
    func put(_ bytes: [UInt8], by plan: UploadReply) throws {
        let headers = plan.headers.map { HTTPHeader($0, $1) }
        let response = try askStore(.put, try #require(plan.url), headers, body: bytes)
        #expect(response.status / 100 == 2, "\(response.text)")
    }

    /// At the gateway, or at the server on this machine that the URL names.
    func askStore(
        _ method: HTTPMethod, _ url: String, _ headers: [HTTPHeader] = [], body: [UInt8] = []
    ) throws -> HTTPClientResponse {
        if url.hasPrefix("/") { return try http().request(method, url, headers: headers, body: body) }
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        let port = try #require(parts.dropFirst().first?.split(separator: ":").last.flatMap { UInt16($0) })
        let own = [HTTPHeader("Host", "127.0.0.1:\(port)"), HTTPHeader("Content-Length", "\(body.count)")]
        let lines = (own + headers).map { "\($0.name): \($0.value)\r\n" }
        let http = try HTTPConnection(Endpoint(port: port))
        // To version 1.0 no server answers in chunks.
        let head = "\(method.rawValue) /\(try #require(parts.last)) HTTP/1.0\r\n\(lines.joined())\r\n"
        try http.channel.write(Array(head.utf8) + body)
        return try http.response(readsUntilEnd: true)
    }

    /// False: they are gone.
    func has(_ bytes: [UInt8], at url: String) throws -> Bool {
        let response = try askStore(.get, url)
        if response.status == 404 { return false }
        #expect(response.status == 200 && response.body == bytes)
        return true
    }
}
