import Chat
import ClientProtocol
import Domain
import JSON

/// `message.delete`.
enum DeleteMessages: UserOperation {
    static let declaration = Operation(
        "message.delete",
        "Deletes messages out of the user's own history, on all its devices. The others keep theirs. "
            + "Those that the user does not have are passed over.",
        roles: .user, parameters: [SharedParameters.conversationID.description, messageIDs.description],
        result: [deleted], errors: errors, badParameter: .messageParameters)

    static let messageIDs = Parameter.strings("msgIds", count: 1...100, "The messages, of this conversation.")
    static let deleted = Field("msgIds", .strings, "Those that are deleted now and were not before.")
    static let errors: [ErrorCode] = [.noGroup, .emptyGroupID, .notInGroup, .tooMany, .unavailable]

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireGroupID()
        let id = try request(SharedParameters.conversationID)
        let messages = try request(messageIDs).compactMap { MessageNumber($0) }
        return .change { chat, json throws(CommandError) in
            try chat.messageDeletions.delete(messages, in: id, of: caller.account).write(to: &json)
        }
    }
}

extension [MessageNumber] {
    /// As the member `msgIds`.
    func write(to json: inout JSONWriter) {
        json.array("msgIds") { json in
            for number in self { json.value("\(number.rawValue)") }
        }
    }
}
