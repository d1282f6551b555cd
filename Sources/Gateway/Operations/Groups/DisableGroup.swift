import Chat
import ClientProtocol
import ServerAPI

/// `admin.group.disable`.
enum DisableGroup: AdminOperation {
    static let declaration = AdminGroupOperations.disable

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        let isDisabled = try request(AdminGroupOperations.disabled)
        return .change { chat, _ throws(CommandError) in
            try chat.groupSettings.disableGroup(id, isDisabled)
        }
    }
}
