/// News of a connection, in their order. After `closed` there are none.
public enum TransportEvent: Sendable {
    case opened
    case text(String)
    /// It has ended, perhaps before it was open; 1006 if there was no close frame.
    case closed(code: Int, reason: String)
}

/// A WebSocket.
public protocol Connection: Sendable {
    /// Texts go out in the order of the calls. It does not wait.
    func send(_ text: String)
    /// Ends it with 1000. It does not wait, and `closed` may still be told.
    func close()
}

/// Makes WebSockets.
public protocol Transport: Sendable {
    /// Begins to connect, with the subprotocol `martlet.v1.json`. It does not wait: `tell` hears what comes, from
    /// any thread.
    func connect(
        url: String, headers: [(name: String, value: String)], tell: @escaping @Sendable (TransportEvent) -> Void
    ) -> any Connection
}
