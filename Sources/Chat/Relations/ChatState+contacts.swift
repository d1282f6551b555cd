import Domain
import Storage

extension ChatState {
    func contact(of owner: Account, towards other: Account) throws -> Contact? {
        var contact: Contact?
        try store.query(
            """
            SELECT kind, since, remark, wording, source, friend_groups, custom, blocked_since FROM contact WHERE id = $1
            """, [.integer(PairKey.key(owner.number, other.number))]
        ) { row in contact = Contact(row, from: 0) }
        return contact
    }

    func relationship(of owner: Int64, towards other: Int64) throws -> Relationship {
        var relationship = Relationship.stranger
        try store.query("SELECT kind, remark FROM contact WHERE id = $1", [.integer(PairKey.key(owner, other))]) {
            row in relationship = Relationship(row.integer(0), remark: row.text(1))
        }
        return relationship
    }

    /// For every message, so that what is in memory is not asked of the store.
    func relationship(of owner: Account, towards other: Account, in conversation: Conversation?) throws -> Relationship
    {
        if let conversation, let membership = owner.conversationList?.memberships[conversation.number] {
            return membership.relationship
        }
        return try relationship(of: owner.number, towards: other.number)
    }

    /// Puts one contact in the place of another, which `former` is, or nil if there is none. Whatever depends on it follows:
    /// the owner's counts, the caches, the name that the owner sees.
    func replace(
        _ former: Contact?, by new: Contact?, of owner: Account, towards other: Account, _ events: inout RelationEvents
    ) throws {
        guard former != new else { return }
        var new = new
        // Groups that there are no longer are forgotten on the way.
        new?.groups.formIntersection(try relationState(of: owner).groups.map(\.number))
        if let new { try write(new, of: owner, towards: other) } else { try erase(owner, towards: other) }
        try change(.lists, of: owner, &events) { relationState in
            relationState.count(former, -1)
            relationState.count(new, 1)
            if former?.blockedSince ?? 0 != new?.blockedSince ?? 0 {
                relationState.blacklistVersion = relationState.nextVersion
            }
        }
        let (wasFriend, isFriend) = (former?.kind.isFriend ?? false, new?.kind.isFriend ?? false)
        // Whoever is a friend no longer has left the groups as well, and that need not be told.
        if let new, isFriend { events.regroup(other, from: former?.groups ?? [], to: new.groups, of: owner) }
        if wasFriend, !isFriend { try noteFormerFriend(other, of: owner, &events) }
        // neither hears of the other as of a friend while one has blocked the other.
        if !wasFriend, new?.kind == .friend, try contact(of: other, towards: owner)?.kind == .friend {
            events.befriend(owner, other)
        }
        guard let conversation = try conversation(of: Pair(owner.number, other.number)) else { return }
        owner.conversationList?.setRelationship(Relationship(new), in: conversation.number)
        // C-Q08: not if the remark is what the nickname is.
        let names = [former, new].map { Relationship($0).remark ?? other.shownName }
        if !names[0].isSpelled(like: names[1]) { events.show(conversation, to: owner) }
    }

    private func write(_ contact: Contact, of owner: Account, towards other: Account) throws {
        try store.execute(
            """
            INSERT INTO contact (id, other, kind, since, remark, wording, source, friend_groups, custom, blocked_since, version)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            ON CONFLICT (id) DO UPDATE SET kind = $3, since = $4, remark = $5, wording = $6, source = $7,
                friend_groups = $8, custom = $9, blocked_since = $10, version = $11
            """,
            [
                .integer(PairKey.key(owner.number, other.number)), .integer(other.number),
                .integer(contact.kind.rawValue), .integer(contact.since), .text(contact.remark), .text(contact.wording),
                .text(contact.source), .text(contact.groupsText), .text(CustomFields.write(contact.custom)),
                .integer(contact.blockedSince), .integer(try relationState(of: owner).nextVersion),
            ])
    }

    private func erase(_ owner: Account, towards other: Account) throws {
        try store.execute("DELETE FROM contact WHERE id = $1", [.integer(PairKey.key(owner.number, other.number))])
    }

    // MARK: - Circles

    func relationState(of account: Account) throws -> RelationState {
        if let relationState = account.relationState { return relationState }
        var relationState = RelationState()
        try store.query(
            """
            SELECT friends, blocked, requests_in, requests_out, request_seq, version, last_group, groups_version,
                blacklist_version, known_since, former_friends
            FROM circle WHERE account = $1
            """, [.integer(account.number)]
        ) { row in relationState = RelationState(row) }
        relationState.groups = try FriendGroup.all(of: account.number, in: store)
        account.relationState = relationState
        return relationState
    }

    /// In memory; `emit` stores what has changed.
    func change(
        _ part: RelationState.Part, of account: Account, _ events: inout RelationEvents,
        _ change: (inout RelationState) -> Void
    ) throws {
        _ = try relationState(of: account)
        change(&account.relationState!)
        events.touch(account, part)
    }

    func save(_ relationState: RelationState, of account: Account) throws {
        try store.execute(
            """
            INSERT INTO circle (account, friends, blocked, requests_in, requests_out, request_seq, version, last_group,
                groups_version, blacklist_version, known_since, former_friends)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            ON CONFLICT (account) DO UPDATE SET friends = $2, blocked = $3, requests_in = $4, requests_out = $5,
                request_seq = $6, version = $7, last_group = $8, groups_version = $9, blacklist_version = $10,
                known_since = $11, former_friends = $12
            """,
            [
                .integer(account.number), .integer(relationState.friends), .integer(relationState.blocked),
                .integer(relationState.requestsIn), .integer(relationState.requestsOut),
                .integer(relationState.requestSeq),
                .integer(relationState.version), .integer(relationState.lastGroup),
                .integer(relationState.groupsVersion), .integer(relationState.blacklistVersion),
                .integer(relationState.knownSince),
                .integer(relationState.formerFriends),
            ])
    }
}

extension RelationState {
    fileprivate mutating func count(_ contact: Contact?, _ by: Int64) {
        guard let kind = contact?.kind else { return }
        if kind.isFriend { friends += by }
        if kind.isBlocked { blocked += by }
    }

    fileprivate init(_ row: any Row) {
        self.init(
            friends: row.integer(0), blocked: row.integer(1), requestsIn: row.integer(2), requestsOut: row.integer(3),
            requestSeq: row.integer(4), version: row.integer(5), lastGroup: row.integer(6),
            groupsVersion: row.integer(7),
            blacklistVersion: row.integer(8), knownSince: row.integer(9), formerFriends: row.integer(10))
    }
}
