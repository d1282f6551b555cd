import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// GroupOperations.getNotifyState.
enum GetNotifyState {
    static let entry: (Operation, Handler) = (GroupOperations.getNotifyState, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let account = session.account
        call.ask { chat throws(CommandError) in
            let state = try chat.groupSettings.notifyState(in: id, by: account)
            return { $0.field("state", state.rawValue) }
        }
    }
}
