import Chat
import ClientProtocol
import Domain

extension Work {
    /// `change` tells whether there is such an account.
    static func changeEach(
        of users: [String], _ change: @escaping @Sendable (ChatState, UserID) throws(CommandError) -> Bool
    ) -> Work {
        .change { chat, json throws(CommandError) in
            let results = try users.map { user throws(CommandError) -> (user: String, error: ErrorCode?) in
                (user, try change(chat, UserID(naming: user)) ? nil : .noAccount)
            }
            json.results(results)
        }
    }
}
