import Chat
import ClientProtocol
import Domain
import JSON
import Security
import Settings

enum SendMessage {
    static let definition = declaration.user(handle)

    static let declaration = Operation(
        "message.send",
        "Sends a message. When the reply comes, it is on the disk; a repeated request gets the "
            + "same reply.",
        roles: .user,
        parameters: [SharedParameters.conversationID, clientID] + content + [media, visibleTo, draftVersion],
        result: [
            Field("msgId", .string, "The message's id, in digits."),
            Field("conversationID", .string, "The conversation."),
            Field("seq", .integer, "The message's number in the conversation: from 1, without gaps."),
            Field("time", .milliseconds, "When the gateway accepted the message."),
            Field(
                optional: "message", MessageView.type,
                "Only with `visibleTo`, if a hook has replaced what was sent, or words of it, or if a repeat's message has "
                    + "changed since: the message as the sender can read it now, with `isExpired` if it is gone."
            ),
        ],
        errors: errors, badParameter: .messageParameters
    ).hooked(.replaces(except: ["conversationID", "clientMsgId", "visibleTo"]))

    static let errors: [ErrorCode] = [
        .noTarget, .noGroup, .noMessage, .conflict, .tooLarge, .blacklisted, .notFriends, .receiverNotFriend,
        .senderNotFriend, .tooMany, .emptyGroupID, .notInGroup, .noGroupRight, .mutedInGroup, .allMutedInGroup,
        .forbiddenWords, .unavailable,
    ]

    static let clientID = Parameter.string(
        "clientMsgId", bytes: 1...64,
        "The sender's own id for the message, such as a UUID. No other message of the sender has it.")

    /// The parameters that say what is sent, and how.
    static let content: [any DescribedParameter] = [kind, body] + options

    static let options: [any DescribedParameter] =
        [pushText, memberOption, MessageParameters.pushPayload, mentions, replyTo, expireSeconds] + flags

    static let kind = kind(
        oneOf: MessageKind.sendable, "text, image, audio, video, location, file, tip, elements, custom.")
    /// Where there are no messages of elements.
    static let singleKind = kind(
        oneOf: MessageKind.single, "text, image, audio, video, location, file, tip, custom.")

    static func kind(oneOf kinds: [MessageKind], _ meaning: String) -> Parameter<MessageKind> {
        Parameter("type", type: .numbers(kinds.map(\.rawValue)), meaning) { value throws(Mismatch) in
            guard let number = value.int64 else { throw Mismatch("must be an integer") }
            guard let kind = MessageKind(rawValue: number), kinds.contains(kind) else {
                throw Mismatch("must be one of \(kinds.map { "\($0.rawValue)" }.joined(separator: ", "))")
            }
            return kind
        }
    }
    static let body = Parameter<MessageBody>(
        "body", type: .openObject,
        "The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`; type 20 has "
            + "`elements`, 1 to 20 of `type`, `body` and `media`."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
        return MessageBody(json: value.compactText, textCharacters: value["text"]?.stringBytes.map(characters))
    }
    static let pushText = Parameter<String>(
        "apnsContent", type: .characters(0...PushText.mostCharacters),
        "The text of the message's push, up to 500 characters."
    ) { value throws(Mismatch) in try value.pushText("apnsContent") }.optional
    fileprivate static let memberOption = Parameter<MemberPushOption>(
        "apnsMemberOption",
        type: .object([
            Field(optional: "forcePush", .boolean), Field(optional: "userIds", .list(.user)),
            Field(optional: "apnsContent", .characters(0...PushText.mostCharacters)),
        ]),
        "Sets the pushes to some receivers: whether they are forced, default false; the receivers, up to 100, "
            + "default all; and the text. See [pushes.md](pushes.md)."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
        let text = value["apnsContent"].flatMap { $0.isNull ? nil : $0 }
        return MemberPushOption(
            isForced: try force(value["forcePush"]), users: try users(value["userIds"]),
            text: try text?.pushText("apnsMemberOption.apnsContent"))
    }.optional

