import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.get`.
enum GetGroup {
    static let entry: (Operation, Handler) = (GroupOperations.get, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let withMembers = try call(GroupOperations.fetchMembers)
        let withNicknames = try call(GroupOperations.needNickname)
        let account = session.account
        call.ask { chat throws(CommandError) in
            let details = try chat.groupSettings.groupDetails(id, withMembers: withMembers, for: account)
            return { json in json.object("group") { $0.details(details, withNicknames: withNicknames) } }
        }
    }
}
