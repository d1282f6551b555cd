import Chat
import ClientProtocol
import Domain
import JSON

/// `pendency.list`.
enum ListPendencies: UserOperation {
    static let declaration = Operation.relation(
        "pendency.list",
        "Lists friend requests, newest first; none if the caller's copy is current.",
        [type.description, seq.description, timestamp.description, count.description],
        result: [
            Field(
                "items",
                .list(
                    .object([
                        Field("userID", .string), Field("addTime", .integer), Field("addSource", .string),
                        Field("addWording", .string), Field("nickname", .string), Field("type", .numbers([1, 2])),
                    ])),
                "`addTime` in seconds; `type` 1: received, 2: sent."),
            Field("seq", .integer, "The list's version. Keep it after the last page."),
            Field("timestamp", .integer, "Send it for the next page; 0 at the end."),
            Field("unreadCount", .integer, "How many received requests have not been reported as read."),
        ])

    private static let type = Parameter.integer("type", in: 1...3, "1: requests received; 2: requests sent; 3: both.")
    private static let seq = Parameter.integer(
        "seq", in: 0...9_007_199_254_740_991, standard: 0,
        "The `seq` of the caller's copy; for further pages, the one sent for the first page."
    )
    private static let timestamp = Parameter.integer(
        "timestamp", in: 0...9_007_199_254_740_991, standard: 0, "The value from the last page; 0: from the start.")
    private static let count = Parameter.integer("numPerPage", in: 1...100, "At most this many requests.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let type = try request(Self.type)
        let seq = Seq(try request(Self.seq))
        let cursor = Stamp(try request(timestamp))
        let count = try request(Self.count)
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
