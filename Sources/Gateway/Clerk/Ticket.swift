import ClientProtocol
import Framing
import JSON
import Ledger
import Routing
import Transport

/// What a result writes into the `ok` of its reply.
typealias Answer = (inout JSONWriter) -> Void

/// A request that is answered later, by somebody on another thread.
struct Ticket: Sendable {
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
    /// X-10, if the request has a key and changes something.
    let repeatable: Repeatable?
}

struct Reply: Sendable {
    enum Result: Sendable {
        case ok
        case refused
        /// The gateway's fault.
        case failed
    }

    let ticket: Ticket
    let payload: Payload
    let result: Result
}

/// Somebody who has shown who he is, and wants a session.
struct Application: Sendable {
    let ticket: Ticket
    let record: SessionRecord
    /// Seconds since 1970.
    let expiresAt: Int64
    let positions: Positions?
    /// The part of the reply that does not come from the books.
    let describe: @Sendable (inout JSONWriter) -> Void
}

struct SeatedSession: Sendable {
    let application: Application
    let account: Int64
    let reply: Reply
    let events: [Payload]
}

/// What a shard is given after a commit, in order.
enum Delivery: Sendable {
    case reply(Reply)
    case event(Payload, to: ConnectionID)
    case seat(SeatedSession, SharedRateMeter)
    case kick(SessionRecord, Kick)
}
