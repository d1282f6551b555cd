import Chat
import ClientProtocol

/// `admin.account.barAdding`.
enum BarAdding: AdminOperation {
    static let declaration = Operation(
        "admin.account.barAdding", "Forbids users to add friends.", roles: .admin,
        parameters: [AccountParameters.users.description, barred.description], result: [SharedParameters.results],
        errors: [.noAccount, .unavailable])

    private static let barred = Parameter.flag("barred", standard: true, "False: the users may add friends again.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let users = try request(AccountParameters.users)
        let isBarred = try request(barred)
        return .changeEach(of: users) { chat, user throws(CommandError) in
            try chat.accountAdministration.barAdding(user, isBarred)
        }
    }
}
