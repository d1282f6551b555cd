import Chat
import ClientProtocol
import Domain
import JSON

/// What becomes of messages after they were sent, and how clients catch up with it.
package enum MessageLifeOperations {
    package static let messageID = Parameter.string("msgId", bytes: 1...20, "The message.")
    package static let reason = Parameter.string("reason", bytes: 1...255, "Why, for all to read.").optional

    package static let recall = Operation(
        "message.recall",
        "Takes a message back: it keeps its place, its sender and its time, and nothing of what it said. The sender "
            + "can within `messages.recallSeconds`; in a group the owner can, and admins for all but the owner's "
            + "messages, at any time. A recalled message stays as it is.",
        roles: .user,
        parameters: [Shared.conversationID.description, messageID.description, reason.description],
        result: [Field("message", MessageView.type, "The message as it is now.")],
        errors: [
            .noMessage, .noGroup, .emptyGroupID, .notInGroup, .noGroupRight, .tooLate, .unavailable,
        ], badParameter: .messageParameters)

    package static let recallForAll = Operation(
        "admin.message.recall", "Takes a message back, whoever sent it and whenever.", roles: .admin,
        parameters: [messageID.description, reason.description],
        result: [Field("msgId", .string, "The message.")], errors: [.noMessage, .unavailable],
        badParameter: .messageParameters)

    package static let messageIDs = Parameter.strings("msgIds", count: 1...100, "The messages, of any conversations.")

    package static let get = Operation(
        "message.get", "Reads messages by their ids, as far as the history gives them to the caller.", roles: .user,
        parameters: [messageIDs.description],
        result: [
            Field(
                "results",
                .list(
                    .object([
                        Field("msgId", .string), Field("code", .integer), Field(optional: "message", MessageView.type),
                    ])),
                "In the order asked for, as many as fit into a reply; `code` 0, or 1010: there is no such message for "
                    + "the caller.")
        ], errors: [.unavailable], badParameter: .messageParameters)

    package static let after = Parameter.integer(
        "after", in: 0...4_294_967_295, standard: 0, "The place of the last change that the client has.")
    package static let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many changes.")

    package static let changes = Operation(
        "message.changes",
        "Reads what has become of a conversation's messages after a place: each message once, as it is now. With gw "
            + "1005 the place is no longer known: drop stored messages that the history does not confirm.",
        roles: .user, parameters: [Shared.conversationID.description, after.description, limit.description],
        result: [
            Field("changes", .list(ChangeView.type), "In their order."),
            Field("change", .integer, "Send it as `after` for the next page."),
            Field("isFinished", .boolean, "Whether this was the last page."),
        ], errors: [.noTarget, .nimNoGroup, .nimNotInGroup, .resyncRequired, .unavailable],
        badParameter: .messageParameters)
}
