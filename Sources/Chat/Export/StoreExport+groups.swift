import Domain
import JSON
import Storage

extension StoreExport {
    private static let groupsAfter = Group.Column.select("WHERE id > $1 ORDER BY id LIMIT 1")
    private static let groupsOfMember = Group.Column.select(
        """
        WHERE id = (SELECT min(member.id >> 32) FROM member WHERE member.account = $2 AND member.id >> 32 > $1)
        """)
    private static let membersAfter = Member.Column.select("WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3")

    /// The members of a line.
    private static let membersPerLine = 200
    private static let valuesPerLine = 10

    /// `account`: those that it is a member of, and of their members itself alone. Nil: all.
    func exportGroups(of account: AccountNumber? = nil) throws(StoreError) {
        var after: GroupNumber = 0
        while true {
            var found: Group?
            // Of the conversation nothing is told here.
            if let account {
                try store.query(Self.groupsOfMember, [.integer(after), .integer(account)]) { row throws(StoreError) in
                    found = try Group(row, conversation: 0)
                }
            } else {
                try store.query(Self.groupsAfter, [.integer(after)]) { row throws(StoreError) in
                    found = try Group(row, conversation: 0)
                }
            }
            guard let group = found else { return }
            try export(group)
            try exportMembers(of: group, account)
            if account == nil { try exportBans(from: group) }
            try exportValues(of: group, account)
            after = group.number
        }
    }

    private func export(_ group: Group) throws(StoreError) {
        let owner = try Account.name(group.owner, in: store)
        try line("group") { json in
            json.field("id", group.id)
            json.field("owner", owner.text)
            json.field("kind", group.kind == .group ? "team" : "superTeam" as StaticString)
            json.field("name", group.info.name)
            json.field("description", group.info.description)
            json.field("avatar", group.info.avatar)
            json.field("ext", group.info.ext)
            json.field("style", group.style.rawValue)
            json.field("maxUsers", group.maxUsers)
            if !group.info.announcement.isEmpty { json.field("announcement", group.info.announcement) }
            if group.mute != .off { json.field("mute", group.mute.rawValue) }
            if group.isDisabled { json.field("disabled", true) }
            json.field("isInviteNeedConfirm", group.needsConfirmation)
            json.field("updateInfoMode", Int64(group.infoForAll ? 1 : 0))
            if group.historyForNew != 0 { json.field("historyForNew", group.historyForNew) }
            if group.receiptsByPosition { json.field("receipts", "positions") }
        }
    }

    private func exportMembers(of group: Group, _ account: AccountNumber?) throws(StoreError) {
        var (after, through) = PairKey.bounds(group.number)
        if let account {
            after = PairKey.key(group.number, account.rawValue - 1)
            through = PairKey.key(group.number, account)
        }
        while true {
            var rows: [ExportedMember] = []
            try store.query(
                Self.membersAfter, [.integer(after), .integer(through), .integer(Int64(Self.membersPerLine))]
            ) { row throws(StoreError) in rows.append(try ExportedMember(row)) }
            guard let last = rows.last else { return }
            after = last.key
            let members = try rows.filter { $0.account != group.owner }.map { row throws(StoreError) in
                (user: try Account.name(row.account, in: store), row: row)
            }
            if members.isEmpty { continue }
            try line("members") { json in
                json.field("group", group.id)
                json.array("members") { json in
                    for member in members { json.object { member.row.write(member.user, to: &$0) } }
                }
            }
        }
    }

    /// `account`: what it has set alone. A line has as many as `admin.group.setValues` takes.
    private func exportValues(of group: Group, _ account: AccountNumber?) throws(StoreError) {
        let found = try GroupQueries.values(of: group.number, in: store)
        let values = found.values.filter { account == nil || $0.account == account }
        for begin in stride(from: 0, to: values.count, by: Self.valuesPerLine) {
            try line("values") { json in
                json.field("group", group.id)
                json.array("values") { json in
                    for value in values[begin...].prefix(Self.valuesPerLine) {
                        json.object { json in
                            json.field("key", value.key.text)
                            json.field("value", value.value)
                        }
                    }
                }
            }
        }
        if account != nil || found.counters.isEmpty { return }
        try line("values") { json in
            json.field("group", group.id)
            json.array("counters") { json in
                for (name, sum) in found.counters.sorted(by: { $0.key < $1.key }) {
                    json.object { json in
                        json.field("name", name.text)
                        json.field("sum", sum)
                    }
                }
            }
        }
    }

    /// Those that are over among them: who imports them looks at the clock.
    private func exportBans(from group: Group) throws(StoreError) {
        var (after, through) = PairKey.bounds(group.number)
        while true {
            var bans: [(account: AccountNumber, until: Milliseconds)] = []
            try store.query(
                "SELECT id, account, until FROM group_ban WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3",
                [.integer(after), .integer(through), .integer(Int64(Self.membersPerLine))]
            ) { row in
                after = row.integer(0)
                bans.append((row.integer(1), row.integer(2)))
            }
            if bans.isEmpty { return }
            let named = try bans.map { ban throws(StoreError) in (try Account.name(ban.account, in: store), ban.until) }
            try line("members") { json in
                json.field("group", group.id)
                json.array("bans") { json in
                    for (user, until) in named {
                        json.object { json in
                            json.field("userID", user.text)
                            json.field("bannedUntil", until.exported.rawValue)
                        }
                    }
                }
            }
        }
    }
}

extension Milliseconds {
    /// The end of a mute or a ban: -1: it has none.
    fileprivate var exported: Seconds { self < 0 ? -1 : seconds }
}

/// A row of `member`, as far as a line has it.
private struct ExportedMember {
    let key: PairKey
    let account: AccountNumber
    let role: GroupRole
    let muteUntil: Milliseconds
    let isWhiteListed: Bool
    let nickname: String

    init(_ row: TypedRow<Member.Column>) throws(StoreError) {
        key = row.integer(.id)
        account = row.integer(.account)
        role = try row.choice(.role)
        muteUntil = row.integer(.muteUntil)
        isWhiteListed = row.flag(.isWhiteListed)
        nickname = row.text(.nickname)
    }

    func write(_ user: UserID, to json: inout JSONWriter) {
        json.field("userID", user.text)
        if role == .admin { json.field("role", "admin" as StaticString) }
        if !nickname.isEmpty { json.field("nickname", nickname) }
        if muteUntil != 0 { json.field("mutedUntil", muteUntil.exported.rawValue) }
        if isWhiteListed { json.field("isWhiteListed", true) }
    }
}
