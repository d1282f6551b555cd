import ClientProtocol
import EventLoop
import Framing
import JSON
import Ledger
import Meters
import Routing
import Storage
import Telemetry
import Transport
import class Transport.Connection

/// What comes back from the store's threads.
extension Desk {
    func take(_ deliveries: [Delivery]) {
        for delivery in deliveries {
            switch delivery {
            case .reply(let reply): give(reply)
            case .event(let payload, let id):
                if let connection = shard.connection(id) { shard.send(payload, to: connection) }
            case .seat(let seated, let meter): seat(seated, meter)
            case .kick(let record, let kick): self.kick(record, kick)
            }
        }
    }

    func fail(_ ticket: Ticket, _ error: StoreError) {
        if !error.isEnvironment, error.kind != .overloaded, error.kind != .closed {
            premises.log.error("store", ["operation": premises.operations.names[ticket.operation], "reason": "\(error)"])
        }
        let refusal = refusal(for: error)
        var json = JSONWriter()
        json.reply(to: ticket.request, refusing: refusal)
        give(Reply(ticket: ticket, payload: Payload(text: json.bytes), result: .failed))
    }

    private func refusal(for error: StoreError) -> Refusal {
        switch error.kind {
        case .full: Refusal(.unavailable, "the gateway's disk is full; nothing was done")
        case .readOnly: Refusal(.unavailable, "the gateway's store is read-only; nothing was done")
        case .busy, .inputOutput: Refusal(.unavailable, "the gateway's store cannot be reached; nothing was done")
        case .corrupt: Refusal(.unavailable, "the gateway's store is damaged; nothing was done")
        case .overloaded: Refusal(.unavailable, "the gateway is overloaded; nothing was done")
        case .closed: Refusal(.unavailable, "the gateway is leaving; nothing was done")
        case .constraint, .broken: Refusal(.internal)
        }
    }

    private func give(_ reply: Reply) {
        let took = Int(Clock.monotonicNanoseconds - reply.ticket.began)
        metrics.requests.record(operation: reply.ticket.operation, reply.result.label, nanoseconds: took)
        guard let connection = shard.connection(reply.ticket.connection) else { return }
        if reply.ticket.isChange, case .user(let session) = occupant(of: connection) { session.changesUnderWay -= 1 }
        shard.send(reply.payload, to: connection)
        // A login that was refused.
        if case .guest(let guest) = occupant(of: connection), let waiting = guest.waiting {
            guest.waiting = nil
            countFailure(of: guest, on: connection)
            takeUp(waiting, on: connection)
        }
    }

    /// The session begins, unless its connection has gone in the meantime.
    private func seat(_ seated: SeatedSession, _ meter: SharedRateMeter) {
        let record = seated.application.record
        guard let connection = shard.connection(record.connection), connection.isOpen,
            case .guest(let guest) = occupant(of: connection)
        else {
            premises.directory.close(record.id, of: record.user)
            return
        }
        begin(
            Session(record, account: seated.account, userMeter: meter, expiresAt: seated.application.expiresAt),
            on: connection)
        give(seated.reply)
        for event in seated.events { shard.send(event, to: connection) }
        takeUp(guest.waiting ?? [], on: connection)
    }

    /// What came while the session was being opened.
    private func takeUp(_ messages: [[UInt8]], on connection: Connection) {
        for message in messages {
            guard connection.isOpen, let occupant = occupant(of: connection) else { return }
            message.withUnsafeBytes { take($0, from: occupant, on: connection) }
        }
    }
}

extension Reply.Result {
    fileprivate var label: RequestResult {
        switch self {
        case .ok: .ok
        case .refused: .refused
        case .failed: .failed
        }
    }
}
