import ClientProtocol
import Domain
import Routing
import Transport

/// A request that another thread replies to later.
struct PendingReply {
    enum Asker {
        /// A message of a WebSocket.
        case message(on: ConnectionID)
        /// A call over HTTP, or a request about one of its pieces. Runs on the shard.
        case call((Reply.Content) -> Void)
        /// The door for HTTP, about a caller. Runs on the shard.
        case identification((Result<AccountNumber, Refusal>) -> Void)
        /// A request that may be a repeat, about the reply that it had. Runs on the shard.
        case lookUp((Reply.Content?) -> Void)
    }

    let asker: Asker
    /// The operation's place in the metrics; nil: it is not counted.
    let operation: Int?
    /// Monotonic nanoseconds.
    let began: Int64
    /// Whether the session counts it among its changes under way.
    var isChange = false
    /// The session that is to be opened, if the request is a login.
    var login: SessionID?
    /// The request's part in a hook's decision, which ends with the reply.
    var hold: HookHold?
    /// With an admin key: what the audit log is to have.
    var audited: AuditedRequest?
    /// Nil: the request belongs to no trace.
    var trace: RequestTrace?
}

/// The requests of a shard's clients that wait for their replies, by ticket. Each is replied to once.
struct PendingReplies {
    private struct Place {
        var pending: PendingReply?
        var generation: UInt32 = 0
    }

    private let shard: UInt16
    private var places: [Place] = []
    private var free: [UInt32] = []

    init(shard: Int) {
        self.shard = UInt16(shard)
    }

    mutating func add(_ pending: PendingReply) -> ReplyTicket {
        if free.isEmpty {
            free.append(UInt32(places.count))
            places.append(Place())
        }
        let place = free.removeLast()
        places[Int(place)].pending = pending
        return ReplyTicket(shard: shard, place: place, generation: places[Int(place)].generation)
    }

    subscript(ticket: ReplyTicket) -> PendingReply {
        let place = places[Int(ticket.place)]
        guard place.generation == ticket.generation, let pending = place.pending else {
            preconditionFailure("a second reply to \(ticket)")
        }
        return pending
    }

    mutating func hold(_ hold: HookHold, for ticket: ReplyTicket) {
        precondition(self[ticket].hold == nil, "\(ticket) holds a decision already")
        places[Int(ticket.place)].pending?.hold = hold
    }

    mutating func take(_ ticket: ReplyTicket) -> PendingReply {
        let pending = self[ticket]
        places[Int(ticket.place)].pending = nil
        places[Int(ticket.place)].generation &+= 1
        free.append(ticket.place)
        return pending
    }
}
