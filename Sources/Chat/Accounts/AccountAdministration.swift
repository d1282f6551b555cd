import ClientProtocol
import Domain
import Storage

package struct AccountView: Sendable {
    package let id: UserID
    package let nickname: String
    package let faceURL: String
    package let isDisabled: Bool
    /// Milliseconds since 1970.
    package let createdAt: Milliseconds
}

/// Makes, shows, disables, bars, deletes and erases accounts for administrators.
package final class AccountAdministration {
    let work: UnitOfWork
    let quotas: Quotas
    let statistics: Statistics
    let accounts: Accounts
    let contacts: Contacts
    let conversations: Conversations
    let memberships: Memberships
    let conversationLists: ConversationLists
    let groupMembers: GroupMembers
    let uploads: Uploads
    let pushes: Pushes
    let badgePushes: BadgePushes
    let scheduledMessages: ScheduledMessages
    let calls: Calls
    let groupLife: GroupLife
    let channels: Channels
    let rooms: Rooms
    let roomValues: RoomValues
    let repeatedRequests: RepeatedRequests
    let subscriptions: Subscriptions
    let devices: Devices
    let relations: Relations
    let jobs: Jobs
    let profiles: Profiles
    let friends: Friends

    init(
        work: UnitOfWork, quotas: Quotas, statistics: Statistics, accounts: Accounts, contacts: Contacts,
        conversations: Conversations,
        memberships: Memberships, conversationLists: ConversationLists, groupMembers: GroupMembers, uploads: Uploads,
        pushes: Pushes, badgePushes: BadgePushes, scheduledMessages: ScheduledMessages, calls: Calls,
        groupLife: GroupLife,
        channels: Channels, rooms: Rooms, roomValues: RoomValues,
        repeatedRequests: RepeatedRequests, subscriptions: Subscriptions, devices: Devices, relations: Relations,
        jobs: Jobs, profiles: Profiles, friends: Friends
    ) {
        self.work = work
        self.quotas = quotas
        self.statistics = statistics
        self.accounts = accounts
        self.contacts = contacts
        self.conversations = conversations
        self.memberships = memberships
        self.conversationLists = conversationLists
        self.groupMembers = groupMembers
        self.uploads = uploads
        self.pushes = pushes
        self.badgePushes = badgePushes
        self.scheduledMessages = scheduledMessages
        self.calls = calls
        self.groupLife = groupLife
        self.channels = channels
        self.rooms = rooms
        self.roomValues = roomValues
        self.repeatedRequests = repeatedRequests
        self.subscriptions = subscriptions
        self.devices = devices
        self.relations = relations
        self.jobs = jobs
        self.profiles = profiles
        self.friends = friends
    }

    /// False if the account is there already; it stays as it is.
    package func create(_ id: UserID, nickname: String = "", faceURL: String = "") throws(CommandError) -> Bool {
        let former = try accounts.account(id)
        if let former, former.state != .deleted { return false }
        let account = try accounts.makeAccount(id, former: former, nickname: nickname, faceURL: faceURL)
        try uploads.replaceAvatar("", by: faceURL)
        // Those who have a conversation with the former one see the name of the new one there.
        var events = RelationEvents()
        if former != nil { try profiles.showAppearance(of: account, formerly: (id.text, ""), &events) }
        try relations.emit(events)
        return true
    }

    package func accountView(_ id: UserID) throws(CommandError) -> AccountView? {
        guard let account = try accounts.reachableAccount(id) else { return nil }
        return AccountView(
            id: id, nickname: account.nickname, faceURL: account.faceURL, isDisabled: account.state == .disabled,
            createdAt: account.createdAt)
    }

    /// False if there is no such account. A disabled one opens no sessions, and its devices are pushed to no longer; it can
    /// still be written to.
    package func disable(_ id: UserID, _ isDisabled: Bool) throws(CommandError) -> Bool {
        guard let account = try accounts.reachableAccount(id) else { return false }
        if (account.state == .disabled) != isDisabled {
            try work.note(isDisabled ? .accountDisabled : .accountEnabled, of: account)
        }
        account.state = isDisabled ? .disabled : .active
        if isDisabled { accounts.revokeTokens(of: account) }
        try accounts.save(account)
        if isDisabled {
            try pushes.unregister(device: nil, of: account.number)
            work.lead(to: .accountEnded(account.id))
        }
        return true
    }

    /// ends the sessions of tokens that were issued at or before that second; nil: up to now. Of a deleted account there
    /// may be tokens, too. Returns up to which second tokens are revoked now; nil if there never was such an account.
    package func revokeTokens(of id: UserID, upTo second: Seconds?) throws(CommandError) -> Seconds? {
        guard let account = try accounts.account(id) else { return nil }
        accounts.revokeTokens(of: account, upTo: second)
        try accounts.save(account)
        work.lead(to: .tokensRevoked(account.id, account.revocation))
        return account.revocation.second
    }

    /// false if there is no such account.
    package func kick(_ selection: SessionSelection, of id: UserID, reason: String) throws(CommandError) -> Bool {
        guard try accounts.reachableAccount(id) != nil else { return false }
        work.lead(to: .kicked(id, selection, reason: reason))
        return true
    }

    /// R-Q19: false if there is no such account.
    package func barAdding(_ id: UserID, _ isBarred: Bool) throws(CommandError) -> Bool {
        guard let account = try accounts.reachableAccount(id) else { return false }
        account.isBarred = isBarred
        try accounts.save(account)
        return true
    }
}

/// Lists of accounts, read from the store alone, on any reader's queue.
package enum AccountQueries {
    /// In the order in which they were made. `after`: what the page before ended with. `next`: 0 if there are no more.
    package static func page(
        after: AccountNumber, count: Int, in store: any Transaction
    ) throws(StoreError) -> (accounts: [AccountView], next: AccountNumber) {
        var (accounts, next, last): ([AccountView], AccountNumber, AccountNumber) = ([], 0, 0)
        try store.query(
            """
            SELECT id, name, nickname, face_url, state, created_at FROM account WHERE id > $1 AND state != 2
            ORDER BY id LIMIT $2
            """, [.integer(after), .integer(Int64(count + 1))]
        ) { row throws(StoreError) in
            guard accounts.count < count else { return next = last }
            last = row.integer(0)
            let state: Account.State = try row.choice(4)
            accounts.append(
                AccountView(
                    id: try row.userID(1), nickname: row.text(2), faceURL: row.text(3), isDisabled: state == .disabled,
                    createdAt: row.integer(5)))
        }
        return (accounts, next)
    }
}
