import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// PendencyOperations.list.
enum ListPendencies: UserOperation {
    static let declaration = PendencyOperations.list

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let type = try request(PendencyOperations.type)
        let seq = Seq(try request(PendencyOperations.seq))
        let cursor = Stamp(try request(PendencyOperations.timestamp))
        let count = try request(PendencyOperations.count)
        let now = request.context.configuration.now.time
        return .read { transaction, json throws(CommandError) in
            let list = try FriendRequestList(
                of: caller.account, incoming: type != 2, outgoing: type != 1, seq: seq, cursor: cursor, count: count,
                now: now,
                in: transaction)
            json.array("items") { json in
                for request in list.requests { json.object { $0.request(request) } }
            }
            json.field("seq", list.seq)
            json.field("timestamp", list.next)
            json.field("unreadCount", list.unread)
        }
    }
}
