import Chat
import ClientProtocol
import Domain

extension Request {
    func knownForm(of text: String) throws(Refusal) -> UserID {
        guard let user = UserID(text) else { throw Refusal(.noAccount, keys: ["userID"]) }
        return user
    }
}

extension Work {
    /// `change` tells whether there is such an account.
    static func changeEach(
        of users: [String], _ change: @escaping @Sendable (ChatState, UserID) throws(CommandError) -> Bool
    ) -> Work {
        .change { chat, json throws(CommandError) in
            let results = try users.map { user throws(CommandError) -> (user: String, error: ErrorCode?) in
                guard let id = UserID(user), try change(chat, id) else { return (user, .noAccount) }
                return (user, nil)
            }
            json.results(results)
        }
    }
}
