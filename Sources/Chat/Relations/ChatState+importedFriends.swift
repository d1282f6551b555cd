import ClientProtocol
import Domain

/// R-Q62: a friend as a user's list is to have one; nil leaves what there is.
package struct ImportedFriend: Sendable {
    package let user: String
    /// Seconds since 1970.
    package let since: Int64?
    package let remark: String?
    package let groups: [String]?
    package let wording: String?
    package let source: String?
    package let custom: [String: CustomValue]

    package init(
        user: String, since: Int64?, remark: String?, groups: [String]?, wording: String?, source: String?,
        custom: [String: CustomValue]
    ) {
        self.user = user
        self.since = since
        self.remark = remark
        self.groups = groups
        self.wording = wording
        self.source = source
        self.custom = custom
    }
}

extension ChatState {
    /// R-Q62: by an administrator; nobody is asked, and only this one list changes. What the user has asked for is fulfilled.
    package func importFriends(_ friends: [ImportedFriend], of user: String) throws -> [UserResult] {
        let owner = try reachableOwner(user)
        for friend in friends {
            try check(
                friend.custom, against: options.friendFields, called: "", else: .friendParameters, .friendParameters)
        }
        var events = RelationEvents()
        var edited: [Account] = []
        let results = try friends.map { friend in
            guard let other = try reachableOther(friend.user, than: owner) else {
                return UserResult(friend.user, .unknownUser)
            }
            let former = try contact(of: owner, towards: other)
            let isNew = former?.kind.isFriend != true
            if isNew, try friendListIsFull(of: owner) { return UserResult(friend.user, .friendListFull) }
            var contact = isNew ? Contact.befriended(former, since: now / 1_000) : former!
            contact.groups.formIntersection(try relationState(of: owner).groups.map(\.number))
            let same = contact
            guard try take(friend, into: &contact, of: owner, &events) else {
                return UserResult(friend.user, .friendGroupsFull)
            }
            if isNew {
                try replace(former, by: contact, of: owner, towards: other, &events)
                events.emit(.friendAdded, RelationSubject(other), to: owner)
                try withdraw(from: owner, to: other, &events)
                try settleRequests(between: owner, and: other, &events)
            } else if contact != same {
                try replace(former, by: contact, of: owner, towards: other, &events)
                edited.append(other)
            }
            return UserResult(friend.user)
        }
        events.emitOwn(.friendEdited, edited, to: owner)
        try emit(events)
        return results
    }

    /// False if there is no room for all the groups; then none of them is made.
    private func take(
        _ friend: ImportedFriend, into contact: inout Contact, of owner: Account, _ events: inout RelationEvents
    ) throws -> Bool {
        if let names = friend.groups?.unique {
            let relationState = try relationState(of: owner)
            let missing = names.count { relationState.group($0) == nil }
            guard relationState.groups.count + missing <= max(options.friendGroupsPerUser, relationState.groups.count)
            else {
                return false
            }
            contact.groups = try Set(names.compactMap { try group($0, orMadeFor: owner, &events) })
        }
        contact.since = friend.since ?? contact.since
        contact.remark = friend.remark ?? contact.remark
        contact.wording = friend.wording ?? contact.wording
        contact.source = friend.source ?? contact.source
        contact.custom.merge(friend.custom) { $1 }
        return true
    }
}
