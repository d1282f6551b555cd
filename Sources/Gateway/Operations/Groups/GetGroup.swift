import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.get`.
enum GetGroup: UserOperation {
    static let declaration = GroupOperations.get

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        let withMembers = try request(GroupOperations.fetchMembers)
        let withNicknames = try request(GroupOperations.needNickname)
        return .ask { chat, json throws(CommandError) in
            let details = try chat.groupSettings.groupDetails(id, withMembers: withMembers, for: caller.account)
            json.object("group") { $0.details(details, withNicknames: withNicknames) }
        }
    }
}
