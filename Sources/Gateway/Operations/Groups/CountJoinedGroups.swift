import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.joinedCount`.
enum CountJoinedGroups {
    static let entry: (Operation, Handler) = (GroupOperations.joinedCount, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let account = session.account
        call.read(for: session) { transaction throws(CommandError) in
            let count = try stored(GroupQueries.countJoined(by: account, in: transaction))
            return { $0.field("count", count) }
        }
    }
}
