import ClientProtocol
import Domain

/// R-Q62: a friend as a user's list is to have one; nil leaves what there is.
package struct ImportedFriend: Sendable {
    package let user: String
    /// Seconds since 1970.
    package let since: Seconds?
    package let remark: String?
    package let groups: [String]?
    package let wording: String?
    package let source: String?
    package let custom: [String: CustomValue]

    package init(
        user: String, since: Seconds?, remark: String?, groups: [String]?, wording: String?, source: String?,
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

/// Friends that an administrator brings from elsewhere.
extension Friends {
    /// R-Q62: by an administrator; nobody is asked, and only this one list changes. The user's own requests are
    /// fulfilled.
    package func importFriends(_ friends: [ImportedFriend], of user: String) throws(CommandError) -> [UserResult] {
        let owner = try relations.reachableOwner(user)
        for friend in friends {
            try CustomFields.check(
                friend.custom, against: work.options.friendFields, called: "", else: .friendParameters,
                .friendParameters)
        }
        var events = RelationEvents()
        var edited: [Account] = []
        let results = try friends.map { friend throws(CommandError) in
            guard let other = try relations.reachableOther(friend.user, than: owner) else {
                return UserResult(friend.user, .unknownUser)
            }
            let former = try contacts.contact(of: owner, towards: other)
            let friendship = former.flatMap { $0.kind.isFriend ? $0 : nil }
            let isNew = friendship == nil
            if isNew, try self.friendListIsFull(of: owner) { return UserResult(friend.user, .friendListFull) }
            var contact = friendship ?? Contact.befriended(former, since: work.now.seconds)
            contact.groups.formIntersection(try contacts.relationState(of: owner).groups.map(\.number))
            let same = contact
            guard try take(friend, into: &contact, of: owner, &events) else {
                return UserResult(friend.user, .friendGroupsFull)
            }
            if isNew {
                try relations.replace(former, by: contact, of: owner, towards: other, &events)
                events.emit(.friendAdded, RelationSubject(other), to: owner)
                try relations.withdrawRequest(from: owner, to: other, &events)
                try relations.settleRequests(between: owner, and: other, &events)
            } else if contact != same {
                try relations.replace(former, by: contact, of: owner, towards: other, &events)
                edited.append(other)
            }
            return UserResult(friend.user)
        }
        events.emitOwn(.friendEdited, edited, to: owner)
        try relations.emit(events)
        return results
    }

    /// False if there is no room for all the groups; then none of them is made.
    private func take(
        _ friend: ImportedFriend, into contact: inout Contact, of owner: Account, _ events: inout RelationEvents
    ) throws(CommandError) -> Bool {
        if let names = friend.groups?.unique {
            let relationState = try contacts.relationState(of: owner)
            let missing = names.count { relationState.group($0) == nil }
            guard
                relationState.groups.count + missing
                    <= max(work.options.friendGroupsPerUser, relationState.groups.count)
            else {
                return false
            }
            contact.groups = []
            for name in names {
                if let group = try friendGroup(name, orMadeFor: owner, &events) { contact.groups.insert(group) }
            }
        }
        contact.since = friend.since ?? contact.since
        contact.remark = friend.remark ?? contact.remark
        contact.wording = friend.wording ?? contact.wording
        contact.source = friend.source ?? contact.source
        contact.custom.merge(friend.custom) { $1 }
        return true
    }
}
