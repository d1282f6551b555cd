import ClientProtocol
import Domain
import ServerAPI

extension Request {
    /// A text that is no id names no message.
    func messageIDs() throws(Refusal) -> [MessageNumber] {
        try self(GroupReceiptOperations.messageIDs).compactMap { MessageNumber($0) }
    }
}
