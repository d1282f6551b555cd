import ClientProtocol
import ServerAPI

extension Request {
    /// What is no id is no message.
    func messageIDs() throws(Refusal) -> [Int64] {
        try self(GroupReceiptOperations.messageIDs).compactMap { Int64($0) }
    }
}
