import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// Administrators manage accounts.
enum AccountHandlers {
    static func createAccounts(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let accounts = try call(AccountOperations.accounts)
        call.change(by: session) { chat in
            let results = try accounts.map { try chat.make($0) }
            return { json in
                json.results(zip(accounts, results).map { ($0.userID, $1.error) }) { index, json in
                    if results[index].error == nil { json.field("created", results[index].isCreated) }
                }
            }
        }
    }

    static func updateAccount(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call.knownForm(of: call(AccountOperations.user))
        let change = ProfileChange(
            nickname: try call(AccountOperations.nickname), faceURL: try call(AccountOperations.faceURL))
        call.change(by: session) { chat in
            try chat.profiles.modifyProfile(change, of: user)
            return { _ in }
        }
    }

    static func disableAccounts(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let users = try call(AccountOperations.users)
        let isDisabled = try call(AccountOperations.disabled)
        call.changeEach(of: users, by: session) { chat, user in try chat.accountAdministration.disable(user, isDisabled)
        }
    }

    static func barAdding(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let users = try call(AccountOperations.users)
        let isBarred = try call(AccountOperations.barred)
        call.changeEach(of: users, by: session) { chat, user in try chat.accountAdministration.barAdding(user, isBarred)
        }
    }

    static func deleteAccounts(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let users = try call(AccountOperations.users)
        call.changeEach(of: users, by: session) { chat, user in try chat.accountDeletion.delete(user) }
    }

    static func getAccounts(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let users = try call(AccountOperations.users)
        let directory = call.context.directory
        call.ask { chat in
            let accounts = try users.compactMap { try UserID($0).flatMap(chat.accountAdministration.accountView) }
            return { json in
                json.array("accounts") { json in
                    for account in accounts {
                        json.object { json in
                            json.field("userID", account.id.text)
                            json.field("nickname", account.nickname)
                            json.field("faceUrl", account.faceURL)
                            json.field("disabled", account.isDisabled)
                            json.field("createdAt", account.createdAt)
                            json.field("online", !directory.sessions(of: account.id).isEmpty)
                        }
                    }
                }
            }
        }
    }
}

extension Call {
    fileprivate func knownForm(of text: String) throws(Refusal) -> UserID {
        guard let user = UserID(text) else { throw Refusal(.noAccount, keys: ["userID"]) }
        return user
    }

    /// `change` tells whether there is such an account.
    fileprivate func changeEach(
        of users: [String], by session: AdminSession, _ change: @escaping @Sendable (ChatState, UserID) throws -> Bool
    ) {
        self.change(by: session) { chat in
            let results = try users.map { user -> (user: String, error: ErrorCode?) in
                guard let id = UserID(user), try change(chat, id) else { return (user, .noAccount) }
                return (user, nil)
            }
            return { $0.results(results) }
        }
    }
}

extension ChatState {
    fileprivate func make(
        _ account: AccountOperations.NewAccount
    ) throws -> (error: ErrorCode?, isCreated: Bool) {
        guard let user = UserID(account.userID) else { return (.badIdentifier, false) }
        if let error = account.nickname.flatMap(ShownText.nickname.fault)?.code { return (error, false) }
        if let error = account.faceURL.flatMap(ShownText.faceURL.fault)?.code { return (error, false) }
        return (
            nil,
            try accountAdministration.create(user, nickname: account.nickname ?? "", faceURL: account.faceURL ?? "")
        )
    }
}
