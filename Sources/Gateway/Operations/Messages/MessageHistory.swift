import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// Messages are read again and acknowledged.
enum HistoryHandlers {
    static func readHistory(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(MessageOperations.conversationID)
        let history = History(
            cursor: Int64(try call(MessageOperations.cursor)),
            direction: try call(MessageOperations.direction) == .older ? .older : .newer,
            limit: try call(MessageOperations.limit), bytes: call.pageBytes,
            cutoff: call.context.configuration.messageCutoff)
        let (user, account) = (session.record.user, session.account)
        call.read(for: session) { transaction in
            let page = try history.page(of: id, for: user, account: account, in: transaction)
            return { json in
                json.messages(page.messages)
                json.field("cursor", page.next)
                json.field("isFinished", page.next == 0)
            }
        }
    }

    // MARK: - Receipts in groups

    static func sendGroupReceipts(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupReceiptOperations.groupID)
        let messages = try call.messageIDs()
        call.change(by: session) { [account = session.account] chat in
            try chat.groupReceipts.acknowledge(messages, inGroup: id, by: account)
            return { _ in }
        }
    }

    static func countGroupReceipts(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupReceiptOperations.groupID)
        let messages = try call.messageIDs()
        call.ask { [account = session.account] chat in
            let receipts = try chat.groupReceipts.receipts(of: messages, inGroup: id, for: account)
            return { $0.groupReceipts(receipts) }
        }
    }

    static func detailGroupReceipt(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupReceiptOperations.groupID)
        let message = Int64(try call(GroupReceiptOperations.messageID)) ?? 0
        call.ask { [account = session.account] chat in
            let detail = try chat.groupReceipts.receiptDetail(of: message, inGroup: id, for: account)
            return { json in
                json.users("readUserIds", detail.read)
                json.users("unreadUserIds", detail.unread)
            }
        }
    }

    // MARK: - Between two

    static func sendReceipt(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(MessageOperations.conversationID)
        let time = Int64(try call(MessageOperations.timestamp))
        let account = session.account
        call.change(by: session) { chat in
            try chat.readMarks.acknowledge(id, upTo: time, of: account)
            return { _ in }
        }
    }
}

extension Call {
    /// What is no id is no message.
    fileprivate func messageIDs() throws(Refusal) -> [Int64] {
        try self(GroupReceiptOperations.messageIDs).compactMap { Int64($0) }
    }
}
