import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// `admin.user.state`.
enum ReadUserState: AdminOperation {
    static let declaration = Operation(
        "admin.user.state", "Tells what the gateway knows of a user at the moment.", roles: .admin,
        parameters: [AdminSessionParameters.user.description],
        result: [
            Field("userID", .string, "The user."),
            Field("online", .boolean, "Whether the user has a session."),
            Field("disabled", .boolean, "Whether the account is disabled."),
            AdminSessionParameters.sessions,
            Field("totalUnread", .integer, "The unread messages of all conversations, as `conversation.totalUnread`."),
            PushParameters.deviceList,
            Field(
                "subscriptions",
                .list(.object([Field("type", .numbers([1, 2])), Field("count", .integer)])),
                "How many users the user follows, by type: 1 online status, 2 profile."),
        ], errors: [.noAccount, .unavailable])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = UserID(naming: try request(AdminSessionParameters.user))
        let (present, cluster) = (request.context.present, request.context.cluster)
        let now = request.context.configuration.now.time
        return .ask { chat, json throws(CommandError) in
            guard let account = try chat.accountAdministration.accountView(user),
                let number = try chat.accounts.number(of: user)
            else { throw .refused(.noAccount, keys: ["userID"]) }
            let total = try chat.conversationLists.total(ofAny: number)
            let store = chat.work.store
            let devices = try stored(PushAddresses.pushAddresses(of: user, in: store)) ?? []
            let subscriptions = try stored(SubscriptionList.counts(of: number, at: now, in: store))
            let sessions = present.sessions(of: user)
            json.field("userID", user.text)
            json.field("online", !sessions.isEmpty)
            json.field("disabled", account.isDisabled)
            json.sessions(sessions, cluster)
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
