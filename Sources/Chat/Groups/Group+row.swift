import Domain
import Storage

extension Group {
    enum Column: Int, TableColumn {
        static let table = "chat_group"
        case id, kind, createdAt, owner, style, name, description, avatar, ext, announcement, needsConfirmation
        case maxUsers, infoForAll, mute, isDisabled, historyForNew, receiptsByPosition, version
    }

    static let byNumber = Column.select("WHERE id = $1")

    convenience init(_ row: TypedRow<Column>, conversation: ConversationNumber) throws(StoreError) {
        var info = GroupInfo(name: row.text(.name))
        info.description = row.text(.description)
        info.avatar = row.text(.avatar)
        info.ext = row.text(.ext)
        info.announcement = row.text(.announcement)
        self.init(
            number: row.integer(.id), conversation: conversation, kind: try row.choice(.kind),
            createdAt: row.integer(.createdAt), owner: row.integer(.owner), style: try row.choice(.style), info: info,
            needsConfirmation: row.flag(.needsConfirmation), maxUsers: row.integer(.maxUsers))
        infoForAll = row.flag(.infoForAll)
        mute = try row.choice(.mute)
        isDisabled = row.flag(.isDisabled)
        historyForNew = Int(row.integer(.historyForNew) as Int64)
        receiptsByPosition = row.flag(.receiptsByPosition)
        version = row.integer(.version)
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(number)
            case .kind: .integer(kind.rawValue)
            case .createdAt: .integer(createdAt)
            case .owner: .integer(owner)
            case .style: .integer(style.rawValue)
            case .name: .text(info.name)
            case .description: .text(info.description)
            case .avatar: .text(info.avatar)
            case .ext: .text(info.ext)
            case .announcement: .text(info.announcement)
            case .needsConfirmation: .flag(needsConfirmation)
            case .maxUsers: .integer(maxUsers)
            case .infoForAll: .flag(infoForAll)
            case .mute: .integer(mute.rawValue)
            case .isDisabled: .flag(isDisabled)
            case .historyForNew: .integer(Int64(historyForNew))
            case .receiptsByPosition: .flag(receiptsByPosition)
            case .version: .integer(version)
            }
        }
    }
}

extension Member {
    enum Column: Int, TableColumn {
        static let table = "member"
        case id, account, role, joinedAt, streamStart, muteUntil, isWhiteListed, isBlocking, notify
        case attributes, nickname, hasReturned
    }

    /// The columns that it copies from the member's side of the conversation; null if the conversation has not begun for the member.
    enum Copied: Int, TableColumn {
        static let table = "membership"
        case receiveOption, isListed, claim, visibleAfter, readSeq, held, marks
    }

    static let ofGroup = PairSelection<Column, Copied>(
        """
        FROM member LEFT JOIN membership ON membership.id = (member.account << 32 | $3)
        WHERE member.id > $1 AND member.id <= $2
        """)

    static let byKey = Column.select("WHERE id = $1")

    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            role: try row.choice(.role), joinedAt: row.integer(.joinedAt), streamStart: row.integer(.streamStart),
            hasReturned: row.flag(.hasReturned))
        muteUntil = row.integer(.muteUntil)
        isWhiteListed = row.flag(.isWhiteListed)
        isBlocking = row.flag(.isBlocking)
        notify = try row.choice(.notify)
        nickname = row.text(.nickname)
    }

    init(_ row: TypedRow<Column>, _ membership: TypedRow<Copied>) throws(StoreError) {
        try self.init(row)
        if membership.isNull(.receiveOption) { return }
        option = try membership.choice(.receiveOption)
        isListed = membership.flag(.isListed)
        claim = try membership.choice(.claim)
        visibleAfter = membership.integer(.visibleAfter)
        readSeq = membership.integer(.readSeq)
    }

    /// Whether the member's list may show an older message than the conversation's last one.
    static func mayLag(_ membership: TypedRow<Copied>, behind lastSeq: Seq) throws(StoreError) -> Bool {
        if membership.isNull(.receiveOption) || !membership.flag(.isListed) || lastSeq == 0 { return false }
        let marks = MembershipMarks(rawValue: membership.integer(.marks))
        if membership.integer(.visibleAfter) >= lastSeq || marks.contains(.hides) { return true }
        return try membership.decoded(.held, IgnoredRanges.init(text:)).endSeq >= lastSeq
    }

    func values(of account: AccountNumber, in group: GroupNumber) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(PairKey.key(group, account))
            case .account: .integer(account)
            case .role: .integer(role.rawValue)
            case .joinedAt: .integer(joinedAt)
            case .streamStart: .integer(streamStart)
            case .muteUntil: .integer(muteUntil)
            case .isWhiteListed: .flag(isWhiteListed)
            case .isBlocking: .flag(isBlocking)
            case .notify: .integer(notify.rawValue)
            // `Groups.setAttributes` changes both.
            case .attributes: .text("{}")
            case .nickname: .text(nickname)
            case .hasReturned: .flag(hasReturned)
            }
        }
    }
}
