import Chat
import ClientProtocol
import ServerAPI

/// `admin.group.disable`.
enum DisableGroup {
    static let entry: (Operation, Handler) = (AdminGroupOperations.disable, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        let isDisabled = try request(AdminGroupOperations.disabled)
        return .change { chat, _ throws(CommandError) in
            try chat.groupSettings.disableGroup(id, isDisabled)
        }
    }
}
