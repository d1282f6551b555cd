import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

extension OperationTable {
    static let adminRelationHandlers: [(Operation, Handler)] = [
        (AdminRelationOperations.listFriends, .admin(AdminRelationHandlers.listFriends)),
        (AdminRelationOperations.addFriends, .admin(AdminRelationHandlers.addFriends)),
        (AdminRelationOperations.importFriends, .admin(AdminRelationHandlers.importFriends)),
        (AdminRelationOperations.importBlacklist, .admin(AdminRelationHandlers.importBlacklist)),
        (AdminRelationOperations.modifyProfile, .admin(AdminRelationHandlers.modifyProfile)),
    ]
}

/// Administrators manage users' relations.
enum AdminRelationHandlers {
    fileprivate static func listFriends(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call(AdminRelationOperations.user)
        let query = try call.friendListQuery()
        call.read(for: session) { transaction in
            try query.result(of: RelationQueries.number(of: user, in: transaction), in: transaction)
        }
    }

    fileprivate static func addFriends(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call(AdminRelationOperations.user)
        let isMutual = try call(FriendOperations.addType) == 2
        let wishes = try call(AdminRelationOperations.newFriends).map { friend in
            let wish = FriendWish(
                remark: friend.remark, wording: friend.wording, source: friend.source, group: friend.group,
                isMutual: isMutual)
            return (friend.user, wish)
        }
        let isForced = try call(AdminRelationOperations.isForced)
        call.change(by: session) { chat in
            let results = try chat.friends.addFriends(wishes, isForced: isForced, of: user)
            return { $0.results(results) }
        }
    }

    fileprivate static func importFriends(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call(AdminRelationOperations.user)
        let entries = try call(AdminRelationOperations.friendEntries).map { friend in
            ImportedFriend(
                user: friend.user, since: friend.addedAt.map(Int64.init), remark: friend.remark, groups: friend.groups,
                wording: friend.wording, source: friend.source, custom: friend.custom)
        }
        call.change(by: session) { chat in
            let results = try chat.friendImports.importFriends(entries, of: user)
            return { $0.results(results) }
        }
    }

    fileprivate static func importBlacklist(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call(AdminRelationOperations.user)
        let entries = try call(AdminRelationOperations.blockedEntries).map { ($0.user, $0.addedAt.map(Int64.init)) }
        let keepsFriends = try call(BlacklistOperations.keepsFriends)
        call.change(by: session) { chat in
            let results = try chat.blacklist.importBlacklist(entries, keepsFriends: keepsFriends, of: user)
            return { $0.results(results) }
        }
    }

    fileprivate static func modifyProfile(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call(AdminRelationOperations.user)
        let change = try call(ProfileOperations.values)
        call.change(by: session) { chat in
            guard let id = UserID(user) else { throw Refusal(.noAccount, keys: ["userID"]) }
            try chat.profiles.modifyProfile(change, of: id)
            return { _ in }
        }
    }
}
