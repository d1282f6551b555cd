import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// Friend requests and the blacklist.
enum PendencyHandlers {
    static func listPendencies(_ call: Call, _ session: Session) throws(Refusal) {
        let type = try call(PendencyOperations.type)
        let seq = Int64(try call(PendencyOperations.seq))
        let cursor = Int64(try call(PendencyOperations.timestamp))
        let count = try call(PendencyOperations.count)
        let (account, now) = (session.account, call.context.configuration.microseconds / 1_000)
        call.read(for: session) { transaction in
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

    static func deletePendencies(_ call: Call, _ session: Session) throws(Refusal) {
        let areOutgoing = try call(PendencyOperations.ownType) == 2
        let users = try call(PendencyOperations.users)
        let account = session.account
        call.change(by: session) { chat in
            try chat.friendRequests.deleteRequests(users, areOutgoing: areOutgoing, of: account)
            return { _ in }
        }
    }

    static func reportPendencies(_ call: Call, _ session: Session) throws(Refusal) {
        let time = Int64(try call(PendencyOperations.time))
        let account = session.account
        call.change(by: session) { chat in
            let left = try chat.friendRequests.reportRequests(upTo: time, of: account)
            return { $0.field("unreadCount", left) }
        }
    }

    // MARK: - The blacklist

    static func block(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(BlacklistOperations.users)
        let keepsFriends = try call(BlacklistOperations.keepsFriends)
        let account = session.account
        call.change(by: session) { chat in
            let results = try chat.blacklist.block(users, keepsFriends: keepsFriends, of: account)
            return { $0.results(results) }
        }
    }

    static func unblock(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(BlacklistOperations.users)
        let account = session.account
        call.change(by: session) { chat in
            let results = try chat.blacklist.unblock(users, of: account)
            return { $0.results(results) }
        }
    }

    static func listBlocked(_ call: Call, _ session: Session) throws(Refusal) {
        let account = session.account
        call.read(for: session) { transaction in
            let page = try RelationQueries.blacklist(of: account, in: transaction)
            return { json in
                json.array("users") { json in
                    for user in page.items {
                        json.object { json in
                            json.field("userID", user.user)
                            json.field("addTime", user.addedAt)
                        }
                    }
                }
                json.field("version", page.version)
            }
        }
    }
}
