import ClientProtocol
import Domain
import JSON
import Storage

/// Changes contacts and friend requests with all that depends on them: counts, versions, names, and who is told.
package final class Relations {
    let work: UnitOfWork
    let accounts: Accounts
    let contacts: Contacts
    let conversations: Conversations
    let memberships: Memberships
    let conversationLists: ConversationLists
    let subscriptions: Subscriptions

    init(
        work: UnitOfWork, accounts: Accounts, contacts: Contacts, conversations: Conversations,
        memberships: Memberships, conversationLists: ConversationLists, subscriptions: Subscriptions
    ) {
        self.work = work
        self.accounts = accounts
        self.contacts = contacts
        self.conversations = conversations
        self.memberships = memberships
        self.conversationLists = conversationLists
        self.subscriptions = subscriptions
    }

    /// Puts one contact in the place of another, which `former` is, or nil if there is none. All that depends on it
    /// follows: the owner's counts, the caches, the name that the owner sees.
    func replace(
        _ former: Contact?, by new: Contact?, of owner: Account, towards other: Account, _ events: inout RelationEvents
    ) throws(CommandError) {
        guard former != new else { return }
        var new = new
        // Groups that there are no longer are forgotten on the way.
        new?.groups.formIntersection(try contacts.relationState(of: owner).groups.map(\.number))
        if let new {
            try contacts.write(new, of: owner, towards: other)
        } else {
            try contacts.erase(owner, towards: other)
        }
        try change(.lists, of: owner, &events) { relationState in
            relationState.count(former, -1)
            relationState.count(new, 1)
            if former?.blockedSince ?? 0 != new?.blockedSince ?? 0 {
                relationState.blacklistVersion = relationState.nextVersion
            }
        }
        try note(former, new, of: owner, towards: other)
        let (wasFriend, isFriend) = (former?.kind.isFriend ?? false, new?.kind.isFriend ?? false)
        // A former friend has left the groups as well, and that need not be told.
        if let new, isFriend { events.regroup(other, from: former?.groups ?? [], to: new.groups, of: owner) }
        if wasFriend, !isFriend { try noteFormerFriend(other, of: owner, &events) }
        // neither hears of the other as of a friend while one has blocked the other.
        if !wasFriend, new?.kind == .friend, try contacts.contact(of: other, towards: owner)?.kind == .friend {
            events.befriend(owner, other)
        }
        guard let conversation = try conversations.conversation(of: .users(owner.number, other.number)) else { return }
        memberships.setRelationship(Relationship(new), of: owner, in: conversation)
        // C-Q08: not if the remark is what the nickname is.
        let names = [former, new].map { Relationship($0).remark ?? other.shownName }
        if !names[0].isSpelled(like: names[1]) { events.show(conversation, to: owner) }
    }

    private func note(_ former: Contact?, _ new: Contact?, of owner: Account, towards other: Account)
        throws(CommandError)
    {
        let (wasFriend, isFriend) = (former?.kind.isFriend ?? false, new?.kind.isFriend ?? false)
        let (wasBlocked, isBlocked) = (former?.kind.isBlocked ?? false, new?.kind.isBlocked ?? false)
        let value = other.number.rawValue
        if wasFriend != isFriend { try work.note(isFriend ? .friendAdded : .friendDeleted, of: owner, value: value) }
        if wasBlocked != isBlocked { try work.note(isBlocked ? .userBlocked : .userUnblocked, of: owner, value: value) }
    }

    /// In memory; `emit` stores what has changed.
    func change(
        _ part: RelationState.Part, of account: Account, _ events: inout RelationEvents,
        _ change: (inout RelationState) -> Void
    ) throws(CommandError) {
        var state = try contacts.relationState(of: account)
        change(&state)
        account.relationState = state
        events.touch(account, part)
    }

    /// R-Q58: that the other is no friend any more, for devices that ask what has changed. Of a deleted account nobody asks.
    private func noteFormerFriend(_ other: Account, of owner: Account, _ events: inout RelationEvents)
        throws(CommandError)
    {
        guard owner.state != .deleted else { return }
        let count = try work.execute(
            "INSERT INTO former_friend (owner, version, other) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [
                .integer(owner.number), .integer(try contacts.relationState(of: owner).nextVersion),
                .integer(other.number),
            ])
        try change(.lists, of: owner, &events) { $0.formerFriends += Int64(count) }
        if try contacts.relationState(of: owner).formerFriends > Int64(work.options.formerFriends) {
            try forgetFormerFriends(of: owner, &events)
        }
    }

    /// The older half. A device that has a list from before has to read it whole again.
    private func forgetFormerFriends(of owner: Account, _ events: inout RelationEvents) throws(CommandError) {
        var version: Int64?
        try work.query(
            "SELECT version FROM former_friend WHERE owner = $1 ORDER BY version DESC LIMIT 1 OFFSET $2",
            [.integer(owner.number), .integer(Int64(work.options.formerFriends / 2))]
        ) { row in version = row.integer(0) }
        guard let version else { return }
        let deleted = try work.execute(
            "DELETE FROM former_friend WHERE owner = $1 AND version <= $2",
            [.integer(owner.number), .integer(version)])
        try change(.lists, of: owner, &events) { relationState in
            relationState.formerFriends -= Int64(deleted)
            relationState.knownSince = version
        }
    }

    /// The next owner of the account knows nothing of the lists that it had.
    func forgetLists(of account: Account, _ events: inout RelationEvents) throws(CommandError) {
        let version =
            try events.touches(account, .lists)
            ? contacts.relationState(of: account).nextVersion : contacts.relationState(of: account).version
        try work.execute("DELETE FROM former_friend WHERE owner = $1", [.integer(account.number)])
        var state = try contacts.relationState(of: account)
        state.formerFriends = 0
        state.knownSince = version
        account.relationState = state
        try contacts.save(state, of: account)
    }

    /// Ends an operation on relations.
    func emit(_ events: RelationEvents) throws(CommandError) {
        for (account, part) in events.touched {
            var state = try contacts.relationState(of: account)
            switch part {
            case .lists: state.version += 1
            case .requests: state.requestSeq += 1
            }
            account.relationState = state
            try contacts.save(state, of: account)
        }
        for item in events.items where item.recipient.state != .deleted {
            let event = FriendChanged(
                change: item.change, users: RelationSubject.text(item.mentions), isOwn: false, unreadRequests: nil,
                version: try version(of: item.recipient, after: item.change))
            try work.emit(
                event, inStreamAs: .relation, value: item.change.rawValue, detail: event.users, to: item.recipient)
        }
        for (account, change, users, unread) in events.own {
            let event = FriendChanged(
                change: change, users: users, isOwn: true, unreadRequests: unread,
                version: try version(of: account, after: change))
            work.emit(event, to: account)
        }
        for (account, change, _) in events.groups.values.sorted(by: { $0.account.number < $1.account.number }) {
            var change = change
            change.version = try contacts.relationState(of: account).version
            work.emit(change, to: account)
        }
        for (one, other) in events.befriended where one.state != .deleted && other.state != .deleted {
            try subscriptions.emitFriendship(of: one, and: other)
        }
        for (conversation, holder) in events.shown where holder.state != .deleted {
            try conversationLists.showChange(of: conversation, to: holder)
        }
    }

    private func version(of account: Account, after change: RelationChange) throws(CommandError) -> Int64 {
        let relationState = try contacts.relationState(of: account)
        return change.isOfRequests ? relationState.requestSeq.rawValue : relationState.version
    }

    /// False if the other was no friend of the owner.
    func unfriend(_ owner: Account, from other: Account, _ events: inout RelationEvents) throws(CommandError) -> Bool {
        guard let contact = try contacts.contact(of: owner, towards: other), contact.kind.isFriend else { return false }
        try replace(contact, by: contact.withoutFriend, of: owner, towards: other, &events)
        events.emit(.friendDeleted, RelationSubject(other), to: owner)
        return true
    }

    /// The account whose relations an administrator changes.
    func reachableOwner(_ user: String) throws(CommandError) -> Account {
        guard let owner = try UserID(user).flatMap(accounts.reachableAccount) else {
            throw .refused(.unknownUser, "there is no such user", keys: ["userID"])
        }
        return owner
    }

    func reachableOther(_ user: String, than owner: Account) throws(CommandError) -> Account? {
        guard let other = try UserID(user).flatMap(accounts.reachableAccount), other !== owner else { return nil }
        return other
    }
}

extension RelationState {
    fileprivate mutating func count(_ contact: Contact?, _ by: Int64) {
        guard let kind = contact?.kind else { return }
        if kind.isFriend { friends += by }
        if kind.isBlocked { blocked += by }
    }
}
