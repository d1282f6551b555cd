import ClientProtocol
import Domain
import Storage

package struct AccountView: Sendable {
    package let id: UserID
    package let nickname: String
    package let faceURL: String
    package let isDisabled: Bool
    /// Milliseconds since 1970.
    package let createdAt: Int64
}

extension ChatState {
    /// False if the account is there already; it stays as it is.
    package func create(_ id: UserID, nickname: String = "", faceURL: String = "") throws -> Bool {
        guard try reachableAccount(id) == nil else { return false }
        let isAnew = try account(id) != nil
        let account = try makeAccount(id, nickname: nickname, faceURL: faceURL)
        // Those who have a conversation with the former one see the name of the new one there.
        var events = RelationEvents()
        if isAnew { try showLooks(of: account, formerly: (id.text, ""), &events) }
        try emit(events)
        return true
    }

    package func accountView(_ id: UserID) throws -> AccountView? {
        guard let account = try reachableAccount(id) else { return nil }
        return AccountView(
            id: id, nickname: account.nickname, faceURL: account.faceURL, isDisabled: account.state == .disabled,
            createdAt: account.createdAt)
    }

    /// False if there is no such account. A disabled one opens no sessions, and its devices are pushed to no longer; it can
    /// still be written to.
    package func disable(_ id: UserID, _ isDisabled: Bool) throws -> Bool {
        guard let account = try reachableAccount(id) else { return false }
        account.state = isDisabled ? .disabled : .active
        try save(account)
        if isDisabled {
            try unregister(device: nil, of: account.number)
            emit(.accountEnded, to: account)
        }
        return true
    }

    /// R-Q19: false if there is no such account.
    package func barAdding(_ id: UserID, _ isBarred: Bool) throws -> Bool {
        guard let account = try reachableAccount(id) else { return false }
        account.isBarred = isBarred
        try save(account)
        return true
    }

    /// False if there is no such account. What it had goes; what others have from it stays with them.
    package func delete(_ id: UserID) throws -> Bool {
        guard let account = try reachableAccount(id) else { return false }
        let conversations = try conversationsWith(account)
        let receipts = try receiptPlaces(of: account)
        let looks = (account.shownName, account.faceURL)
        account.state = .deleted
        account.nickname = ""
        account.faceURL = ""
        try save(account)
        var events = RelationEvents()
        try showLooks(of: account, formerly: looks, &events)
        try forgetOptions(towards: account, &events)
        try dissolveRelations(of: account, &events)
        try withdrawFromGroups(account)
        try eraseQuotas(of: account)
        try eraseSubscriptions(of: account)
        try unregister(device: nil, of: account.number)
        try store.execute("DELETE FROM usage WHERE account = $1", [.integer(account.number)])
        account.usage = nil
        try store.execute("DELETE FROM quiet_hours WHERE account = $1", [.integer(account.number)])
        try store.execute("DELETE FROM hosted_profile WHERE account = $1", [.integer(account.number)])
        try store.execute(
            "DELETE FROM presence WHERE id >= $1 AND id <= $2",
            [.integer(PairKey.bounds(account.number).after), .integer(PairKey.bounds(account.number).through)])
        present?.remove(account.number)
        let bounds = PairKey.bounds(account.number)
        try store.execute(
            "DELETE FROM membership WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
        try store.execute(
            "DELETE FROM former_member WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
        try beginStreamAnew(of: account)
        try store.execute("DELETE FROM device WHERE account = $1", [.integer(account.number)])
        try store.execute("DELETE FROM handled WHERE caller = $1", [.text(account.id.text)])
        account.conversationList = ConversationList()
        for conversation in conversations { try startAfresh(account, in: conversation, receipts) }
        try emit(events)
        emit(.accountEnded, to: account)
        return true
    }

    /// Whoever gets this account next sees nothing of what was written before.
    private func startAfresh(_ account: Account, in conversation: Conversation, _ receipts: [Int64: Int64]) throws {
        var edit = try edit(of: account, in: conversation)
        edit.membership.visibleAfter = conversation.lastSeq
        edit.membership.receiptSeq = receipts[conversation.number] ?? 0
        edit.membership.unread.read(upTo: conversation.counted(for: account.number))
        try commitEdit(edit, stored: true)
    }

    /// By conversation, where the others' streams have the account's receipts: the next owner's take their places.
    private func receiptPlaces(of account: Account) throws -> [Int64: Int64] {
        let bounds = PairKey.bounds(account.number)
        var places: [Int64: Int64] = [:]
        try store.query(
            "SELECT id, receipt_seq FROM membership WHERE id > $1 AND id <= $2 AND receipt_seq != 0",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in places[PairKey.second(row.integer(0))] = row.integer(1) }
        return places
    }

    private func conversationsWith(_ account: Account) throws -> [Conversation] {
        var numbers: [Int64] = []
        try store.query(
            """
            SELECT id FROM conversation WHERE low = $1 UNION SELECT id FROM conversation WHERE high = $1 AND low > 0
            """,
            [.integer(account.number)]
        ) { row in numbers.append(row.integer(0)) }
        return try numbers.map(conversation)
    }
}
