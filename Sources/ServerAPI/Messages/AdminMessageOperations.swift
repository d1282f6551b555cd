import ClientProtocol
import Domain
import JSON

/// `admin.message.…`: a backend writes to users and groups, and reads what was written.
package enum AdminMessageOperations {
    package static let all = [send, history]

    // MARK: - admin.message.send

    package static let sender = Parameter.string(
        "from", bytes: 1...255, "The user who sends. Left out: the system sender (`accounts.systemSender`)."
    ).optional
    package static let conversationID = Shared.conversationID.optional
    package static let receivers = Parameter.strings(
        "userIDs", count: 1...10_000, "Instead of `conversationID`: the users who get the message, each for itself."
    ).optional

    package static let clientID = Parameter.string(
        "clientMsgId", bytes: 1...64,
        "The sender's own id for the message. Left out: one that is made of the request's `key`."
    ).optional

    package static let send = Operation(
        "admin.message.send",
        "Sends a message to a user, to a group, or to many users, as a user or as the system sender. Rates, quotas, "
            + "blacklists, mutes and the rule that only friends may write do not hold. To many users a repeat with the "
            + "same `key`, or the same `clientMsgId`, sends what is missing.",
        roles: .admin,
        parameters: [
            sender.description, conversationID.description, receivers.description, clientID.description,
        ] + MessageOperations.send.parameters.dropFirst(2),
        alternatives: [conversationID.description.name, receivers.description.name],
        result: [
            Field(optional: "msgId", .string, "To one conversation: the message's id, in digits."),
            Field(optional: "conversationID", .string, "Likewise: the conversation."),
            Field(optional: "seq", .integer, "Likewise: the message's number in the conversation."),
            Field(optional: "time", .milliseconds, "Likewise: when the gateway accepted the message."),
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
            .noAccount, .noTarget, .noGroup, .emptyGroupID, .notInGroup, .noGroupRight, .conflict, .tooLarge,
            .unavailable,
        ], badParameter: .messageParameters)

    // MARK: - admin.message.history

    package static let user = Parameter.string(
        "userID", bytes: 1...255, "Of a conversation between two: the one for whom `conversationID` names the other."
    ).optional

    package static let history = Operation(
        "admin.message.history",
        "Reads all messages of a conversation, a page at a time: also those that its members do not see.",
        roles: .admin,
        parameters: [user.description] + MessageOperations.history.parameters,
        result: MessageOperations.history.result,
        errors: [.noTarget, .noMessage, .nimNoGroup, .unavailable], badParameter: .messageParameters)
}
