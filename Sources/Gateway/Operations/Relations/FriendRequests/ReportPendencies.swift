import Chat
import ClientProtocol
import JSON
import ServerAPI

/// PendencyOperations.report.
enum ReportPendencies {
    static let entry: (Operation, Handler) = (PendencyOperations.report, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let time = Int64(try call(PendencyOperations.time))
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let left = try chat.friendRequests.reportRequests(upTo: time, of: account)
            return { $0.field("unreadCount", left) }
        }
    }
}
