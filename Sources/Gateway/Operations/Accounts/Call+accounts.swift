import Chat
import ClientProtocol
import Domain

extension Call {
    func knownForm(of text: String) throws(Refusal) -> UserID {
        guard let user = UserID(text) else { throw Refusal(.noAccount, keys: ["userID"]) }
        return user
    }

    /// `change` tells whether there is such an account.
    func changeEach(
        of users: [String], by session: AdminSession,
        _ change: @escaping @Sendable (ChatState, UserID) throws(CommandError) -> Bool
    ) {
        self.change(by: session) { chat throws(CommandError) in
            let results = try users.map { user throws(CommandError) -> (user: String, error: ErrorCode?) in
                guard let id = UserID(user), try change(chat, id) else { return (user, .noAccount) }
                return (user, nil)
            }
            return { $0.results(results) }
        }
    }
}
