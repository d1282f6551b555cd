import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// `admin.user.state`.
enum ReadUserState: AdminOperation {
    static let declaration = AdminSessionOperations.state

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request.knownForm(of: request(AdminSessionOperations.user))
        let (directory, now) = (request.context.directory, request.context.configuration.now.time)
        return .ask { chat, json throws(CommandError) in
            guard let account = try chat.accountAdministration.accountView(user),
                let number = try chat.accounts.number(of: user)
            else { throw .refused(.noAccount, keys: ["userID"]) }
            let total = try chat.conversationLists.total(ofAny: number)
            let store = chat.work.store
            let devices = try stored(PushAddresses.pushAddresses(of: user, in: store)) ?? []
            let subscriptions = try stored(SubscriptionList.counts(of: number, at: now, in: store))
            let sessions = directory.sessions(of: user)
            json.field("userID", user.text)
            json.field("online", !sessions.isEmpty)
            json.field("disabled", account.isDisabled)
            json.sessions(sessions)
            json.field("totalUnread", total)
            json.devices(devices)
            json.array("subscriptions") { json in
                for (type, count) in subscriptions {
                    json.object { json in
                        json.field("type", type.rawValue)
                        json.field("count", count)
                    }
                }
            }
        }
    }
}
