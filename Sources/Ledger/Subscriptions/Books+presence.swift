import Domain
import Storage

extension Books {
    /// From its login on a session hears of others, though it is told a moment later that its user is there.
    package func welcome(_ number: Int64) throws {
        if present == nil { _ = try presentAccounts() }
        present?.insert(number)
    }

    /// the user's sessions are on these platforms now, and the last one on `left` has ended some time ago. What has
    /// changed since `moment` is stored, and told to those who follow the user; what the books know already is not.
    package func attend(_ number: Int64, on platforms: Set<Platform>, left: Platform?, since moment: Int64) throws {
        let account = try account(number)
        guard account.state != .deleted else { return }
        if platforms.isEmpty { present?.remove(number) } else { present?.insert(number) }
        var attendances = try Attendance.all(of: number, in: store)
        var isChanged = false
        for platform in Platform.allCases {
            let index = attendances.firstIndex { $0.platform == platform }
            let isOnline = platforms.contains(platform)
            // Whoever has left another platform a moment ago may yet be back there.
            guard isOnline || platform == left else { continue }
            guard (index.map { attendances[$0].isOnline } ?? false) != isOnline else { continue }
            let former = index.map { attendances[$0].changedAt } ?? 0
            let attendance = Attendance(
                platform: platform, isOnline: isOnline, changedAt: max(moment, former + 1))
            if let index { attendances[index] = attendance } else { attendances.append(attendance) }
            try store.execute(
                """
                INSERT INTO presence (id, is_online, changed_at) VALUES ($1, $2, $3)
                ON CONFLICT (id) DO UPDATE SET is_online = $2, changed_at = $3
                """,
                [
                    .integer(PairKey.key(number, platform.number)), .integer(isOnline ? 1 : 0),
                    .integer(attendance.changedAt),
                ])
            isChanged = true
        }
        guard isChanged else { return }
        attendances.sort { $0.platform.number < $1.platform.number }
        try tellPresence(attendances, of: account)
    }

    /// After the start nobody is there.
    package func leaveAll() throws(StoreError) {
        try store.execute("UPDATE presence SET is_online = 0, changed_at = $1 WHERE is_online = 1", [.integer(now)])
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

    /// whom the account has blocked.
    func blockedAccounts(of account: Account) throws -> Set<Int64> {
        guard try circle(of: account).blocked > 0 else { return [] }
        let bounds = PairKey.bounds(account.number)
        var found: Set<Int64> = []
        try store.query(
            "SELECT other FROM contact WHERE id > $1 AND id <= $2 AND kind = $3",
            [.integer(bounds.after), .integer(bounds.through), .integer(Contact.Kind.blocked.rawValue)]
        ) { row in found.insert(row.integer(0)) }
        return found
    }
}

extension Attendance {
    /// By platform: those that the user has ever been on.
    static func all(of account: Int64, in store: any Transaction) throws(StoreError) -> [Attendance] {
        let bounds = PairKey.bounds(account)
        var found: [Attendance] = []
        try store.query(
            "SELECT id, is_online, changed_at FROM presence WHERE id >= $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in found.append(Attendance(row)) }
        return found
    }

    /// The columns id, is_online, changed_at.
    init(_ row: any Row) {
        self.init(
            platform: Platform.allCases[Int(PairKey.second(row.integer(0)))], isOnline: row.integer(1) != 0,
            changedAt: row.integer(2))
    }

    /// S-Q24: what is so long ago is not told.
    func isRecent(at now: Int64) -> Bool { isOnline || changedAt > now - Attendance.memory }
}
