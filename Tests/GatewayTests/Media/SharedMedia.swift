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
    let verified: String?
    let width: Int?
    let height: Int?

    init(_ json: JSONValue) throws {
        id = try #require(json["mediaID"]?.string)
        state = try #require(json["state"]?.string)
        url = json["upload"]?["url"]?.string
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
        try gateway.put(bytes, to: prepared.url)
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

extension GatewayProcess {
    /// Sends the bytes of an upload.
    func put(_ bytes: [UInt8], to url: String?) throws {
        let response = try http().request(.put, try #require(url), body: bytes)
        #expect(response.status == 204, "\(response.text)")
    }

    /// False: they are gone.
    func has(_ bytes: [UInt8], at url: String) throws -> Bool {
        let response = try http().request(.get, url)
        if response.status == 404 { return false }
        #expect(response.status == 200 && response.body == bytes)
        return true
    }
}
