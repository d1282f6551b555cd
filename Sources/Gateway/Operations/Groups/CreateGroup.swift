import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `group.create`.
enum CreateGroup {
    static let entry: (Operation, Handler) = (GroupOperations.create, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        try call.refuseNotifyExt()
        let draft = try call.groupDraft(.group)
        call.change(by: session) { [account = session.account] chat throws(CommandError) in
            let group = try chat.groupLife.createGroup(draft, by: account)
            return { json in
                json.field("groupID", group.id)
                json.results(group.results)
            }
        }
    }
}
