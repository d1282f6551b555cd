import ClientProtocol
import Domain
import Storage

/// Receipts for messages in groups (T-Q29, T-Q30).
extension Messages {
    private static let ofMessage = GroupReceipt.Column.select("WHERE message = $1 AND group_number = $2")
    private static let writing = GroupReceipt.Column.upsert(keeping: [.groupNumber, .sender])

    /// T-Q29: in groups of up to a hundred, if receipts are switched on.
    func awaitReceipts(for message: StoredMessage, in group: Group) throws(CommandError) {
        guard work.options.groupReceipts, !group.receiptsByPosition, group.kind == .group,
            group.members.count <= mostMembersForReceipts
        else { return }
        try save(GroupReceipt(message, in: group))
    }

    /// T-Q30: the caller has read these messages. Those that ask for no receipts, or not this caller, are passed over.
    package func acknowledgeReceipts(_ messages: [MessageNumber], inGroup id: String, by number: AccountNumber)
        throws(CommandError)
    {
        let group = try receiptGroup(id, number)
        // D-02: reading the conversation has said it.
        if group.receiptsByPosition { return }
        var receiptsBySender: [AccountNumber: [GroupReceiptView]] = [:]
        for message in Set(messages).sorted() {
            guard var receipt = try receipt(of: message, in: group), receipt.note(readBy: number) else { continue }
            try save(receipt)
            try work.note(.receiptCreated, of: .group(group.number), account: number, value: message.rawValue)
            receiptsBySender[receipt.sender, default: []].append(receipt.view)
        }
        for (sender, receipts) in receiptsBySender.sorted(by: { $0.key < $1.key }) {
            let sender = try accounts.account(sender)
            if sender.state != .deleted {
                work.emit(GroupReceiptChanged(group: group.id, receipts: receipts), to: sender)
            }
        }
    }

    /// Of the caller's own messages.
    package func receipts(of messages: [MessageNumber], inGroup id: String, for number: AccountNumber)
        throws(CommandError)
        -> [GroupReceiptView]
    {
        let group = try receiptGroup(id, number)
        if group.receiptsByPosition {
            return try PositionReceipts(sender: number, group: group, work: work).counts(of: messages)
        }
        var views: [GroupReceiptView] = []
        for message in messages {
            guard let receipt = try receipt(of: message, in: group), receipt.sender == number else { continue }
            views.append(receipt.view)
        }
        return views
    }

    package struct ReceiptDetail: Sendable {
        package var read: [UserID] = []
        package var unread: [UserID] = []
        /// The next page begins behind it; nil: there is none.
        package var next: Stamp?
    }

    /// The readers of a message, for its sender alone. In a group with receipts by position a page of them after the one that
    /// ended with `after`, or a page of the others.
    package func receiptDetail(
        of message: MessageNumber, inGroup id: String, unread: Bool, after: Stamp?, for number: AccountNumber
    ) throws(CommandError) -> ReceiptDetail {
        let group = try receiptGroup(id, number)
        let none = Refusal(.noTarget, "the caller has no such message that asks for receipts", keys: ["msgId"])
        if group.receiptsByPosition {
            let receipts = PositionReceipts(sender: number, group: group, work: work)
            guard let message = try receipts.asking([message]).first else { throw .refused(none) }
            let page = receipts.page(of: message, unread: unread, after: after)
            let users = try page.members.map { number throws(CommandError) in try accounts.account(number).id }
            return ReceiptDetail(read: unread ? [] : users, unread: unread ? users : [], next: page.next)
        }
        guard let receipt = try receipt(of: message, in: group), receipt.sender == number else { throw .refused(none) }
        return ReceiptDetail(
            read: try receipt.read.map { number throws(CommandError) in try accounts.account(number).id },
            unread: try receipt.unread.map { number throws(CommandError) in try accounts.account(number).id })
    }

    private func receiptGroup(_ id: String, _ number: AccountNumber) throws(CommandError) -> Group {
        let group = try groupMembers.nimMember(in: id, by: number).group
        guard work.options.groupReceipts, group.kind == .group || group.receiptsByPosition else {
            throw .refused(.receiptsOff)
        }
        return group
    }

    private func receipt(of message: MessageNumber, in group: Group) throws(CommandError) -> GroupReceipt? {
        var found: GroupReceipt?
        try work.query(Self.ofMessage, [.integer(message), .integer(group.number)]) { row throws(StoreError) in
            found = try GroupReceipt(row)
        }
        found?.forgetLeavers(of: group)
        return found
    }

    private func save(_ receipt: GroupReceipt) throws(CommandError) {
        try work.execute(Self.writing, receipt.values)
    }

    /// Of messages that are kept no longer.
    func eraseReceipts(after first: MessageNumber, through last: MessageNumber) throws(CommandError) {
        try work.execute(
            "DELETE FROM group_receipt WHERE message > $1 AND message <= $2", [.integer(first), .integer(last)])
    }
}

/// Messages of larger groups have no receipts (T-Q29).
private let mostMembersForReceipts = 100
