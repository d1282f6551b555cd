import ClientProtocol
import Domain
import JSON

/// Parameters and members that several areas share.
enum Shared {
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

extension ValueType {
    static let conversationID = ValueType.bytes(5...ConversationID.longestText)
        .matching(
            #"^(c2c_|group_)[^\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$"#)
    static let platform = ValueType.words(Platform.allCases.map(\.rawValue))
    /// Bytes as clients may send them (R-39).
    static func sentBytes(_ most: Int) -> ValueType { .either([.bytes(0...most), .base64]) }

    /// X-63: the same text, for a name.
    var named: ValueType { matching("^[^\(control)]*[^\(control)\(blank)][^\(control)]*$") }
    /// X-63: for a name that may be empty.
    var namedOrEmpty: ValueType { matching("^([^\(control)]*[^\(control)\(blank)][^\(control)]*)?$") }
}

// For classes of regular expressions: what `ReadableName` refuses.
private let control = #"\u0000-\u001f\u007f-\u009f\u2028\u2029"#
private let blank =
    #" \u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202a-\u202f\u205f-\u206f"#
    + #"\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"#
