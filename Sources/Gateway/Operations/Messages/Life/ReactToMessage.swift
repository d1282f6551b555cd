import Chat
import ClientProtocol
import Domain
import JSON

/// `message.react`.
enum ReactToMessage: UserOperation {
    static let declaration = Operation(
        "message.react",
        "Puts a reaction to a message, or removes it. Each user has each reaction once. A user who could not send a "
            + "message now can remove reactions alone.",
        roles: .user,
        parameters: [
            SharedParameters.conversationID.description, RecallMessage.messageID.description, reaction.description,
            removes.description,
        ],
        result: [Field("message", MessageView.type, "The message as it is now.")],
        errors: [
            .noMessage, .noTarget, .noGroup, .blacklisted, .notFriends, .receiverNotFriend, .senderNotFriend,
            .emptyGroupID, .notInGroup, .noGroupRight, .mutedInGroup, .allMutedInGroup, .tooMany,
            .unavailable,
        ], badParameter: .messageParameters
    ).hooked(.decides)

    static let reaction = Parameter<String>(
        "reaction", type: .bytes(1...64).matching("^[^\\u0000-\\u001f\\u007f]+$"),
        "Without control characters, such as an emoji."
    ) { value throws(Mismatch) in
        guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
        guard (1...64).contains(text.utf8.count), text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
        else { throw Mismatch("must have 1 to 64 bytes and no control characters") }
        return text
    }
    private static let removes = Parameter.flag("remove", standard: false, "True: removes the reaction.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireGroupID()
        let id = try request(SharedParameters.conversationID)
        let message = try request.messageID()
        let reaction = try request(reaction)
        let removes = try request(removes)
        return .change { chat, json throws(CommandError) in
            let reacted = try chat.reactions.react(
                reaction, to: message, in: id, removes: removes, by: caller.account)
            json.object("message") { $0.message(reacted) }
        }
    }
}
