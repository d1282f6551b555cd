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
        /// This shard's gateway, about something that has a reply only if it was done before, or fails. Runs on the shard.
        case question((Reply.Content?) -> Void)
    }

    let asker: Asker
    /// The request's own number; 0 over HTTP.
    var number: UInt64 = 0
    /// The operation's place in the metrics; nil: it is not counted.
    let operation: Int?
    /// Monotonic nanoseconds.
    let began: Int64
    /// The session that counts it among its changes under way.
    var counter: (any ChangeCounter)?
    /// The session that is to be opened, if the request is a login.
    var login: SessionID?
    /// The request's part in a hook's decision, which ends with the reply.
    var hold: HookHold?
    /// With an admin key: what the audit log is to have.
    var audited: AuditedRequest?
    /// Nil: the request belongs to no trace.
    var trace: RequestTrace?
    /// Of `media.prepare`: the reply says how the bytes are sent.
    var isPlanned = false
}

/// A session, which counts its requests that change something and have no reply yet.
protocol ChangeCounter: AnyObject {
    var changesUnderWay: Int { get set }
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

    mutating func add(_ pending: PendingReply) -> ReplyAddress {
        if free.isEmpty {
            free.append(UInt32(places.count))
            places.append(Place())
        }
        let place = free.removeLast()
        places[Int(place)].pending = pending
        let ticket = ReplyTicket(shard: shard, place: place, generation: places[Int(place)].generation)
        return ReplyAddress(ticket: ticket, request: pending.number)
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