    private static func force(_ value: JSONValue?) throws(Mismatch) -> Bool {
        guard let value, !value.isNull else { return false }
        guard let flag = value.bool else {
            throw Mismatch("must be a boolean, not \(value.kind)", key: "apnsMemberOption.forcePush")
        }
        return flag
    }

    /// Each user counts once (T-Q22).
    private static func users(_ value: JSONValue?) throws(Mismatch) -> Set<String>? {
        guard let value, !value.isNull else { return nil }
        let key = "apnsMemberOption.userIds"
        guard let elements = value.elements else { throw Mismatch("must be a list of users", key: key) }
        var (users, named): (Set<String>, Set<ExactText>) = ([], [])
        for element in elements {
            guard let user = element.string else { throw Mismatch("must be a list of strings", key: key) }
            named.insert(ExactText(user))
            // Another text names nobody, though it may look like a user's id.
            if UserID(user) != nil { users.insert(user) }
        }
        guard named.count <= MemberPushOption.mostUsers else {
            throw Mismatch("must have up to \(MemberPushOption.mostUsers) users, not \(named.count)", key: key)
        }
        return users
    }

    static let mentions = Parameter.users(
        "atUserList", count: 0...30,
        "In a group: the members that the message mentions; `\(AtInfo.everybody)` means all."
    ).optional

    static let media = Parameter.strings(
        "media", count: 0...MessageMedia.most, bytes: 1...64,
        "The uploads to which it refers: own ones, and those that the sender can read (docs/media.md)."
    ).optional

    static let visibleTo = Parameter.users(
        "visibleTo", count: 1...50,
        "In a group: the members for whom alone the message is, beside its sender. It counts nowhere, and is no "
            + "conversation's `lastMessage`; not with `atUserList` or `teamReceipt`."
    ).optional

    fileprivate static let draftVersion = Parameter<Int>.integer(
        "draftVersion", in: 1...9_007_199_254_740_991,
        "The `version` of the sender's draft of which it was made: sending ends that draft, and no later one."
    ).optional

    fileprivate static let replyTo = Parameter<MessageNumber>(
        "replyTo", type: .object([Field("msgId", .string)]),
        "The message of the conversation that this one replies to: `msgId`. Receivers get its `seq` and sender, too."
    ) { value throws(Mismatch) in
        guard let id = value["msgId"]?.string else { throw Mismatch("must be an object with msgId") }
        // A text that is no id names no message.
        return MessageNumber(id) ?? 0
    }.optional

    fileprivate static let expireSeconds = Parameter<Int>.integer(
        "expireSeconds", in: 1...31_536_000,
        "So many seconds after it was sent, up to a year, the message is gone for everybody."
    ).optional

    /// The flags have names of their own (T-Q15). They are read together, since a send has few of them.
    fileprivate static func settings(in data: JSONValue?) throws(Refusal) -> MessageSettings {
        var settings = MessageSettings.standard
        guard let members = data?.members else { return settings }
        for (key, value) in members {
            guard let (name, setting) = MessageSettings.named.first(where: { key.isString($0.name) }), !value.isNull
            else { continue }
            guard let flag = value.bool else {
                throw Refusal(.messageParameters, "\(name) must be a boolean, not \(value.kind)", keys: ["\(name)"])
            }
            if flag { settings.insert(setting) } else { settings.remove(setting) }
        }
        return settings
    }

