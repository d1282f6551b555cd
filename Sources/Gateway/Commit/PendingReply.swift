import Chat
import ClientProtocol
import JSON
import Routing
import Transport

/// Writes a result into the `ok` of its reply, on the shard.
typealias ResultWriter = @Sendable (inout JSONWriter) -> Void

/// A request that another thread replies to later. A class, since it is passed on many times.
final class PendingReply: Sendable {
    let connection: ConnectionID
    let request: UInt64
    /// The operation's place in the metrics.
    let operation: Int
    /// Monotonic nanoseconds.
    let began: Int64
    /// The user's session that asks; nil for administrators and logins.
    let session: SessionID?
    /// Whether the session counts it among its changes under way.
    let isChange: Bool
    /// The user's meter, which pays for the rest of the request's cost; nil: nobody pays, as with administrators.
    let payer: SharedRateMeter?
    /// X-10, if the request has a key and changes something.
    let repeatable: Repeatable?

    init(
        connection: ConnectionID, request: UInt64, operation: Int, began: Int64, session: SessionID?, isChange: Bool,
        payer: SharedRateMeter?, repeatable: Repeatable?
    ) {
        self.connection = connection
        self.request = request
        self.operation = operation
        self.began = began
        self.session = session
        self.isChange = isChange
        self.payer = payer
        self.repeatable = repeatable
    }
}

struct Reply: Sendable {
    enum Content: Sendable {
        case result(ResultWriter)
        case refusal(Refusal)
        /// The gateway's fault.
        case fault(Refusal)
    }

    let pendingReply: PendingReply
    let content: Content

    init(_ pendingReply: PendingReply, _ content: Content) {
        self.pendingReply = pendingReply
        self.content = content
    }
}

/// A user whose token is good wants a session for a device.
struct LoginRequest: Sendable {
    let pendingReply: PendingReply
    let record: SessionRecord
    /// Seconds since 1970.
    let expiresAt: Int64
    let positions: StreamPositions?
}

/// A session that is in the directory, and not yet on its connection.
struct AdmittedSession: Sendable {
    let loginRequest: LoginRequest
    let login: Login
}
