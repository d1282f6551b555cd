import ClientProtocol
import Domain
import ServerAPI

extension Request {
    /// What is no id is no message.
    func messageIDs() throws(Refusal) -> [MessageNumber] {
        try self(GroupReceiptOperations.messageIDs).compactMap { MessageNumber($0) }
    }
}
