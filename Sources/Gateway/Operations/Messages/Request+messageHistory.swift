import ClientProtocol
import Domain

extension Request {
    /// A text that is no id names no message.
    func messageIDs() throws(Refusal) -> [MessageNumber] {
        try self(GroupReceiptParameters.messageIDs).compactMap { MessageNumber($0) }
    }
}
