import Chat
import ClientProtocol
import Domain
import JSON

/// `pendency.report`.
enum ReportPendencies: UserOperation {
    static let declaration = Operation.relation(
        "pendency.report", "Marks the requests received up to a time as read.", [time.description],
        result: [Field("unreadCount", .integer, "How many requests are still unread.")])

    private static let time = Parameter.integer("timestamp", in: 0...9_007_199_254_740_991, "In seconds since 1970.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let time = Seconds(try request(Self.time))
        return .change { chat, json throws(CommandError) in
            let left = try chat.friendRequests.reportRequests(upTo: time, of: caller.account)
            json.field("unreadCount", left)
        }
    }
}
