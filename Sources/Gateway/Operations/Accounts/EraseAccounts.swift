import Chat
import ClientProtocol

/// `admin.account.erase`.
enum EraseAccounts: AdminOperation {
    static let declaration = Operation(
        "admin.account.erase",
        "Deletes accounts like `admin.account.delete`. With `messages` also everything that the users have written goes, from "
            + "all files: `admin.account.erasures` lists users whose texts are still being erased.",
        roles: .admin, parameters: [AccountParameters.users.description, messages.description],
        result: [SharedParameters.results], errors: [.noAccount, .unavailable])

    private static let messages = Parameter.flag(
        "messages", standard: false,
        "Whether what they have written to others goes, too; also of accounts deleted before.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let users = try request(AccountParameters.users)
        let messages = try request(messages)
        return .changeEach(of: users) { chat, user throws(CommandError) in
            try chat.accountDeletion.erase(user, messages: messages)
        }
    }
}
