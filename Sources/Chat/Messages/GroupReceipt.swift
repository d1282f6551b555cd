import ClientProtocol
import Domain
import Storage

/// T-Q30: how many have read a message in a group, of those it was sent to.
package struct GroupReceiptView: Hashable, Sendable {
    package let message: MessageNumber
    package let readCount: Int
    package let unreadCount: Int
}

/// The accounts that have read a message that asks for receipts, and those that have not.
struct GroupReceipt {
    let message: MessageNumber
    let group: GroupNumber
    let sender: AccountNumber
    private(set) var unread: [AccountNumber]
    private(set) var read: [AccountNumber]

    /// Of all members at the time of the message, but for the sender.
    init(_ message: StoredMessage, in group: Group) {
        self.message = message.id
        self.group = group.number
        sender = message.sender
        unread = group.members.keys.filter { $0 != message.sender }.sorted()
        read = []
    }

    enum Column: Int, TableColumn {
        static let table = "group_receipt"
        case message, groupNumber, sender, unread, read
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        message = row.integer(.message)
        group = row.integer(.groupNumber)
        sender = row.integer(.sender)
        unread = try row.list(.unread)
        read = try row.list(.read)
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .message: .integer(message)
            case .groupNumber: .integer(group)
            case .sender: .integer(sender)
            case .unread: .text(unread.map(String.init).joined(separator: " "))
            case .read: .text(read.map(String.init).joined(separator: " "))
            }
        }
    }

    /// Leavers drop out, also if they come back.
    mutating func forgetLeavers(of group: Group) {
        unread.removeAll { account in group[account].map { $0.joinedAt > message.stamp } ?? true }
    }

    /// False: the account had read it already, or it was not sent to it.
    mutating func note(readBy account: AccountNumber) -> Bool {
        guard let index = unread.firstIndex(of: account) else { return false }
        unread.remove(at: index)
        read.append(account)
        return true
    }

    var view: GroupReceiptView {
        GroupReceiptView(message: message, readCount: read.count, unreadCount: unread.count)
    }
}
