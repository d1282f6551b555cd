/// The closing handshake (RFC 6455 §7.1): which sides have sent a close frame, and which frame is to be sent now. Deadlines are
/// the transport's.
package struct CloseHandshake: Equatable, Sendable {
    package enum State: Equatable, Sendable {
        case open
        /// We have sent a close frame; messages that still come are ignored, the peer's close frame is awaited.
        case closeSent
        /// The peer's close frame came first: its echo goes out, and nothing after it.
        case closeReceived
        /// Both have, or the peer broke the protocol and need not be waited for.
        case done
    }

    /// A close frame to send.
    package struct Frame: Equatable, Sendable {
        package var code: CloseCode?
        package var reason = ""
    }

    package private(set) var state = State.open

    package init() {}

    /// We want to close; `nil` if a close frame is out already.
    package mutating func close(_ code: CloseCode, reason: String = "") -> Frame? {
        guard state == .open else { return nil }
        state = .closeSent
        return Frame(code: code, reason: reason)
    }

    /// The peer's close frame has come; the answer is its code (RFC 6455 §5.5.1).
    package mutating func receive(_ code: CloseCode?) -> Frame? {
        switch state {
        case .open:
            state = .closeReceived
            return Frame(code: code)
        case .closeSent:
            state = .done
            return nil
        case .closeReceived, .done:
            return nil
        }
    }

    /// The peer broke the protocol: nothing more is read from it (RFC 6455 §7.1.7).
    package mutating func fail(_ error: WebSocketError) -> Frame? {
        defer { state = .done }
        return state == .open ? Frame(code: error.closeCode, reason: error.reason) : nil
    }
}
