import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `admin.account.create`.
enum CreateAccounts {
    static let entry: (Operation, Handler) = (AccountOperations.create, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let accounts = try request(AccountOperations.accounts)
        return .change { chat, json throws(CommandError) in
            let results = try accounts.map { account throws(CommandError) in try chat.make(account) }
            json.results(zip(accounts, results).map { ($0.userID, $1.error) }) { index, json in
                if results[index].error == nil { json.field("created", results[index].isCreated) }
            }
        }
    }
}

extension ChatState {
    fileprivate func make(
        _ account: AccountOperations.NewAccount
    ) throws(CommandError) -> (error: ErrorCode?, isCreated: Bool) {
        guard let user = UserID(account.userID) else { return (.badIdentifier, false) }
        if let error = account.nickname.flatMap(ShownText.nickname.fault)?.code { return (error, false) }
        if let error = account.faceURL.flatMap(ShownText.faceURL.fault)?.code { return (error, false) }
        return (
            nil,
            try accountAdministration.create(user, nickname: account.nickname ?? "", faceURL: account.faceURL ?? "")
        )
    }
}
