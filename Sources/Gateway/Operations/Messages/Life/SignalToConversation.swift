import Chat
import ClientProtocol
import Domain
import JSON

/// `message.signal`.
enum SignalToConversation: UserOperation {
    static let declaration = Operation(
        "message.signal",
        "Signals something to those who are connected and have the conversation, such as that the user types. It is not "
            + "stored. What comes within a second after a signal of the same name is told at its end: the newest alone.",
        roles: .user,
        parameters: [SharedParameters.conversationID.description, name.description, data.description],
        errors: [
            .noTarget, .noGroup, .blacklisted, .notFriends, .receiverNotFriend, .senderNotFriend, .emptyGroupID,
            .notInGroup, .noGroupRight, .mutedInGroup, .allMutedInGroup, .unavailable,
        ], badParameter: .messageParameters)

    private static let name = Parameter.string("name", bytes: 1...32, "What it is, such as `typing`.")
    private static let data = Parameter<String>(
        "data", type: .openObject, "A JSON object of up to 1024 bytes."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
        let text = value.compactText
        guard text.utf8.count <= 1_024 else { throw Mismatch("is longer than 1024 bytes") }
        return text
    }.optional

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireGroupID()
        let id = try request(SharedParameters.conversationID)
        let signal = Signal(name: try request(name), data: try request(data))
        return .change { chat, _ throws(CommandError) in
            try chat.signals.signal(signal, in: id, by: caller.account)
        }
    }
}
