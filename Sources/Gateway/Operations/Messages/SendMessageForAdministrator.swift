import Chat
import ClientProtocol
import Domain
import JSON
import Security

enum SendMessageForAdministrator {
    static let definition = declaration.admin(handle)

    static let declaration = Operation(
        "admin.message.send",
        "Sends a message to a user, to a group, or to many users, as a user or as the system sender; now, or to one "
            + "conversation `at` a time. Rates, quotas, blacklists, mutes and the rule that only friends may write do "
            + "not hold. To many users a repeat with the same `key`, or the same `clientMsgId`, sends what is missing.",
        roles: .admin,
        parameters: [sender, conversationID, receivers, clientID, time] + SendMessage.content
            + [SendMessage.media, SendMessage.visibleTo],
        alternatives: [conversationID.description.name, receivers.description.name],
        result: [
            Field(optional: "msgId", .string, "To one conversation: the message's id, in digits."),
            Field(optional: "conversationID", .string, "Likewise: the conversation."),
            Field(optional: "seq", .integer, "Likewise: the message's number in the conversation."),
            Field(optional: "time", .milliseconds, "Likewise: when the gateway accepted the message."),
            Field(optional: "scheduleID", .string, "Instead, while it waits for `at`: the id to cancel it by."),
            Field(optional: "at", .milliseconds, "Likewise: when it will be sent."),
            Field(
                optional: "results",
                .list(
                    .object([
                        Field("userID", .string), Field("code", .integer), Field(optional: "msgId", .string),
                        Field(optional: "seq", .integer),
                    ])),
                "To many users: one for each, in the order sent; `code` 0: sent, 404: no such user, 1006: the "
                    + "`clientMsgId` was used for another message to this user."),
        ],
        errors: [
            .noAccount, .noTarget, .noGroup, .noMessage, .emptyGroupID, .notInGroup, .noGroupRight, .conflict,
            .tooLarge, .tooMany, .unavailable,
        ], badParameter: .messageParameters)

    fileprivate static let sender = Parameter.user(
        "from", "The user who sends. Left out: the system sender (`accounts.systemSender`)."
    ).optional
    private static let conversationID = SharedParameters.conversationID.optional
    private static let receivers = Parameter.users(
        "userIDs", count: 1...10_000, "Instead of `conversationID`: the users who get the message, each for itself."
    ).optional
    fileprivate static let clientID = Parameter.string(
        "clientMsgId", bytes: 1...64,
        "The sender's own id for the message. Left out: one that is made of the request's `key`."
    ).optional

    private static let time = Parameter<Int>.integer(
        "at", in: 1...9_007_199_254_740_991,
        "To one conversation: when to send it, in milliseconds since 1970, up to a year ahead. Left out: now."
    ).optional

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let (sender, id) = try request.namedSender()
        try request.requireGroupID()
        switch (try request(conversationID), try request(Self.receivers)) {
        case (let target?, nil):
            let draft = try request.draft(to: target, as: request.clientID(by: caller))
            if let due = try dueTime(of: request) {
                guard draft.visibleTo.isEmpty else {
                    throw Refusal(
                        .messageParameters, "visibleTo is for a message that is sent now", keys: ["visibleTo"])
                }
                return .change { chat, json throws(CommandError) in
                    switch try chat.scheduledMessages.schedule(draft, as: sender, at: due) {
                    case .sent(let sent): json.sent(sent)
                    case .waits(let message):
                        json.field("scheduleID", String(message.id))
                        json.field("at", message.due)
                    }
                }
            }
            return .change { chat, json throws(CommandError) in json.sent(try chat.messages.send(draft, as: sender)) }
        case (nil, let receivers?):
            if try request(time) != nil {
                throw Refusal(.messageParameters, "at is for one conversation", keys: ["at"])
            }
            // Each receiver takes the place of the sender there.
            let draft = try request.draft(to: .c2c(id), as: request.clientID(by: caller))
            return .changeInPieces(
                Pieces(count: receivers.count, perPiece: perPiece) { chat, range, json throws(CommandError) in
                    json.results(try chat.messages.send(draft, as: sender, to: receivers[range]))
                })
        case (nil, nil):
            throw Refusal(.messageParameters, "conversationID or userIDs is missing", keys: ["conversationID"])
        case (_?, _?):
            throw Refusal(
                .messageParameters, "conversationID and userIDs exclude each other",
                keys: ["conversationID", "userIDs"])
        }
    }
}

extension SendMessageForAdministrator {
    /// A message can wait up to a year (M-40). The domain judges a time that has passed: the request may be a repeat.
    private static func dueTime(of request: Request) throws(Refusal) -> Milliseconds? {
        guard let time = try request(time) else { return nil }
        let due = Milliseconds(Int64(time))
        guard due <= request.context.configuration.now.time + .days(366) else {
            throw Refusal(.messageParameters, "at is more than a year ahead", keys: ["at"])
        }
        return due
    }
}

/// Others wait for so many messages at most.
private let perPiece = 64

extension Request {
    fileprivate func namedSender() throws(Refusal) -> (NamedSender, UserID) {
        let system = context.configuration.systemSender
        guard let text = try self(SendMessageForAdministrator.sender) else {
            guard let system else {
                throw Refusal(
                    .messageParameters, "from is missing, and there is no system sender (accounts.systemSender)",
                    keys: ["from"])
            }
            return (.system(system), system)
        }
        let user = UserID(naming: text)
        return (user == system ? .system(user) : .user(user), user)
    }

    /// A repeat has the same id.
    fileprivate func clientID(by caller: AdminCaller) throws(Refusal) -> String {
        if let id = try self(SendMessageForAdministrator.clientID) { return id }
        guard let key else {
            throw Refusal(
                .messageParameters, "clientMsgId is missing, and the request has no key", keys: ["clientMsgId"])
        }
        let digestKey = context.digestKey
        return RequestDigest(
            [caller.name.digest(digestKey), caller.operatorID?.text.digest(digestKey), key.digest(digestKey)], digestKey
        ).text
    }
}

extension JSONWriter {
    fileprivate mutating func results(_ results: [SentToOne]) {
        array { json in
            for one in results {
                json.object { json in
                    json.field("userID", one.user)
                    switch one.result {
                    case .success(let sent):
                        json.field("code", 0)
                        json.field("msgId", String(sent.message.id))
                        json.field("seq", sent.message.seq)
                    case .failure(let refusal): json.field("code", Int64(refusal.code.code))
                    }
                }
            }
        }
    }
}
