import ClientProtocol

/// What a request is replied to with.
struct Reply: Sendable {
    enum Content: Sendable {
        /// The bytes of the `ok` object.
        case ok([UInt8])
        case refusal(Refusal)
        /// The gateway's fault.
        case fault(Refusal)
    }

    let address: ReplyAddress
    let content: Content

    init(_ address: ReplyAddress, _ content: Content) {
        self.address = address
        self.content = content
    }
}
