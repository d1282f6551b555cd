import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.message.delete`.
enum DeleteMessagesForAdministrator: AdminOperation {
    static let declaration = Operation(
        "admin.message.delete",
        "Deletes messages out of a user's own history, as `message.delete` of the user does. `admin.message.recall` takes "
            + "a message from all.",
        roles: .admin,
        parameters: [
            user.description, SharedParameters.conversationID.description, DeleteMessages.messageIDs.description,
        ],
        result: [DeleteMessages.deleted], errors: [.noAccount] + DeleteMessages.errors,
        badParameter: .messageParameters)

    private static let user = Parameter.user("userID", "The user.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        try request.requireGroupID()
        let user = UserID(naming: try request(user))
        let id = try request(SharedParameters.conversationID)
        let messages = try request(DeleteMessages.messageIDs).compactMap { MessageNumber($0) }
        return .change { chat, json throws(CommandError) in
            try chat.messageDeletions.delete(messages, in: id, of: user).write(to: &json)
        }
    }
}
