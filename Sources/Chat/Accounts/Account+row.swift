import Domain
import Storage

extension Account {
    enum Column: Int, TableColumn {
        static let table = "account"
        case id, name, state, createdAt, nickname, faceURL, isBarred, acceptsInvitations, revokedAt
        case profileVersion, isFindable
    }

    static let byNumber = Column.select("WHERE id = $1")
    private static let byName = Column.select("WHERE name = $1")

    convenience init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            number: row.integer(.id), id: try row.userID(.name), state: try row.choice(.state),
            createdAt: row.integer(.createdAt), nickname: row.text(.nickname), faceURL: row.text(.faceURL),
            profileVersion: row.integer(.profileVersion))
        isBarred = row.flag(.isBarred)
        acceptsInvitations = row.flag(.acceptsInvitations)
        isFindable = row.flag(.isFindable)
        revocation = TokenRevocation(upTo: row.integer(.revokedAt))
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(number)
            case .name: .text(id.text)
            case .state: .integer(state.rawValue)
            case .createdAt: .integer(createdAt)
            case .nickname: .text(nickname)
            case .faceURL: .text(faceURL)
            case .isBarred: .flag(isBarred)
            case .acceptsInvitations: .flag(acceptsInvitations)
            case .revokedAt: .integer(revocation.second)
            case .profileVersion: .integer(profileVersion)
            case .isFindable: .flag(isFindable)
            }
        }
    }

    /// As the store has it; another object than that of the cache.
    static func find(_ id: UserID, in store: any Transaction) throws(StoreError) -> Account? {
        var found: Account?
        try store.query(byName, [.text(id.text)]) { row throws(StoreError) in found = try Account(row) }
        return found
    }

    /// The account of a name, unless it is deleted.
    static func reachable(_ name: String, in store: any Transaction) throws(StoreError) -> Account? {
        guard let id = UserID(name), let account = try find(id, in: store), account.state != .deleted else {
            return nil
        }
        return account
    }

    /// Those of the names that there are, in this order.
    static func reachable(_ names: [String], in store: any Transaction) throws(StoreError) -> [Account] {
        var found: [Account] = []
        for name in names {
            if let account = try reachable(name, in: store) { found.append(account) }
        }
        return found
    }

    /// Of an account that there is, or has been.
    static func name(_ number: AccountNumber, in store: any Transaction) throws(StoreError) -> UserID {
        var name: UserID?
        try store.query("SELECT name FROM account WHERE id = $1", [.integer(number)]) { row throws(StoreError) in
            name = try row.userID(0)
        }
        guard let name else { throw .missing("account", number) }
        return name
    }

    /// The memory that it holds, about.
    var weight: Int {
        512 + id.text.utf8.count + (conversationList?.memberships.count ?? 0) * Membership.weight
            + (relationState?.groups.count ?? 0) * 64
    }
}
