import Chat
import ClientProtocol
import ServerAPI

/// `group.setNotifyState`.
enum SetNotifyState: MemberOperation {
    static let declaration = GroupOperations.setNotifyState

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let state = try request(GroupOperations.state)
        return { chat, me, _ throws(CommandError) in
            try chat.groupSettings.setNotifyState(state, in: id, by: me)
        }
    }
}
