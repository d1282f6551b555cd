import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// Administrators manage groups.
enum AdminGroupHandlers {
    static func createGroupForUser(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let owner = try call(AdminGroupOperations.owner)
        let draft = try call.groupDraft(try call(AdminGroupOperations.kind))
        call.change(by: session) { chat in
            let group = try chat.groupLife.createGroup(draft, for: owner)
            return { json in
                json.field("groupID", group.id)
                json.results(group.results)
            }
        }
    }

    static func disableGroup(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let isDisabled = try call(AdminGroupOperations.disabled)
        call.change(by: session) { chat in
            try chat.groupSettings.disableGroup(id, isDisabled)
            return { _ in }
        }
    }
}