    private static let flags: [any DescribedParameter] = MessageSettings.named.map { name, setting in
        // `meanings` has each of `named`.
        Parameter.flag(name, standard: MessageSettings.standard.contains(setting), meanings[setting]!)
    }
    private static let meanings: [MessageSettings: String] = [
        .history: "`message.history` returns the message.",
        .roaming: "Devices that log in later get the message.",
        .sync: "The sender's other devices get the message.",
        .persist: "The message is kept for receivers who are offline.",
        .shouldBeCounted: "The message raises the receivers' unread counts.",
        .apnsEnabled: "The message may be pushed.",
        .apnsWithPrefix: "The push begins with the sender's name.",
        .route: "Accepted, but has no effect.",
        .groupReceipt: "Asks the members of a group for receipts.",
        .exclusiveReactions: "A user's next reaction takes the place of its last, as in a poll with one vote each.",
    ]

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        var draft = try request.draft()
        if request.isReplaced {
            draft.settings.insert(.replaced)
            draft.digest = try request.asSent.draft().digest
        }
        let review = draft.apply(request.context.words)
        if let refused = review.refused { return try refused.refuse(request, by: caller) }
        let send: StateWork = { [draft, isQueued = review.isQueued] chat, json throws(CommandError) in
            let sent = try chat.messages.send(draft, from: caller.account)
            if isQueued { try chat.reports.queue(sent) }
            sent.writeSentByUser(to: &json)
        }
        // Most are not hooked.
        guard request.isHooked else { return .change(send) }
        let findSent: FormerReply = { [draft] chat, json throws(CommandError) in
            guard let sent = try chat.messages.former(draft, from: caller.account) else { return false }
            sent.writeSentByUser(to: &json)
            return true
        }
        return .change(send, former: findSent)
    }
}

extension JSONWriter {
    mutating func sent(_ sent: MessageView) {
        id(sent.message.id)
        field("conversationID", sent.conversation)
        field("seq", sent.message.seq)
        field("time", sent.message.time)
    }
}

extension MessageView {
    /// The sender shows the message as a hook has made it (H-04), or with stars in it (V-09).
    fileprivate func writeSentByUser(to json: inout JSONWriter) {
        json.sent(self)
        if isInReply { json.object("message") { $0.message(self) } }
    }
}

extension Request {
    fileprivate func draft() throws(Refusal) -> Draft {
        try requireGroupID()
        var draft = try draft(to: self(SharedParameters.conversationID), as: self(SendMessage.clientID))
        if !isMinimal { draft.clears = try self(SendMessage.draftVersion).map { Stamp($0) } }
        return draft
    }

    /// An empty group id has a code of its own (G-Q21).
    func requireGroupID() throws(Refusal) {
        if data?["conversationID"]?.isString("group_") == true {
            throw Refusal(.emptyGroupID, keys: ["conversationID"])
        }
    }

    func draft(to target: ConversationID, as clientID: String) throws(Refusal) -> Draft {
        let kind = try self(SendMessage.kind)
        // Most messages have what they must have: nothing else is looked for.
        var draft =
            isMinimal
            ? Draft(target: target, clientID: clientID, kind: kind, settings: .standard, body: try body(of: kind))
            : try draft(to: target, as: clientID, kind, body: try body(of: kind))
        if kind == .elements {
            draft.media = try MessageElement.list(in: draft.body, within: context.configuration.messages)
                .media(beside: draft.media)
        }
        let key = context.digestKey
        draft.bodyDigest = data?["body"]?.digest(key)
        draft.digest = draft.bodyDigest.map { draft.digest(ofBody: $0, key) }
        return draft
    }

    /// With all that may be said beside the body.
    func draft(
        to target: ConversationID, as clientID: String, _ kind: MessageKind, body: String
    ) throws(Refusal) -> Draft {
        var draft = Draft(
            target: target, clientID: clientID, kind: kind,
            settings: try SendMessage.settings(in: data), body: body,
            pushText: try self(SendMessage.pushText).flatMap { $0.isEmpty ? nil : $0 },
            mentions: try mentions(in: target), memberOption: try self(SendMessage.memberOption),
            pushPayload: try self(MessageParameters.pushPayload))
        draft.replyTo = try self(SendMessage.replyTo)
        draft.expireSeconds = try self(SendMessage.expireSeconds)
        draft.media = try self(SendMessage.media) ?? []
        draft.visibleTo = try self(SendMessage.visibleTo) ?? []
        try draft.requireAudience()
        return draft
    }

    /// Between two there is nobody to name (C-Q12).
    private func mentions(in target: ConversationID) throws(Refusal) -> [String]? {
        guard let names = try namesMentioned(in: target), !names.isEmpty else { return nil }
        return names
    }

