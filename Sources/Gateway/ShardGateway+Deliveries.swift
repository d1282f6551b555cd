import Chat
import ClientProtocol
import EventLoop
import JSON
import Meters
import Routing
import ServerAPI
import Storage
import Telemetry
import Transport

/// What comes back from the store's threads.
extension ShardGateway {
    /// What a commit has led to, up to that stamp.
    func take(_ deliveries: [ShardDelivery], upTo stamp: Int64) {
        take(deliveries)
        committed = stamp
        if batchDue == nil { told.advance(to: stamp, at: now) }
    }

    func take(_ deliveries: [ShardDelivery]) {
        for delivery in deliveries {
            switch delivery {
            case .reply(let reply): give(reply)
            case .serverEvent(let serverEvent, let id):
                if let connection = shard.connection(id) {
                    send(to: connection) { $0.serverEvent(serverEvent.content) }
                }
            case .sharedEvent(let sharedEvent, let id):
                if let connection = shard.connection(id) { send(sharedEvent, to: connection) }
            case .attachSession(let admitted, let meter): attachSession(admitted, meter)
            case .kick(let record, let kick): self.kick(record, kick)
            case .toGroup(let group, let sharedEvent, let exception):
                tell(sharedEvent, inGroup: group, except: exception)
            case .enter(let group, let record): enter(group, record)
            case .leave(let group, let record): groupSubscribers.leave(group, record.connection)
            case .subscriptionEvent(let event, let recipients): gather(event, for: recipients)
            }
        }
    }

    func fail(_ pendingReply: PendingReply, _ error: StoreError) {
        if !error.isEnvironment, error.kind != .overloaded, error.kind != .closed {
            context.log.error(
                "store", ["operation": context.operations.names[pendingReply.operation], "reason": "\(error)"])
        }
        give(Reply(pendingReply, .fault(refusal(for: error))))
    }

    private func refusal(for error: StoreError) -> Refusal {
        switch error.kind {
        case .full: Refusal(.unavailable, "the gateway's disk is full; nothing was done")
        case .readOnly: Refusal(.unavailable, "the gateway's store is read-only; nothing was done")
        case .busy, .inputOutput: Refusal(.unavailable, "the gateway's store cannot be reached; nothing was done")
        case .corrupt: Refusal(.unavailable, "the gateway's store is damaged; nothing was done")
        case .overloaded: Refusal(.unavailable, "the gateway is overloaded; nothing was done")
        case .closed: Refusal(.unavailable, "the gateway is shutting down; nothing was done")
        case .constraint, .broken: Refusal(.internal)
        }
    }

    private func give(_ reply: Reply) {
        let pendingReply = reply.pendingReply
        count(pendingReply, reply.content.result)
        guard let connection = shard.connection(pendingReply.connection) else { return }
        if pendingReply.isChange, case .user(let session) = peer(of: connection) { session.changesUnderWay -= 1 }
        switch reply.content {
        case .result(let result): send(to: connection) { $0.reply(to: pendingReply.request, result) }
        case .refusal(let refusal), .fault(let refusal):
            if refusal.code == .quotaExceeded { metrics.messagesOverQuota.add() }
            send(to: connection) { $0.reply(to: pendingReply.request, refusing: refusal) }
        }
        if case .unauthenticated(let unauthenticated) = peer(of: connection), let waiting = unauthenticated.waiting {
            // A login that came to nothing.
            unauthenticated.waiting = nil
            countFailure(of: unauthenticated, on: connection)
            takeUp(waiting, on: connection)
        }
    }

    private func count(_ pendingReply: PendingReply, _ result: RequestResult) {
        let took = Int(Clock.monotonicNanoseconds - pendingReply.began)
        metrics.requests.record(operation: pendingReply.operation, result, nanoseconds: took)
    }

    /// The session begins, unless its connection has gone in the meantime.
    private func attachSession(_ admitted: AdmittedSession, _ meter: SharedRateMeter) {
        let (loginRequest, login) = (admitted.loginRequest, admitted.login)
        let record = loginRequest.record
        guard let connection = shard.connection(record.connection), connection.isOpen,
            case .unauthenticated(let unauthenticated) = peer(of: connection)
        else {
            // It was there, if only for a moment.
            context.noteArrival(of: record, login)
            context.directory.close(record.id, of: record.user)
            context.noteDeparture(of: record, login.account)
            return
        }
        begin(
            Session(
                record, account: login.account, begunAt: login.told, userMeter: meter,
                expiresAt: loginRequest.expiresAt, answeredAt: now), on: connection)
        for group in login.groups { groupSubscribers.enter(group.group, connection.id, of: login.account) }
        count(loginRequest.pendingReply, .ok)
        send(to: connection) { json in
            json.reply(to: loginRequest.pendingReply.request) { describe(record, loginRequest.expiresAt, login, &$0) }
        }
        tellChanges(login, to: connection)
        tellSubscriptions(login, to: connection)
        context.noteArrival(of: record, login)
        takeUp(unauthenticated.waiting ?? [], on: connection)
    }

    /// C-Q16, in this order.
    private func tellChanges(_ login: Login, to connection: Connection) {
        send(to: connection) { $0.event(ConversationOperations.syncStart) { _ in } }
        if !login.changed.isEmpty {
            send(to: connection) { $0.serverEvent(.conversations(login.changed, isNew: false, seq: nil)) }
        }
        send(to: connection) { $0.serverEvent(.total(login.total)) }
        send(to: connection) { json in
            json.event(ConversationOperations.syncFinish) { $0.field("isComplete", login.isComplete) }
        }
    }

    /// What came while the session was being opened.
    private func takeUp(_ messages: [[UInt8]], on connection: Connection) {
        for message in messages {
            guard connection.isOpen, let peer = peer(of: connection) else { return }
            message.withUnsafeBytes { take($0, from: peer, on: connection) }
        }
    }
}

extension Reply.Content {
    fileprivate var result: RequestResult {
        switch self {
        case .result: .ok
        case .refusal: .refused
        case .fault: .failed
        }
    }
}
