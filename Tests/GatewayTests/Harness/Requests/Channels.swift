import Client
import JSON
import Testing

/// A message of a channel as replies and events show it.
struct ChannelPost: Equatable {
    let channel: String
    let msgID: String
    let clientMsgID: String
    let seq: Int
    let from: String?
    let body: String
    let isErased: Bool

    var text: String? { (try? JSONDocument().parse(body))?["text"]?.string }

    init(_ json: JSONValue) throws {
        channel = try #require(json["channelID"]?.string)
        msgID = try #require(json["msgId"]?.string)
        clientMsgID = try #require(json["clientMsgId"]?.string)
        seq = try #require(json["seq"]?.int)
        from = json["from"]?.string
        body = String(decoding: try #require(json["body"]).raw, as: UTF8.self)
        isErased = json["isErased"]?.bool == true
        #expect(json["type"]?.int == 0 && (json["time"]?.int ?? 0) > 0)
    }
}

/// Parameters of `channel.publish` for a text. `more` are further parameters as JSON members.
func post(_ text: String, in channel: String, id: String = uniqueID(), _ more: String = "") -> String {
    #"{"channelID": "\#(channel)", "clientMsgId": "\#(id)", "type": 0, "body": {"text":"\#(text)"}"#
        + "\(more.isEmpty ? "" : ", \(more)")}"
}

func channel(_ id: String, _ more: String = "") -> String {
    #"{"channelID": "\#(id)"\#(more.isEmpty ? "" : ", \(more)")}"#
}

extension ClientSession {
    /// `verb`: `create` of `admin.channel.create`, by an administrator's session.
    @discardableResult
    func manage(_ verb: String, _ id: String, _ more: String = "") throws -> JSONValue {
        try request("admin.channel.\(verb)", channel(id, more)).get()
    }

    /// The seq of the reply.
    @discardableResult
    func publish(
        _ text: String, in channel: String, id: String = uniqueID(), by operation: String = "channel.publish",
        _ more: String = ""
    ) throws -> Int {
        try #require(try request(operation, post(text, in: channel, id: id, more)).get()["seq"]?.int)
    }

    /// By an administrator's session, in nobody's name.
    @discardableResult
    func announce(_ text: String, in channel: String, id: String = uniqueID(), _ more: String = "") throws -> Int {
        try publish(text, in: channel, id: id, by: "admin.channel.publish", more)
    }

    /// The seq of the reply.
    @discardableResult
    func follow(_ id: String) throws -> Int {
        try #require(try request("channel.subscribe", channel(id)).get()["seq"]?.int)
    }

    func unfollow(_ id: String) throws {
        _ = try request("channel.unsubscribe", channel(id)).get()
    }

    /// Newest first, unless told otherwise; all pages of `limit`.
    func posts(in id: String, _ direction: String = "older", limit: Int = 100) throws -> [ChannelPost] {
        var (posts, cursor): ([ChannelPost], Int) = ([], 0)
        repeat {
            let more = #""direction": "\#(direction)", "cursor": \#(cursor), "limit": \#(limit)"#
            let page = try request("channel.history", channel(id, more)).get()
            posts += try #require(page["messages"]?.elements).map { try ChannelPost($0) }
            cursor = try #require(page["cursor"]?.int)
            #expect((cursor == 0) == (page["isFinished"]?.bool == true))
        } while cursor > 0
        return posts
    }

    func nextPost() throws -> ChannelPost { try ChannelPost(event("channel.message")) }

    /// Those that have come; `settle` says when all have.
    func posts() throws -> [ChannelPost] {
        try settle().named("channel.message").map { try ChannelPost($0.data) }
    }

    func followed() throws -> [String] {
        let list = try request("channel.list").get()
        return try #require(list["channels"]?.elements).compactMap { $0["channelID"]?.string }
    }

    func followers(of id: String) throws -> Int {
        try #require(try request("channel.info", channel(id)).get()["followers"]?.int)
    }
}

extension EventStreamClient {
    /// Of a channel; nil: the stream has ended.
    func nextPost() throws -> ChannelPost? {
        try next().map { event in
            let post = try ChannelPost(try JSONDocument().parse(event.data))
            #expect(event.type == "channel.message" && event.id == String(post.seq))
            return post
        }
    }

    func seqs(_ count: Int) throws -> [Int] {
        try (0..<count).map { _ in try #require(try nextPost(), "the stream ended").seq }
    }
}

extension GatewayProcess {
    /// A session of a token that names these channels.
    func claiming(_ user: String, _ channels: [String], device: String = "d1") throws -> ClientSession {
        let token = keys.token(user, #""channels": \#(list(channels)), "iat": \#(wallSeconds())"#)
        let session = try guest()
        _ = try session.open(token: token, device: device).get()
        if door == .http { session.api = try api([.bearer(token)]) }
        return session
    }

    /// A session that says what it has of channels. The verdicts come beside.
    func back(
        _ user: String, device: String = "d1", channels: String
    ) throws -> (session: ClientSession, channels: JSONValue) {
        let (session, opened) = try back(user, device: device, resume: #"{"channels": \#(channels)}"#)
        return (session, try #require(opened["resume"]?["channels"]))
    }

    /// Until the rows of destroyed channels are gone.
    func waitUntilSwept(_ table: String) throws {
        try until("\(table) is empty") { try rows(of: table) == 0 }
    }
}
