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

/// A request over HTTP with a part of a file.
public struct Transfer: Sendable {
    public let method: String
    public let url: String
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]
    /// Without an answer after so long it has failed.
    public let milliseconds: Int
}

/// Of its answer what uploads need.
public struct TransferAnswer: Sendable {
    public let status: Int
    /// The header `Upload-Offset`, if it is a number.
    public let offset: Int?

    public init(status: Int, offset: Int?) {
        self.status = status
        self.offset = offset
    }
}

/// Makes WebSockets, and sends files.
public protocol Transport: Sendable {
    /// Begins to connect, with the subprotocol `martlet.v1.json`. It does not wait: `tell` hears what comes, from
    /// any thread.
    func connect(
        url: String, headers: [(name: String, value: String)], tell: @escaping @Sendable (TransportEvent) -> Void
    ) -> any Connection
    /// Sends a request once, and follows no redirection. It fails if no answer comes, and when its task is cancelled.
    func send(_ transfer: Transfer) async throws -> TransferAnswer
}

extension Transport {
    public func send(_ transfer: Transfer) async throws -> TransferAnswer {
        throw MartletError(name: "notUploaded", message: "this transport sends no files")
    }
}
