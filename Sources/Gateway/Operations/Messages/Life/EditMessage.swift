import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// `message.edit`.
enum EditMessage: UserOperation {
    static let declaration = Operation(
        "message.edit",
        "Says otherwise what a message says. The sender can within `messages.editSeconds`, if it could send the message "
            + "now. No count changes.",
        roles: .user,
        parameters: [
            SharedParameters.conversationID.description, RecallMessage.messageID.description,
            SendMessage.body.description, SendMessage.pushText.description, mentions.description, version.description,
        ],
        result: [Field("message", MessageView.type, "The message as it is now.")],
        errors: [
            .noMessage, .noTarget, .noGroup, .conflict, .tooLarge, .tooLate, .blacklisted, .notFriends,
            .receiverNotFriend, .senderNotFriend, .emptyGroupID, .notInGroup, .noGroupRight, .mutedInGroup,
            .allMutedInGroup, .unavailable,
        ], badParameter: .messageParameters
    ).hooked(.replaces(except: ["conversationID", "msgId"]))

    private static let mentions = Parameter.users(
        "atUserList", count: 0...30,
        "In a group: the members that the message mentions from now on. Left out: those whom it has mentioned."
    ).optional
    private static let version = Parameter.integer(
        "version", in: 0...2_147_483_647, "How often the message was edited, as far as the client knows; else gw 1006."
    ).optional

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireGroupID()
        let id = try request(SharedParameters.conversationID)
        let message = try request.messageID()
        let body = try request.smallBody()
        let edit = MessageEdit(
            body: body.json, pushText: try request(SendMessage.pushText).flatMap { $0.isEmpty ? nil : $0 },
            mentions: try request.namesMentioned(in: id), version: try request(version).map { Int64($0) },
            refusalOfText: body.refusalOfText(within: request.context.configuration.messages))
        return .change { chat, json throws(CommandError) in
            let edited = try chat.edits.edit(message, in: id, edit, by: caller.account)
            json.object("message") { $0.message(edited) }
        }
    }
}
