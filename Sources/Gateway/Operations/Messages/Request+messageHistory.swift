import ClientProtocol
import ServerAPI

extension Request {
    /// A text that is no id names no message.
    func messageIDs() throws(Refusal) -> [Int64] {
        try self(GroupReceiptOperations.messageIDs).compactMap { Int64($0) }
    }
}
