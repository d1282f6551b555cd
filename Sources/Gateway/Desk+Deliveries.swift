import ClientProtocol
import EventLoop
import JSON
import Ledger
import Meters
import Routing
import ServerAPI
import Storage
import Telemetry
import Transport

/// What comes back from the store's threads.
extension Desk {
    /// What a commit has led to, up to that stamp.
    func take(_ deliveries: [Delivery], upTo stamp: Int64) {
        take(deliveries)
        committed = stamp
        if newsDue == nil { told.advance(to: stamp, at: now) }
    }

    func take(_ deliveries: [Delivery]) {
        for delivery in deliveries {
            switch delivery {
            case .reply(let reply): give(reply)
            case .notice(let notice, let id):
                if let connection = shard.connection(id) { send(to: connection) { $0.notice(notice.content) } }
            case .announcement(let announcement, let id):
                if let connection = shard.connection(id) { send(announcement, to: connection) }
            case .seat(let seated, let meter): seat(seated, meter)
            case .kick(let record, let kick): self.kick(record, kick)
            case .room(let team, let announcement, let exception): tell(announcement, inRoom: team, except: exception)
            case .enter(let team, let record): enter(team, record)
            case .leave(let team, let record): rooms.leave(team, record.connection)
            case .news(let news, let recipients): gather(news, for: recipients)
            }
        }
    }

    func fail(_ ticket: Ticket, _ error: StoreError) {
        if !error.isEnvironment, error.kind != .overloaded, error.kind != .closed {
            premises.log.error(
                "store", ["operation": premises.operations.names[ticket.operation], "reason": "\(error)"])
        }
        give(Reply(ticket, .fault(refusal(for: error))))
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
        let ticket = reply.ticket
        count(ticket, reply.content.result)
        guard let connection = shard.connection(ticket.connection) else { return }
        if ticket.isChange, case .user(let session) = occupant(of: connection) { session.changesUnderWay -= 1 }
        switch reply.content {
        case .answer(let answer): send(to: connection) { $0.reply(to: ticket.request, answer) }
        case .refusal(let refusal), .fault(let refusal):
            if refusal.code == .quotaExceeded { metrics.messagesOverQuota.add() }
            send(to: connection) { $0.reply(to: ticket.request, refusing: refusal) }
        }
        if case .guest(let guest) = occupant(of: connection), let waiting = guest.waiting {
            // A login that came to nothing.
            guest.waiting = nil
            countFailure(of: guest, on: connection)
            takeUp(waiting, on: connection)
        }
    }

    private func count(_ ticket: Ticket, _ result: RequestResult) {
        let took = Int(Clock.monotonicNanoseconds - ticket.began)
        metrics.requests.record(operation: ticket.operation, result, nanoseconds: took)
    }

    /// The session begins, unless its connection has gone in the meantime.
    private func seat(_ seated: SeatedSession, _ meter: SharedRateMeter) {
        let (application, login) = (seated.application, seated.login)
        let record = application.record
        guard let connection = shard.connection(record.connection), connection.isOpen,
            case .guest(let guest) = occupant(of: connection)
        else {
            // It was there, if only for a moment.
            premises.noteArrival(of: record, login)
            premises.directory.close(record.id, of: record.user)
            premises.noteDeparture(of: record, login.account)
            return
        }
        begin(
            Session(
                record, account: login.account, begunAt: login.told, userMeter: meter,
                expiresAt: application.expiresAt, answeredAt: now), on: connection)
        for team in login.teams { rooms.enter(team.team, connection.id, of: login.account) }
        count(application.ticket, .ok)
        send(to: connection) { json in
            json.reply(to: application.ticket.request) { describe(record, application.expiresAt, login, &$0) }
        }
        tellChanges(login, to: connection)
        tellSubscriptions(login, to: connection)
        premises.noteArrival(of: record, login)
        takeUp(guest.waiting ?? [], on: connection)
    }

    /// C-Q16, in this order.
    private func tellChanges(_ login: Login, to connection: Connection) {
        send(to: connection) { $0.event(ConversationOperations.syncStart) { _ in } }
        if !login.changed.isEmpty {
            send(to: connection) { $0.notice(.conversations(login.changed, isNew: false, seq: nil)) }
        }
        send(to: connection) { $0.notice(.total(login.total)) }
        send(to: connection) { json in
            json.event(ConversationOperations.syncFinish) { $0.field("isComplete", login.isComplete) }
        }
    }

    /// What came while the session was being opened.
    private func takeUp(_ messages: [[UInt8]], on connection: Connection) {
        for message in messages {
            guard connection.isOpen, let occupant = occupant(of: connection) else { return }
            message.withUnsafeBytes { take($0, from: occupant, on: connection) }
        }
    }
}

extension Reply.Content {
    fileprivate var result: RequestResult {
        switch self {
        case .answer: .ok
        case .refusal: .refused
        case .fault: .failed
        }
    }
}
