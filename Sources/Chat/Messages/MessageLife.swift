import ClientProtocol
import Domain
import JSON

/// The state of a message beyond what was sent: changes, reactions, a pin, an end.
package struct MessageLife: Equatable, Sendable {
    /// M-08: the place of its newest change in the conversation.
    package var change: Seq = 0
    /// When it was recalled, or else edited last.
    package var changedAt: Milliseconds = 0
    /// M-01: the user who has recalled it; nil: a backend has.
    package var recalledBy: String?
    /// M-01: as it was given.
    package var recallReason: String?
    /// M-18: how often it was edited.
    package var version: Int64 = 0
    /// M-23: in the order in which they came first.
    package var reactions: [ReactionCount] = []
    /// M-30: the message that it replies to.
    package var reply: MessageReply?
    /// M-31: nil: it is not pinned.
    package var pin: MessagePin?
    /// M-35: from then on it is gone; nil: it stays.
    package var expireAt: Milliseconds?
    /// M-54: the members of the group for whom alone it is, beside its sender; empty: it is for all.
    package var visibleTo: [String] = []
    /// U-21: in the order in which they were sent.
    package var media: [MessageMedia] = []
    /// N-05: nil: it was sent whole.
    package var streamed: StreamedOrigin?
}

/// The message that another one replies to, without what it says.
package struct MessageReply: Equatable, Sendable {
    package let message: MessageNumber
    package let seq: Seq
    package let from: String
}

/// The user who has pinned a message, and when.
package struct MessagePin: Equatable, Sendable {
    package let user: String
    package let time: Milliseconds
}

/// How often a message has a reaction.
package struct ReactionCount: Equatable, Sendable {
    package let reaction: String
    package var count: Int64
    /// The first few.
    package var users: [String]

    /// How many users are shown.
    static let mostShown = 5
}

extension MessageLife {
    /// The facts without a column of their own, as the store has them; nil: none.
    var detail: String? {
        if recallReason == nil, version == 0, reactions.isEmpty, reply == nil, pin == nil, expireAt == nil,
            visibleTo.isEmpty, media.isEmpty, streamed == nil
        {
            return nil
        }
        var json = JSONWriter()
        json.object { json in
            if let recallReason { json.field("reason", recallReason) }
            if version > 0 { json.field("version", version) }
            if !reactions.isEmpty {
                json.array("reactions") { json in
                    for count in reactions { json.object { count.write(to: &$0) } }
                }
            }
            if let reply { json.object("replyTo") { reply.write(to: &$0) } }
            if let pin { json.object("pinned") { pin.write(to: &$0) } }
            if let expireAt { json.field("expireAt", expireAt.rawValue) }
            writeVisibleTo(to: &json)
            writeMedia(to: &json)
            streamed?.write(to: &json)
        }
        return json.text
    }

    /// False: it was not written like this.
    mutating func read(detail: String) -> Bool {
        let document = JSONDocument()
        guard let json = try? document.parse(detail), json.kind == .object else { return false }
        recallReason = json["reason"]?.string
        version = json["version"]?.int64 ?? 0
        var isWhole = version >= 0
        reactions = json["reactions"]?.elements?.compactMap(ReactionCount.init) ?? []
        if reactions.count != json["reactions"]?.count ?? 0 { isWhole = false }
        reply = json["replyTo"].flatMap(MessageReply.init)
        pin = json["pinned"].flatMap(MessagePin.init)
        expireAt = json["expireAt"]?.int64.map { Milliseconds($0) }
        visibleTo = json["visibleTo"]?.elements?.compactMap(\.string) ?? []
        if visibleTo.count != json["visibleTo"]?.count ?? 0 { isWhole = false }
        media = json["media"]?.elements?.compactMap(MessageMedia.init) ?? []
        if media.count != json["media"]?.count ?? 0 { isWhole = false }
        streamed = json["streamID"]?.string.map {
            StreamedOrigin(id: $0, broken: json["broken"]?.string.flatMap(StreamBreak.init))
        }
        if (streamed?.broken == nil) != (json["broken"] == nil) { isWhole = false }
        if (reply == nil) != (json["replyTo"] == nil) || (pin == nil) != (json["pinned"] == nil)
            || (expireAt == nil) != (json["expireAt"] == nil)
        {
            isWhole = false
        }
        return isWhole
    }

    private func writeMedia(to json: inout JSONWriter) {
        if media.isEmpty { return }
        json.array("media") { json in
            for one in media { json.object { one.write(to: &$0) } }
        }
    }

    func writeVisibleTo(to json: inout JSONWriter) {
        if visibleTo.isEmpty { return }
        json.array("visibleTo") { json in
            for user in visibleTo { json.value(user) }
        }
    }

