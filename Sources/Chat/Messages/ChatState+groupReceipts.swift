import ClientProtocol
import Domain
import Storage

/// T-Q30: how many have read a message in a group, of those it was sent to.
package struct GroupReceiptView: Sendable {
    package let message: Int64
    package let readCount: Int
    package let unreadCount: Int
}

/// Who has read a message that asks for receipts, and who has not, by account.
struct GroupReceipt {
    let message: Int64
    let group: Int64
    let sender: Int64
    private(set) var unread: [Int64]
    private(set) var read: [Int64]

    /// Whoever was a member when the message was sent, but the sender.
    init(_ message: StoredMessage, in group: Group) {
        self.message = message.id
        self.group = group.number
        sender = message.sender
        unread = group.members.keys.filter { $0 != message.sender }.sorted()
        read = []
    }

    /// The columns message, group, sender, unread, read.
    init(_ row: any Row) {
        message = row.integer(0)
        group = row.integer(1)
        sender = row.integer(2)
        unread = row.text(3).split(separator: " ").map { Int64($0)! }
        read = row.text(4).split(separator: " ").map { Int64($0)! }
    }

    /// Leavers drop out, also if they come back.
    mutating func forgetLeavers(of group: Group) {
        unread.removeAll { account in group[account].map { $0.joinedAt > message } ?? true }
    }

    /// False: the account had read it already, or it was not sent to it.
    mutating func note(readBy account: Int64) -> Bool {
        guard let index = unread.firstIndex(of: account) else { return false }
        unread.remove(at: index)
        read.append(account)
        return true
    }

    var view: GroupReceiptView {
        GroupReceiptView(message: message, readCount: read.count, unreadCount: unread.count)
    }
}

extension ChatState {
    /// T-Q29: in groups of up to a hundred, if receipts are switched on.
    func awaitReceipts(for message: StoredMessage, in group: Group) throws {
        guard options.groupReceipts, group.kind == .group, group.members.count <= mostMembersForReceipts else { return }
        try save(GroupReceipt(message, in: group))
    }

    /// T-Q30: the caller has read these messages. Those that ask for no receipts, or not this caller, are passed over.
    package func acknowledge(_ messages: [Int64], inGroup id: String, by number: Int64) throws {
        let group = try receiptGroup(id, number)
        var receiptsBySender: [Int64: [GroupReceiptView]] = [:]
        for message in Set(messages).sorted() {
            guard var receipt = try receipt(of: message, in: group), receipt.note(readBy: number) else { continue }
            try save(receipt)
            receiptsBySender[receipt.sender, default: []].append(receipt.view)
        }
        for (sender, receipts) in receiptsBySender.sorted(by: { $0.key < $1.key }) {
            let sender = try account(sender)
            if sender.state != .deleted { emit(.groupReceipts(receipts, group: group.id), to: sender) }
        }
    }

    /// Of the caller's own messages.
    package func receipts(of messages: [Int64], inGroup id: String, for number: Int64) throws -> [GroupReceiptView] {
        let group = try receiptGroup(id, number)
        return try messages.compactMap { message in
            guard let receipt = try receipt(of: message, in: group), receipt.sender == number else { return nil }
            return receipt.view
        }
    }

    package struct ReceiptDetail: Sendable {
        package let read: [UserID]
        package let unread: [UserID]
    }

    /// Who has read it: for its sender alone.
    package func receiptDetail(of message: Int64, inGroup id: String, for number: Int64) throws -> ReceiptDetail {
        let group = try receiptGroup(id, number)
        guard let receipt = try receipt(of: message, in: group), receipt.sender == number else {
            throw Refusal(.noTarget, "the caller has no such message that asks for receipts", keys: ["msgId"])
        }
        return ReceiptDetail(
            read: try receipt.read.map { try account($0).id }, unread: try receipt.unread.map { try account($0).id })
    }

    private func receiptGroup(_ id: String, _ number: Int64) throws -> Group {
        let (group, _) = try nimMember(in: id, by: number)
        if !options.groupReceipts || group.kind == .superGroup { throw Refusal(.receiptsOff) }
        return group
    }

    private func receipt(of message: Int64, in group: Group) throws -> GroupReceipt? {
        var found: GroupReceipt?
        try store.query(
            "SELECT message, team, sender, unread, read FROM team_receipt WHERE message = $1 AND team = $2",
            [.integer(message), .integer(group.number)]
        ) { row in found = GroupReceipt(row) }
        found?.forgetLeavers(of: group)
        return found
    }

    private func save(_ receipt: GroupReceipt) throws {
        try store.execute(
            """
            INSERT INTO team_receipt (message, team, sender, unread, read) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (message) DO UPDATE SET unread = $4, read = $5
            """,
            [
                .integer(receipt.message), .integer(receipt.group), .integer(receipt.sender),
                .text(receipt.unread.map(String.init).joined(separator: " ")),
                .text(receipt.read.map(String.init).joined(separator: " ")),
            ])
    }
}

/// T-Q29.
private let mostMembersForReceipts = 100
