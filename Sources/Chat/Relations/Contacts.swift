import Domain
import Storage

/// How one user stands to another, and what all of a user's contacts and requests come to: the rows. `Relations` keeps what
/// depends on them in step.
final class Contacts {
    private let work: UnitOfWork

    private static let byKey = Contact.Column.select("WHERE id = $1")
    private static let writing = Contact.Column.upsert(keeping: [.other])
    private static let countsOfAccount = RelationState.Column.select("WHERE account = $1")
    private static let countWriting = RelationState.Column.upsert()

    init(work: UnitOfWork) {
        self.work = work
    }

    func contact(of owner: Account, towards other: Account) throws(CommandError) -> Contact? {
        var contact: Contact?
        try work.query(Self.byKey, [.integer(PairKey.key(owner.number, other.number))]) { row throws(StoreError) in
            contact = try Contact(row)
        }
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
        let version = try relationState(of: owner).nextVersion
        try work.execute(Self.writing, contact.values(of: owner.number, towards: other.number, version: version))
    }

    func erase(_ owner: Account, towards other: Account) throws(CommandError) {
        try work.execute("DELETE FROM contact WHERE id = $1", [.integer(PairKey.key(owner.number, other.number))])
    }

    // MARK: - Counts and versions

    func relationState(of account: Account) throws(CommandError) -> RelationState {
        if let relationState = account.relationState { return relationState }
        var relationState = RelationState()
        try work.query(Self.countsOfAccount, [.integer(account.number)]) { row in relationState = RelationState(row) }
        relationState.groups = try stored(FriendGroup.all(of: account.number, in: work.store))
        account.relationState = relationState
        return relationState
    }

    func save(_ relationState: RelationState, of account: Account) throws(CommandError) {
        try work.execute(Self.countWriting, relationState.values(of: account.number))
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

    /// The accounts that this one has blocked.
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
    enum Column: Int, TableColumn {
        static let table = "relation_count"
        case account, friends, blocked, requestsIn, requestsOut, requestSeq, version, lastGroup, groupsVersion
        case blacklistVersion, knownSince, formerFriends
    }

    fileprivate init(_ row: TypedRow<Column>) {
        self.init(
            friends: row.integer(.friends), blocked: row.integer(.blocked), requestsIn: row.integer(.requestsIn),
            requestsOut: row.integer(.requestsOut), requestSeq: row.integer(.requestSeq),
            version: row.integer(.version), lastGroup: row.integer(.lastGroup),
            groupsVersion: row.integer(.groupsVersion), blacklistVersion: row.integer(.blacklistVersion),
            knownSince: row.integer(.knownSince), formerFriends: row.integer(.formerFriends))
    }

    fileprivate func values(of account: AccountNumber) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .account: .integer(account)
            case .friends: .integer(friends)
            case .blocked: .integer(blocked)
            case .requestsIn: .integer(requestsIn)
            case .requestsOut: .integer(requestsOut)
            case .requestSeq: .integer(requestSeq)
            case .version: .integer(version)
            case .lastGroup: .integer(lastGroup)
            case .groupsVersion: .integer(groupsVersion)
            case .blacklistVersion: .integer(blacklistVersion)
            case .knownSince: .integer(knownSince)
            case .formerFriends: .integer(formerFriends)
            }
        }
    }
}
