import ClientProtocol
import Domain
import Storage

/// T-Q30: how many have read a message in a group, of those it was sent to.
package struct GroupReceiptView: Sendable {
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

    /// The columns message, group, sender, unread, read.
    init(_ row: any Row) throws(StoreError) {
        message = row.integer(0)
        group = row.integer(1)
        sender = row.integer(2)
        unread = try row.list(3)
        read = try row.list(4)
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