    /// Nil: the request says nothing of it.
    func namesMentioned(in target: ConversationID) throws(Refusal) -> [String]? {
        guard let names = try self(SendMessage.mentions) else { return nil }
        if case .c2c = target, !names.isEmpty {
            throw Refusal(.messageParameters, "only messages in groups can mention users", keys: ["atUserList"])
        }
        return names
    }

    func body(of kind: MessageKind) throws(Refusal) -> String {
        let body = try smallBody()
        try body.require(kind, within: context.configuration.messages)
        return body.json
    }

    /// A body above `messages.bodyBytes` is refused (T-Q14).
    func smallBody() throws(Refusal) -> MessageBody {
        let body = try self(SendMessage.body)
        let limit = context.configuration.messages.bodyBytes
        guard body.json.utf8.count <= limit else {
            throw Refusal(.tooLarge, "body is longer than \(limit) bytes", keys: ["body"])
        }
        return body
    }
}

extension Draft {
    /// M-54: what tells others of a message, or counts them, is not for one that they do not see.
    fileprivate func requireAudience() throws(Refusal) {
        if visibleTo.isEmpty { return }
        let obstacle: String? =
            if case .c2c = target {
                "only messages in groups can be for some members alone"
            } else if mentions != nil {
                "a message for some members alone mentions nobody"
            } else if settings.contains(.groupReceipt) {
                "nobody sends receipts for a message for some members alone"
            } else {
                nil
            }
        if let obstacle { throw Refusal(.messageParameters, obstacle, keys: ["visibleTo"]) }
    }
}

extension JSONValue {
    /// The text of a push has a limit (T-58, T-Q23).
    fileprivate func pushText(_ key: String) throws(Mismatch) -> String {
        guard let bytes = stringBytes else { throw Mismatch("must be a string, not \(kind)", key: key) }
        guard characters(bytes) <= PushText.mostCharacters else {
            throw Mismatch("is longer than \(PushText.mostCharacters) characters", key: key)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A message's body as its sender wrote it, but compact, and how long the text in it is, if there is one.
struct MessageBody: Sendable {
    let json: String
    let textCharacters: Int?

    /// Throws if it can be no message of that kind (T-Q32, M-53).
    func require(_ kind: MessageKind, within limits: Configuration.Messages) throws(Refusal) {
        if kind == .elements { _ = try MessageElement.list(in: json, within: limits) }
        guard kind == .text else { return }
        guard let textCharacters, textCharacters > 0 else {
            throw Refusal(.messageParameters, "body must have a text, a string that is not empty", keys: ["body"])
        }
        guard textCharacters <= limits.textCharacters else {
            throw Refusal(
                .messageParameters, "body has a text longer than \(limits.textCharacters) characters", keys: ["body"])
        }
    }
}

extension MessageElement {
    static func list(
        in body: String, within limits: Configuration.Messages
    ) throws(Refusal) -> [MessageElement] {
        try list(in: body, textCharacters: limits.textCharacters)
    }
}

/// Unicode scalars: every byte of UTF-8 but those that continue one.
private func characters(_ utf8: UnsafeRawBufferPointer) -> Int {
    var (continuing, index) = (0, 0)
    while index + 8 <= utf8.count {
        let word = utf8.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        continuing += (word >> 7 & ~word >> 6 & 0x0101_0101_0101_0101).nonzeroBitCount
        index += 8
    }
    while index < utf8.count {
        if utf8[index] & 0xC0 == 0x80 { continuing += 1 }
        index += 1
    }
    return utf8.count - continuing
}

/// `message.…` and `receipt.…`: what people write to each other, in NIM's numbers (X-03).
enum MessageParameters {
    static let messageID = Parameter.string("msgId", bytes: 1...20, "The message.")
}

extension Request {
    /// A text that is no id names no message.
    func messageID() throws(Refusal) -> MessageNumber {
        guard let number = MessageNumber(try self(MessageParameters.messageID)) else {
            throw Refusal(.noMessage, keys: ["msgId"])
        }
        return number
    }
}
