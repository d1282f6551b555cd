import Domain
import Storage

extension ChatState {
    /// From its login on a session hears of others, though it is told a moment later that its user is there.
    package func markPresent(_ number: Int64) throws {
        if present == nil { _ = try presentAccounts() }
        present?.insert(number)
    }

    /// The last of the user's sessions has gone.
    package func bidFarewell(_ number: Int64) {
        present?.remove(number)
    }

    /// the user has come to the platform at that moment, or left it. What the state know already is told to nobody.
    package func reconcilePresence(_ number: Int64, on platform: Platform, isOnline: Bool, since moment: Int64?) throws
    {
        let account = try account(number)
        guard account.state != .deleted else { return }
        var presences = try PlatformPresence.all(of: number, in: store)
        let index = presences.firstIndex { $0.platform == platform }
        guard (index.map { presences[$0].isOnline } ?? false) != isOnline else { return }
        let former = index.map { presences[$0].changedAt } ?? 0
        let presence = PlatformPresence(
            platform: platform, isOnline: isOnline, changedAt: max(moment ?? now, former + 1))
        if let index { presences[index] = presence } else { presences.append(presence) }
        try store.execute(
            """
            INSERT INTO presence (id, is_online, changed_at, noted_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (id) DO UPDATE SET is_online = $2, changed_at = $3, noted_at = $4
            """,
            [
                .integer(PairKey.key(number, platform.number)), .integer(isOnline ? 1 : 0),
                .integer(presence.changedAt), .integer(try stamp()),
            ])
        presences.sort { $0.platform.number < $1.platform.number }
        try emitPresence(presences, of: account)
    }

    /// After the start nobody is there.
    package func markAllAway() throws(StoreError) {
        try store.execute(
            "UPDATE presence SET is_online = 0, changed_at = $1, noted_at = $2 WHERE is_online = 1",
            [.integer(now), .integer(try stamp())])
        present = []
    }

    /// Who is there, by account number.
    func presentAccounts() throws -> Set<Int64> {
        if let present { return present }
        var found: Set<Int64> = []
        try store.query("SELECT id FROM presence WHERE is_online = 1", []) { row in
            found.insert(PairKey.first(row.integer(0)))
        }
        present = found
        return found
    }

    /// Who has the account as a friend, and is one of its friends (S-Q18).
    func mutualFriends(of account: Account) throws -> [Int64] {
        let bounds = PairKey.bounds(account.number)
        var found: [Int64] = []
        try store.query(
            """
            SELECT own.other FROM contact AS own JOIN contact AS theirs ON theirs.id = (own.other << 32 | $3)
            WHERE own.id > $1 AND own.id <= $2 AND own.kind = 1 AND theirs.kind = 1
            """, [.integer(bounds.after), .integer(bounds.through), .integer(account.number)]
        ) { row in found.append(row.integer(0)) }
        return found
    }

    // MARK: - Blocks

    /// The owner has blocked the other, who sees from now on that the owner is away, and nothing of what comes later.
    func freezePresence(of owner: Account, towards other: Account) throws {
        let presences = try recentPresences(of: owner).map { presence in
            PlatformPresence(
                platform: presence.platform, isOnline: false,
                changedAt: presence.isOnline ? now : presence.changedAt)
        }
        try store.execute(
            "UPDATE contact SET presence = $2 WHERE id = $1",
            [.integer(PairKey.key(owner.number, other.number)), .text(PlatformPresence.text(of: presences))])
    }

    /// The block has ended: what is told is what happens from now on.
    func endSilence(from owner: Account, to other: Account) throws {
        try store.execute(
            "UPDATE subscription SET news_from = $3 WHERE publisher = $1 AND type IN (1, 2) AND subscriber = $2",
            [.integer(owner.number), .integer(other.number), .integer(try stamp())])
    }

    /// Whom the account has blocked.
    func blockedAccounts(of account: Account) throws -> Set<Int64> {
        guard try relationState(of: account).blocked > 0 else { return [] }
        let bounds = PairKey.bounds(account.number)
        var found: Set<Int64> = []
        try store.query(
            "SELECT other FROM contact WHERE id > $1 AND id <= $2 AND kind IN (2, 3)",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in found.insert(row.integer(0)) }
        return found
    }
}

extension PlatformPresence {
    /// Of those of the users that there are, in the order asked for.
    package static func all(
        of users: [String], in store: any Transaction
    ) throws -> [(user: UserID, presences: [PlatformPresence])] {
        try users.compactMap { user in
            guard let account = try UserID(user).flatMap({ try Account.find($0, in: store) }), account.state != .deleted
            else { return nil }
            return (account.id, try all(of: account.number, in: store))
        }
    }

    /// By platform: those that the user has ever been on.
    static func all(of account: Int64, in store: any Transaction) throws(StoreError) -> [PlatformPresence] {
        let bounds = PairKey.bounds(account)
        var found: [PlatformPresence] = []
        try store.query(
            "SELECT id, is_online, changed_at FROM presence WHERE id >= $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in found.append(PlatformPresence(row)) }
        return found
    }

    /// The columns id, is_online, changed_at.
    init(_ row: any Row) {
        self.init(
            platform: Platform.allCases[Int(PairKey.second(row.integer(0)))], isOnline: row.integer(1) != 0,
            changedAt: row.integer(2))
    }

    /// As a block keeps them: `web:1795275933217 pc:…`.
    static func text(of presences: [PlatformPresence]) -> String {
        presences.map { "\($0.platform.rawValue):\($0.changedAt)" }.joined(separator: " ")
    }

    /// Those of users who are away.
    static func read(_ text: String) -> [PlatformPresence] {
        text.split(separator: " ").map { part in
            let parts = part.split(separator: ":")
            guard parts.count == 2, let platform = Platform(rawValue: String(parts[0])), let time = Int64(parts[1])
            else { preconditionFailure("a presence is not as it was written: \(text)") }
            return PlatformPresence(platform: platform, isOnline: false, changedAt: time)
        }
    }

    /// S-Q24: what is so long ago is not told.
    func isRecent(at now: Int64) -> Bool { isOnline || changedAt > now - PlatformPresence.memory }
}
