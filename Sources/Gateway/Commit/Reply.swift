import ClientProtocol
import JSON

/// The answer to a request.
struct Reply: Sendable {
    enum Content: Sendable {
        /// The bytes of the `ok` object.
        case ok([UInt8])
        indirect case refusal(Refusal)
        /// The gateway's fault.
        indirect case fault(Refusal)

        /// `write` writes the members of the object, with a writer whose text is forgotten.
        static func ok<Failure>(
            encoding write: (inout JSONWriter) throws(Failure) -> Void, with json: inout JSONWriter
        ) throws(Failure) -> Content {
            json.clear()
            json.beginObject()
            try write(&json)
            json.endObject()
            return .ok(Array(json.bytes))
        }
    }

    let address: ReplyAddress
    let content: Content

    init(_ address: ReplyAddress, _ content: Content) {
        self.address = address
        self.content = content
    }
}
