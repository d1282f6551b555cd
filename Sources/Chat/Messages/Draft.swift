import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// A message to be sent.
package struct Draft: Sendable {
    package private(set) var target: ConversationID
    package private(set) var clientID: String
    package let kind: MessageKind
    package var settings: MessageSettings
    package var body: String
    package var pushText: String?
    /// C-Q12: whom it names in a group, each once.
    package let mentions: [String]?
    package var memberOption: MemberPushOption?
    package let pushPayload: PushPayload?
    /// The message that this one answers (M-30).
    package var replyTo: MessageNumber?
    /// M-35: for how many seconds it stays; nil: as long as messages are kept.
    package var expireSeconds: Int?
    /// M-54: the members of the group for whom alone it is; empty: it is for all.
    package var visibleTo: [String] = []
    /// U-20: the ids of what it refers to.
    package var media: [String] = []
    /// N-05: nil: it is sent whole.
    package var streamed: StreamedOrigin?
    /// M-56: nil: it forwards nothing.
    var merge: Merge?
    /// D-08: the version of the sender's draft of which it was made.
    package var clears: Stamp?
    /// Made where there are many threads; nil: the writer makes it.
    package var digest: RequestDigest?
    /// The same of the body alone.
    package var bodyDigest: ContentDigest?

    package init(
        target: ConversationID, clientID: String, kind: MessageKind, settings: MessageSettings, body: String,
        pushText: String? = nil, mentions: [String]? = nil, memberOption: MemberPushOption? = nil,
        pushPayload: PushPayload? = nil
    ) {
        self.mentions = mentions
        self.memberOption = memberOption
        self.pushPayload = pushPayload
        self.target = target
        self.clientID = clientID
        self.kind = kind
        self.settings = settings
        self.body = body
        self.pushText = pushText
    }
}

extension Draft {
    /// The details of the message from the start; nil, as for most messages: there are none.
    func life(sentAt time: Milliseconds, _ reply: MessageReply?, _ media: [MessageMedia]) -> MessageLife? {
        if reply == nil, expireSeconds == nil, visibleTo.isEmpty, media.isEmpty, streamed == nil { return nil }
        return MessageLife(
            reply: reply, expireAt: expireSeconds.map { time + Milliseconds(Int64($0) * 1_000) },
            visibleTo: visibleTo, media: media, streamed: streamed)
    }
}

// MARK: - Repeats

extension Draft {
    var effectiveSettings: MessageSettings {
        if !visibleTo.isEmpty { return settings.subtracting(.shouldBeCounted) }
        return mentions?.contains { $0.isSpelled(like: AtInfo.everybody) } == true ? settings.union(.atAll) : settings
    }

    var mentionsText: String? { mentions.map(listText) }

    /// X-66: the same for one of many receivers, with an id of its own. `body`: the body's digest.
    func addressed(to receiver: UserID, body: ContentDigest, _ key: DigestKey) -> Draft {
        var draft = self
        draft.target = .c2c(receiver)
        draft.clientID = RequestDigest([clientID.digest(key), receiver.text.digest(key)], key).text
        draft.digest = draft.digest(ofBody: body, key)
        return draft
    }

    /// The same for two drafts that say the same, however they were written.
    package func digest(ofBody body: ContentDigest, _ key: DigestKey) -> RequestDigest {
        digestOfMessage(
            to: target, kind, effectiveSettings, body: body, pushText, mentions: mentionsText,
            memberOption: memberOption?.json, pushPayload: pushPayload?.json, replyTo: replyTo,
            expireSeconds: expireSeconds, visibleTo: visibleTo, media: media, forwards: merge?.numbers ?? [], key)
    }
}

/// A JSON list.
func listText(_ names: [String]) -> String {
    var json = JSONWriter()
    json.array { json in
        for name in names { json.value(name) }
    }
    return json.text
}

func digestOfMessage(
    to target: ConversationID, _ kind: MessageKind, _ settings: MessageSettings, body: ContentDigest,
    _ pushText: String?, mentions: String?, memberOption: String?, pushPayload: String?,
    replyTo: MessageNumber? = nil, expireSeconds: Int? = nil, visibleTo: [String] = [], media: [String] = [],
    forwards: [MessageNumber] = [], _ key: DigestKey
) -> RequestDigest {
    // A detail that the message lacks adds nothing, so the digest is as it was in former releases.
    var last = pushPayload
    if let replyTo { last = "\(last ?? "")\n\(replyTo)" }
    if let expireSeconds { last = "\(last ?? "")\nexpires \(expireSeconds)" }
    if !visibleTo.isEmpty { last = "\(last ?? "")\nvisible to \(listText(visibleTo))" }
    if !media.isEmpty { last = "\(last ?? "")\nmedia \(media.joined(separator: " "))" }
    if !forwards.isEmpty { last = "\(last ?? "")\nforwards \(forwards.map { "\($0)" }.joined(separator: " "))" }
    let parts: [8 of ContentDigest?] = [
        target.prefix.digest(followedBy: target.name, key), ContentDigest(Int64(kind.rawValue)),
        ContentDigest(settings.rawValue), body, pushText?.digest(key), mentions?.digest(key),
        memberOption?.digest(key), last?.digest(key),
    ]
    return RequestDigest(parts.span, key)
}