    /// M-25: `own` are the user's own; nil: it is not said whose they are.
    func writeReactions(_ own: [String]?, to json: inout JSONWriter) {
        if reactions.isEmpty { return }
        json.array("reactions") { json in
            for count in reactions {
                json.object { json in
                    count.write(to: &json)
                    if let own { json.field("mine", own.contains { $0.isSpelled(like: count.reaction) }) }
                }
            }
        }
    }

    /// As members of the message.
    func write(_ message: StoredMessage, to json: inout JSONWriter) {
        if change > 0 { json.field("change", change.rawValue) }
        if let expireAt { json.field("expireAt", expireAt.rawValue) }
        writeVisibleTo(to: &json)
        if message.isExpired { return json.field("isExpired", true) }
        if message.isRecalled {
            json.object("recalled") { json in
                if let recalledBy { json.field("by", recalledBy) }
                json.field("time", changedAt.rawValue)
                if let recallReason { json.field("reason", recallReason) }
            }
            return
        }
        if let reply { json.object("replyTo") { reply.write(to: &$0) } }
        if let pin { json.object("pinned") { pin.write(to: &$0) } }
        writeMedia(to: &json)
        streamed?.write(to: &json)
        if version > 0 {
            json.object("edited") { json in
                json.field("time", changedAt.rawValue)
                json.field("version", version)
            }
        }
    }
}

extension ReactionCount {
    init?(_ json: JSONValue) {
        guard let reaction = json["reaction"]?.string, let count = json["count"]?.int64, count > 0,
            let users = json["users"]?.elements
        else { return nil }
        self.init(reaction: reaction, count: count, users: users.compactMap(\.string))
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.field("reaction", reaction)
        json.field("count", count)
        json.array("users") { json in
            for user in users { json.value(user) }
        }
    }
}

extension StreamedOrigin {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("streamID", id)
        if let broken { json.field("broken", broken.rawValue) }
    }
}

extension MessageReply {
    init?(_ json: JSONValue) {
        guard let id = json["msgId"]?.string.flatMap(MessageNumber.init), let seq = json["seq"]?.int64,
            let from = json["from"]?.string
        else { return nil }
        self.init(message: id, seq: Seq(seq), from: from)
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.id(message)
        json.field("seq", seq.rawValue)
        json.field("from", from)
    }
}

extension MessagePin {
    init?(_ json: JSONValue) {
        guard let user = json["by"]?.string, let time = json["time"]?.int64 else { return nil }
        self.init(user: user, time: Milliseconds(time))
    }

    fileprivate func write(to json: inout JSONWriter) {
        json.field("by", user)
        json.field("time", time.rawValue)
    }
}

extension MessageView {
    static let reactions = Field(
        optional: "reactions",
        .list(
            .object([
                Field("reaction", .string), Field("count", .integer, "How many users."),
                Field("users", .strings, "The first few of them."),
                Field(
                    optional: "mine", .boolean,
                    "Only in replies and in events about own reactions: whether the user is one of them."),
            ])), "Only if there are some.")
    static let lifeFields = [
        Field(
            optional: "change", .integer, "Only if it has changed: the place of its newest change in the conversation."),
        Field(
            optional: "recalled",
            .object([
                Field(optional: "by", .string, "The user who has recalled it; absent: a backend has."),
                Field("time", .milliseconds, "When."),
                Field(optional: "reason", .string, "Only if one was given."),
            ]), "Only if it was recalled: its body is empty then."),
        Field(
            optional: "edited",
            .object([
                Field("time", .milliseconds, "When it was edited last."),
                Field("version", .integer, "How often it was edited."),
            ]), "Only if it was edited."),
        Field(
            optional: "replyTo",
            .object([
                Field("msgId", .string), Field("seq", .integer), Field("from", .string, "The sender of that message."),
            ]), "Only if it replies to a message of the conversation."),
        Field(
            optional: "pinned", .object([Field("by", .string), Field("time", .milliseconds)]),
            "Only while it is pinned: by whom, and since when."),
        Field(optional: "media", .list(MessageMedia.type), "Only if it refers to some."),
        Field(
            optional: "streamID", .string,
            "Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md)."),
        Field(
            optional: "broken", .words(StreamBreak.allCases.map(\.rawValue)),
            "Only if it was streamed and is not whole: why it ended."),
        Field(optional: "expireAt", .milliseconds, "Only if it expires: from then on it is gone."),
        Field(
            optional: "visibleTo", .strings,
            "Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's "
                + "`lastMessage`, and counts nowhere."),
        Field(
            optional: "isExpired", .boolean,
            "Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty "
                + "then."),
    ]
}
