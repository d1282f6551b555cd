import Chat
import ClientProtocol
import JSON
import ServerAPI

/// PendencyOperations.list.
enum ListPendencies {
    static let entry: (Operation, Handler) = (PendencyOperations.list, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let type = try call(PendencyOperations.type)
        let seq = Int64(try call(PendencyOperations.seq))
        let cursor = Int64(try call(PendencyOperations.timestamp))
        let count = try call(PendencyOperations.count)
        let (account, now) = (session.account, call.context.configuration.microseconds / 1_000)
        call.read(for: session) { transaction throws(CommandError) in
            let list = try FriendRequestList(
                of: account, incoming: type != 2, outgoing: type != 1, seq: seq, cursor: cursor, count: count, now: now,
                in: transaction)
            return { json in
                json.array("items") { json in
                    for request in list.requests { json.object { $0.request(request) } }
                }
                json.field("seq", list.seq)
                json.field("timestamp", list.next)
                json.field("unreadCount", list.unread)
            }
        }
    }
}
