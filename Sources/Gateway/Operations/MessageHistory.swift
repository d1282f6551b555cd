import ClientProtocol
import Domain
import JSON
import Ledger
import Routing
import ServerAPI

extension Desk {
    static func readHistory(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(MessageOperations.conversationID)
        let history = History(
            cursor: Int64(try call(MessageOperations.cursor)),
            direction: try call(MessageOperations.direction) == .older ? .older : .newer,
            limit: try call(MessageOperations.limit), bytes: call.desk.pageBytes,
            cutoff: call.desk.premises.configuration.messageCutoff)
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

    static func sendReceipt(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(MessageOperations.conversationID)
        let time = Int64(try call(MessageOperations.timestamp))
        let account = session.account
        call.change(by: session) { books in
            try books.acknowledge(id, upTo: time, of: account)
            return { _ in }
        }
    }
}
