import Chat
import ClientProtocol
import Domain
import JSON

/// Requests to become friends that wait for an answer.
extension OperationTable {
    @OperationList static var friendRequests: [OperationDefinition] {
        let type = Parameter.integer("type", in: 1...3, "1: requests received; 2: requests sent; 3: both.")
        let seq = Parameter.integer(
            "seq", in: 0...9_007_199_254_740_991, standard: 0,
            "The `seq` of the caller's copy; for further pages, the one sent for the first page."
        )
        let timestamp = Parameter.integer(
            "timestamp", in: 0...9_007_199_254_740_991, standard: 0, "The value from the last page; 0: from the start.")
        let count = Parameter.integer("numPerPage", in: 1...100, "At most this many requests.")
        Operation.relation(
            "pendency.list",
            "Lists friend requests, newest first; none if the caller's copy is current.",
            [type, seq, timestamp, count],
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
            ]
        ).user { request, caller throws(Refusal) in
            let type = try request(type)
            let seq = Seq(try request(seq))
            let cursor = Stamp(try request(timestamp))
            let count = try request(count)
            let now = request.context.configuration.now.time
            return .read { transaction, json throws(CommandError) in
                let list = try FriendRequestList(
                    of: caller.account, incoming: type != 2, outgoing: type != 1, seq: seq, cursor: cursor,
                    count: count, now: now, in: transaction)
                json.array("items") { json in
                    for request in list.requests { json.object { $0.request(request) } }
                }
                json.field("seq", list.seq)
                json.field("timestamp", list.next)
                json.field("unreadCount", list.unread)
            }
        }

        let ownType = Parameter.integer("type", in: 1...2, "1: requests received; 2: requests sent.")
        Operation.relation(
            "pendency.delete",
            "Deletes the caller's copy of requests. A received request can no longer be answered then.",
            [ownType, RelationParameters.users]
        ).user { request, caller throws(Refusal) in
            let areOutgoing = try request(ownType) == 2
            let users = try request(RelationParameters.users)
            return .change { chat, _ throws(CommandError) in
                try chat.relations.deleteRequests(users, areOutgoing: areOutgoing, of: caller.account)
            }
        }

        let time = Parameter.integer("timestamp", in: 0...9_007_199_254_740_991, "In seconds since 1970.")
        Operation.relation(
            "pendency.report", "Marks the requests received up to a time as read.", [time],
            result: [Field("unreadCount", .integer, "How many requests are still unread.")]
        ).user { request, caller throws(Refusal) in
            let time = Seconds(try request(time))
            return .change { chat, json throws(CommandError) in
                let left = try chat.relations.reportRequests(upTo: time, of: caller.account)
                json.field("unreadCount", left)
            }
        }
    }
}
