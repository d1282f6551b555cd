import Chat
import ClientProtocol
import Domain
import JSON

/// Parameters and members that several areas share.
enum Shared {
    /// The code for one that cannot be read is that of the operation.
    static let conversationID = Parameter<ConversationID>(
        "conversationID", type: "string", "`c2c_` and a user's id, or `group_` and a group's."
    ) { value throws(Mismatch) in
        guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
        guard let id = ConversationID(text) else { throw Mismatch("must be c2c_<user id> or group_<group id>") }
        return id
    }

    static let message = "{msgId, clientMsgId, conversationID, sessionType, seq, from, type, body, time, …}"

    static let conversation = ConversationView.type

    static let results = Field(
        "results", "list of {userID, code, …}",
        "One for each id, in the order sent; `code` 0: done. A repeated id counts once.")
}
