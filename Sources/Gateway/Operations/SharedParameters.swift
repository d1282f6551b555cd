import Chat
import ClientProtocol
import Domain
import JSON

/// Parameters and members that several areas share.
enum SharedParameters {
    /// The code for one that cannot be read is that of the operation.
    static let conversationID = Parameter<ConversationID>(
        "conversationID", type: .conversationID, "`c2c_` and a user's id, or `group_` and a group's."
    ) { value throws(Mismatch) in
        guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
        guard let id = ConversationID(text) else { throw Mismatch("must be c2c_<user id> or group_<group id>") }
        return id
    }
    static let results = results(with: [])

    static func results(with more: [Field]) -> Field {
        Field(
            "results", .list(.object([Field("userID", .string), Field("code", .integer)] + more)),
            "One for each id, in the order sent; `code` 0: done. A repeated id counts once.")
    }

    /// The elements of a list of events in a stream.
    static let streamed = ValueType.object(
        [
            Field("seq", .integer, "The event's number in its stream."),
            Field("event", .string, "The event's name."),
            Field("data", .openObject, "The event's data."),
        ], called: "StreamedEvent")
    static let customInfo = Field(
        "customInfo", .map(.either([.integer, .base64])), "The custom fields that were set, by their names.")
}

extension Parameter<Stamp> {
    /// Of a list, the newest first: where the last page has ended.
    static func cursor(_ meaning: String) -> Parameter {
        Parameter("cursor", type: .pattern("^[1-9][0-9]{0,15}$"), meaning) { value throws(Mismatch) in
            guard let number = value.string.flatMap(Int64.init), number > 0, value.string?.count ?? 0 <= 16 else {
                throw Mismatch("is of no page")
            }
            return Stamp(number)
        }
    }
}

extension JSONWriter {
    /// One result for each user of a batch.
    mutating func results(
        _ results: [(user: String, error: ErrorCode?)], _ more: (Int, inout JSONWriter) -> Void = { _, _ in }
    ) {
        array("results") { json in
            for (index, (user, error)) in results.enumerated() {
                json.object { json in
                    json.field("userID", user)
                    json.field("code", error?.code ?? 0)
                    more(index, &json)
                }
            }
        }
    }
}
