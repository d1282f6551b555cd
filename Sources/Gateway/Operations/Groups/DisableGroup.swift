import Chat
import ClientProtocol
import ServerAPI

/// `admin.group.disable`.
enum DisableGroup {
    static let entry: (Operation, Handler) = (AdminGroupOperations.disable, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let isDisabled = try call(AdminGroupOperations.disabled)
        call.change(by: session) { chat throws(CommandError) in
            try chat.groupSettings.disableGroup(id, isDisabled)
            return { _ in }
        }
    }
}
