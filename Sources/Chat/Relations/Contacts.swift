import Domain
import Storage

/// How one user stands to another, and what all of a user's contacts and requests come to: the rows. `Relations` keeps what
/// depends on them in step.
final class Contacts {
    private let work: UnitOfWork

    init(work: UnitOfWork) {
        self.work = work
    }

    func contact(of owner: Account, towards other: Account) throws(CommandError) -> Contact? {
        var contact: Contact?
        try work.query(
            """
            SELECT kind, since, remark, wording, source, friend_groups, custom, blocked_since FROM contact WHERE id = $1
            """, [.integer(PairKey.key(owner.number, other.number))]
        ) { row throws(StoreError) in contact = try Contact(row, from: 0) }
        return contact
    }

    func relationship(of owner: AccountNumber, towards other: AccountNumber) throws(CommandError) -> Relationship {
        var relationship = Relationship.stranger
        try work.query("SELECT kind, remark FROM contact WHERE id = $1", [.integer(PairKey.key(owner, other))]) {
            row throws(StoreError) in relationship = try Relationship(row, kind: 0, remark: 1)
        }
        return relationship
    }

    /// Towards those with whom it has a conversation in its list; nothing of strangers.
    func relationshipsToListed(of owner: AccountNumber) throws(CommandError) -> [AccountNumber: Relationship] {
        let bounds = PairKey.bounds(owner)
        var relationships: [AccountNumber: Relationship] = [:]
        try work.query(
            """
            SELECT contact.other, contact.kind, contact.remark FROM membership
                JOIN conversation ON conversation.id = membership.id & 4294967295 AND low > 0
                JOIN contact ON contact.id = $1 + low + high - $3
            WHERE membership.id > $1 AND membership.id <= $2 AND is_listed = 1
            """, [.integer(bounds.after), .integer(bounds.through), .integer(owner)]
        ) { row throws(StoreError) in
            relationships[row.integer(0)] = try Relationship(row, kind: 1, remark: 2)
        }
        return relationships
    }

    func write(_ contact: Contact, of owner: Account, towards other: Account) throws(CommandError) {
        try work.execute(
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

    func erase(_ owner: Account, towards other: Account) throws(CommandError) {
        try work.execute("DELETE FROM contact WHERE id = $1", [.integer(PairKey.key(owner.number, other.number))])
    }

    // MARK: - Counts and versions

    func relationState(of account: Account) throws(CommandError) -> RelationState {
        if let relationState = account.relationState { return relationState }
        var relationState = RelationState()
        try work.query(
            """
            SELECT friends, blocked, requests_in, requests_out, request_seq, version,
                last_group, groups_version,
                blacklist_version, known_since, former_friends
            FROM relation_count WHERE account = $1
            """, [.integer(account.number)]
        ) { row in relationState = RelationState(row) }
        relationState.groups = try stored(FriendGroup.all(of: account.number, in: work.store))
        account.relationState = relationState
        return relationState
    }

    func save(_ relationState: RelationState, of account: Account) throws(CommandError) {
        try work.execute(
            """
            INSERT INTO relation_count (account, friends, blocked, requests_in, requests_out, request_seq, version,
                last_group,
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

    /// The users who have the account as a friend and are its friends (S-Q18).
    func mutualFriends(of account: Account) throws(CommandError) -> [AccountNumber] {
        let bounds = PairKey.bounds(account.number)
        var found: [AccountNumber] = []
        try work.query(
            """
            SELECT own.other FROM contact AS own JOIN contact AS theirs ON theirs.id = (own.other << 32 | $3)
            WHERE own.id > $1 AND own.id <= $2 AND own.kind = 1 AND theirs.kind = 1
            """, [.integer(bounds.after), .integer(bounds.through), .integer(account.number)]
        ) { row in found.append(row.integer(0)) }
        return found
    }

    /// Whom the account has blocked.
    func blockedAccounts(of account: Account) throws(CommandError) -> Set<AccountNumber> {
        guard try relationState(of: account).blocked > 0 else { return [] }
        let bounds = PairKey.bounds(account.number)
        var found: Set<AccountNumber> = []
        try work.query(
            "SELECT other FROM contact WHERE id > $1 AND id <= $2 AND kind IN (2, 3)",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in found.insert(row.integer(0)) }
        return found
    }

    /// what the other sees of the owner's presence as long as the owner blocks it.
    func freeze(_ presences: [PlatformPresence], of owner: Account, towards other: Account) throws(CommandError) {
        try work.execute(
            "UPDATE contact SET presence = $2 WHERE id = $1",
            [.integer(PairKey.key(owner.number, other.number)), .text(PlatformPresence.text(of: presences))])
    }
}

extension RelationState {
    fileprivate init(_ row: any Row) {
        self.init(
            friends: row.integer(0), blocked: row.integer(1), requestsIn: row.integer(2), requestsOut: row.integer(3),
            requestSeq: row.integer(4), version: row.integer(5), lastGroup: row.integer(6),
            groupsVersion: row.integer(7),
            blacklistVersion: row.integer(8), knownSince: row.integer(9), formerFriends: row.integer(10))
    }
}
