import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI
import Settings

/// `admin.account.create`.
enum CreateAccounts: AdminOperation {
    static let declaration = AccountOperations.create

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let accounts = try request(AccountOperations.accounts)
        let rule = request.context.configuration.auth.userIDs
        let system = request.context.configuration.systemSender
        return .change { chat, json throws(CommandError) in
            let results = try accounts.map { account throws(CommandError) in try chat.make(account, rule, but: system) }
            json.results(zip(accounts, results).map { ($0.userID, $1.error) }) { index, json in
                let result = results[index]
                if result.error == nil { json.field("created", result.isCreated) }
                if let fault = result.fault { json.field("info", "userID \(fault)") }
            }
        }
    }
}

extension ChatState {
    fileprivate func make(
        _ account: AccountOperations.NewAccount, _ rule: UserIDRule, but system: UserID?
    ) throws(CommandError) -> (error: ErrorCode?, fault: UserIDRule.Fault?, isCreated: Bool) {
        let user: UserID
        do throws(UserIDRule.Fault) {
            user = try rule.id(account.userID)
        } catch {
            return (.badIdentifier, error, false)
        }
        // no user has it.
        if user == system { return (.badIdentifier, nil, false) }
        if let error = account.nickname.flatMap(ShownText.nickname.fault)?.code { return (error, nil, false) }
        if let error = account.faceURL.flatMap(ShownText.faceURL.fault)?.code { return (error, nil, false) }
        let isCreated = try accountAdministration.create(
            user, nickname: account.nickname ?? "", faceURL: account.faceURL ?? "")
        return (nil, nil, isCreated)
    }
}
