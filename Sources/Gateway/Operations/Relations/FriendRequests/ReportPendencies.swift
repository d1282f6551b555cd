import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// PendencyOperations.report.
enum ReportPendencies: UserOperation {
    static let declaration = PendencyOperations.report

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let time = Seconds(try request(PendencyOperations.time))
        return .change { chat, json throws(CommandError) in
            let left = try chat.friendRequests.reportRequests(upTo: time, of: caller.account)
            json.field("unreadCount", left)
        }
    }
}
