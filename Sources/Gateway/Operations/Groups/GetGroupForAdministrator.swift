import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `admin.group.get`.
enum GetGroupForAdministrator: AdminOperation {
    static let declaration = AdminGroupOperations.get

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        return .ask { chat, json throws(CommandError) in
            let details = try chat.groupSettings.wholeGroup(id)
            json.object("group") { json in
                json.specification(details.view)
                json.users("adminList", details.admins)
                json.users("whiteList", details.whiteList ?? [])
                json.muteList(details.muted ?? [])
            }
        }
    }
}
