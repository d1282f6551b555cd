import Chat
import ClientProtocol
import Domain
import JSON

/// `message.…` and `receipt.…`: what people write to each other, in NIM's numbers (X-03).
package enum MessageOperations {
    package static let all = [send, history, acknowledge]

    package static let conversationID = Shared.conversationID

    // MARK: - message.send

    package static let clientID = Parameter.string(
        "clientMsgId", bytes: 1...64,
        "The sender's own id for the message, such as a UUID. No other message of the sender has it.")
    package static let kind = Parameter<MessageKind>(
        "type", type: .numbers(MessageKind.sendable.map(\.rawValue)),
        "text, image, audio, video, location, file, tip, custom."
    ) { value throws(Mismatch) in
        guard let number = value.int64 else { throw Mismatch("must be an integer") }
        guard let kind = MessageKind(rawValue: number), MessageKind.sendable.contains(kind) else {
            throw Mismatch("must be one of \(MessageKind.sendable.map { "\($0.rawValue)" }.joined(separator: ", "))")
        }
        return kind
    }
    package static let body = Parameter<MessageBody>(
        "body", type: .openObject,
        "The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to `messages.textCharacters`."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
        return MessageBody(
            json: String(decoding: value.raw, as: UTF8.self), textCharacters: value["text"]?.stringBytes.map(characters)
        )
    }
    package static let pushText = Parameter<String>(
        "apnsContent", type: .characters(0...PushText.mostCharacters),
        "The text of the message's push, up to 500 characters."
    ) { value throws(Mismatch) in try value.pushText("apnsContent") }.optional
    package static let memberOption = Parameter<MemberPushOption>(
        "apnsMemberOption",
        type: .object([
            Field(optional: "forcePush", .boolean), Field(optional: "userIds", .strings),
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

    /// T-Q22: each counts once.
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

    package static let mentions = Parameter.strings(
        "atUserList", count: 0...30,
        "In a group: the members that the message mentions; `\(AtInfo.everybody)` means all."
    ).optional
    /// T-Q15: flags with names of their own. Read together: a send has few of them.
    package static func settings(in data: JSONValue?) throws(Refusal) -> MessageSettings {
        var settings = MessageSettings.standard
        guard let data else { return settings }
        for (name, setting) in MessageSettings.named {
            guard let value = data[name], !value.isNull else { continue }
            guard let flag = value.bool else {
                throw Refusal(.messageParameters, "\(name) must be a boolean, not \(value.kind)", keys: ["\(name)"])
            }
            if flag { settings.insert(setting) } else { settings.remove(setting) }
        }
        return settings
    }

    private static let settingDescriptions = MessageSettings.named.map { name, setting in
        // `meanings` has each of `named`.
        Parameter.flag(name, standard: MessageSettings.standard.contains(setting), meanings[setting]!).description
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
    ]

    package static let send = Operation(
        "message.send",
        "Sends a message. When the reply comes, it is on the disk; a repeated request gets the "
            + "same reply.",
        roles: .user,
        parameters: [
            conversationID.description, clientID.description, kind.description, body.description, pushText.description,
            memberOption.description, pushPayload.description, mentions.description,
        ] + settingDescriptions,
        result: [
            Field("msgId", .string, "The message's id, in digits."),
            Field("conversationID", .string, "The conversation."),
            Field("seq", .integer, "The message's number in the conversation: from 1, without gaps."),
            Field("time", .milliseconds, "When the gateway accepted the message."),
            Field(
                optional: "message", MessageView.type,
                "Only if a hook has replaced what was sent: the message as it is stored."),
        ],
        errors: [
            .noTarget, .noGroup, .conflict, .tooLarge, .blacklisted, .notFriends, .receiverNotFriend, .senderNotFriend,
            .emptyGroupID, .notInGroup, .noGroupRight, .mutedInGroup, .allMutedInGroup, .quotaExceeded, .unavailable,
        ], badParameter: .messageParameters
    ).hooked(.replaces(except: ["conversationID", "clientMsgId"]))

    // MARK: - message.history

    package enum Direction: String, CaseIterable, Sendable {
        case older, newer
    }

    package static let direction = Parameter<Direction>.choice(
        "direction", standard: .older, "From the newest message back, or from the oldest forward.")
    package static let cursor = Parameter.integer(
        "cursor", in: 0...4_294_967_295, standard: 0,
        "Lists messages older or newer than this seq. 0: begins with the newest or the oldest.")
    package static let limit = Parameter.integer("limit", in: 1...100, standard: 20, "At most this many messages.")
    package static let around = Parameter.string(
        "around", bytes: 1...20, "Instead of `cursor`: a message's id. The page has this message in its middle."
    ).optional

    package static let history = Operation(
        "message.history", "Reads a conversation's messages, a page at a time.", roles: .user,
        parameters: [
            conversationID.description, direction.description, cursor.description, limit.description,
            around.description,
        ],
        result: [
            Field("messages", .list(MessageView.type), "The messages in the order of `direction`."),
            Field("cursor", .integer, "Send it for the next page; 0 at the end."),
            Field("isFinished", .boolean, "Whether this was the last page."),
            Field(
                optional: "change", .integer,
                "Only if a message has ever changed: the place of the last change in the conversation."),
        ], errors: [.noTarget, .noMessage, .nimNoGroup, .nimNotInGroup, .unavailable], badParameter: .messageParameters)

    // MARK: - receipt.send

    package static let timestamp = Parameter.integer(
        "timestamp", in: 0...9_007_199_254_740_991,
        "The `time` of the newest message read, in milliseconds. A time in the future counts as now.")

    private static let other = ParameterDescription(
        name: "conversationID", type: .conversationID, isRequired: true, meaning: "`c2c_` and the other user's id.")

    package static let acknowledge = Operation(
        "receipt.send",
        "Tells the other user that the caller has read everything up to a time. An older time does nothing.",
        roles: .user, parameters: [other, timestamp.description],
        errors: [.noTarget, .unavailable], badParameter: .messageParameters)
}

extension JSONValue {
    /// T-58, T-Q23.
    fileprivate func pushText(_ key: String) throws(Mismatch) -> String {
        guard let bytes = stringBytes else { throw Mismatch("must be a string, not \(kind)", key: key) }
        guard characters(bytes) <= PushText.mostCharacters else {
            throw Mismatch("is longer than \(PushText.mostCharacters) characters", key: key)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A message's body as its sender wrote it, and how long the text in it is, if there is one.
package struct MessageBody: Sendable {
    package let json: String
    package let textCharacters: Int?
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
