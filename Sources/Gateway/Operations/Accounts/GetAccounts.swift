import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// `admin.account.get`.
enum GetAccounts: AdminOperation {
    static let declaration = Operation(
        "admin.account.get", "Reads accounts. Unknown users are left out.", roles: .admin,
        parameters: [AccountParameters.users.description],
        result: [AccountParameters.found], errors: [.unavailable])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let users = try request(AccountParameters.users)
        let present = request.context.present
        return .ask { chat, json throws(CommandError) in
            let accounts = try users.compactMap(UserID.init).map(chat.accountAdministration.accountView).compactMap(
                \.self)
            json.accounts(accounts, present)
        }
    }
}

extension JSONWriter {
    mutating func accounts(_ accounts: [AccountView], _ present: PresentSessions) {
        array("accounts") { json in
            for account in accounts {
                json.object { json in
                    json.field("userID", account.id.text)
                    json.field("nickname", account.nickname)
                    json.field("faceUrl", account.faceURL)
                    json.field("disabled", account.isDisabled)
                    json.field("createdAt", account.createdAt)
                    json.field("online", present.isOnline(account.id))
                }
            }
        }
    }
}
