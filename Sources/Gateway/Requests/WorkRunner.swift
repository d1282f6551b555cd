import Chat
import ClientProtocol
import Domain
import EventLoop
import JSON
import Meters
import Routing
import Security
import Storage
import Transport

/// Has the work of requests done by the threads that it is for. The replies come to `Replies`.
final class WorkRunner {
    let link: ShardLink
    let writes: TurnWrites
    let replies: Replies

    init(_ link: ShardLink, _ writes: TurnWrites, _ replies: Replies) {
        self.link = link
        self.writes = writes
        self.replies = replies
    }

    // MARK: - By caller

    func run(_ work: Work, of call: ConnectionCall, by session: Session) {
        if let cluster = link.context.cluster, work.isForwarded {
            let request =
                work.isChange
                ? queueChange(of: call, by: session) : queue(call, session, payer: payer(session.userMeter))
            let forwarded = ForwardedCall(call.request, by: session, call.trace, made: work)
            return cluster.forward(.call(forwarded), of: session.record.id, at: request.address)
        }
        switch work {
        case .change(let work, _): hand(work, of: queueChange(of: call, by: session))
        case .changeInPieces(let pieces): hand(pieces, of: queueChange(of: call, by: session))
        case .ask(let work):
            let request = queue(call, session, payer: payer(session.userMeter))
            ask(work, of: request, afterWrites: session.changesUnderWay > 0) {
                ForwardedCall(call.request, by: session, call.trace)
            }
        case .askLeader(let work): hand(work, of: queue(call, session, payer: payer(session.userMeter)))
        case .read(let work):
            let request = queue(call, session, payer: payer(session.userMeter))
            read(work, of: request, afterWrites: session.changesUnderWay > 0)
        case .search(let work):
            let request = queue(call, session, payer: payer(session.userMeter))
            search(work, of: request, afterWrites: session.changesUnderWay > 0)
        case .operate: preconditionFailure("users do not operate the process")
        case .reply(let write): call.reply(write)
        }
    }

    func run(_ work: Work, of call: ConnectionCall, by session: AdminSession) {
        let audited = AuditedRequest(call.request, work, by: session.access, as: session.caller.operatorID)
        if case .reply(let write) = work {
            call.reply(write)
            if let audited { link.context.record(audited, .ok([])) }
            return
        }
        let repeatable = work.isChange ? repeatable(call.request, by: session.caller.name, nil) : nil
        if work.isChange { session.changesUnderWay += 1 }
        let request = queue(
            call, isChange: work.isChange, payer: payer(session.access), repeatable: repeatable, audited: audited)
        if let cluster = link.context.cluster, work.isForwarded {
            let forwarded = ForwardedCall(
                call.request, by: .admin(session.caller), named: session.caller.name, audited: request.audited,
                call.trace, made: work)
            return forward(work, of: request, forwarded, to: cluster)
        }
        switch work {
        case .change(let work, _): hand(work, of: request)
        case .changeInPieces(let pieces): hand(pieces, of: request)
        case .ask(let work):
            ask(work, of: request, afterWrites: session.changesUnderWay > 0) {
                ForwardedCall(
                    call.request, by: .admin(session.caller), named: session.caller.name, audited: request.audited,
                    call.trace)
            }
        case .askLeader(let work): hand(work, of: request)
        case .read(let work): read(work, of: request, afterWrites: session.changesUnderWay > 0)
        case .search(let work): search(work, of: request, afterWrites: session.changesUnderWay > 0)
        case .operate(let work): operate(work, of: request)
        case .reply: preconditionFailure("what is replied at once is not queued")
        }
    }

    func open(_ login: LoginRequest, of call: ConnectionCall, payer: SharedRateMeter) {
        let request = queue(call, login: login.session, payer: self.payer(payer))
        if let cluster = link.context.cluster {
            return cluster.forward(.logIn(login), of: login.session, at: request.address)
        }
        let mailbox = link.mailbox
        writes.append { committer, transaction throws(StoreError) in
            try committer.logIn(login, request, transaction)
        } failed: { error in
            mailbox.post { $0.fail(request.address, error) }
        }
    }

    /// Ends another session of the user, at whichever node it is.
    func close(_ other: SessionID, of call: ConnectionCall, by session: Session, at cluster: ClusterMember) {
        let request = queueChange(of: call, by: session)
        cluster.forward(
            .close(other, of: session.caller.account), of: session.record.id, at: request.address)
    }

    /// Where a session's opening is replied to that the store does not hear of.
    func expectReply(to call: ConnectionCall) -> ReplyAddress { queue(call).address }

    /// For a call over HTTP. What it asked for before has been answered: one connection has one call under way.
    func run(
        _ work: Work, of request: Request, _ pending: PendingReply, by caller: HTTPCaller,
        as forwardedCaller: @autoclosure () -> ForwardedCall.Caller
    ) {
        if let cluster = link.context.cluster, work.isForwarded {
            let forwarded = ForwardedCall(
                request, by: forwardedCaller(), named: caller.name, audited: pending.audited?.ofCommit, pending.trace)
            return forward(work, of: queue(pending, by: caller), forwarded, to: cluster)
        }
        switch work {
        case .change(let work, _): hand(work, of: queueChange(of: request, pending, by: caller))
        case .changeInPieces(let pieces): hand(pieces, of: queueChange(of: request, pending, by: caller))
        case .ask(let work):
            ask(work, of: queue(pending, by: caller), afterWrites: false) {
                ForwardedCall(
                    request, by: forwardedCaller(), named: caller.name, audited: pending.audited?.ofCommit,
                    pending.trace)
            }
        case .askLeader(let work): hand(work, of: queue(pending, by: caller))
        case .read(let work): read(work, of: queue(pending, by: caller), afterWrites: false)
        case .search(let work): search(work, of: queue(pending, by: caller), afterWrites: false)
        case .operate(let work): operate(work, of: queue(pending, by: caller))
        case .reply: preconditionFailure("what is replied at once is not queued")
        }
    }

    /// A change that a session's client wants, not yet handed over.
    func queueChange(of call: ConnectionCall, by session: Session) -> QueuedRequest {
        session.changesUnderWay += 1
        return queue(
            call, isChange: true, session, payer: payer(session.userMeter),
            repeatable: repeatable(call.request, by: session.caller.name, session.caller.user))
    }

    /// Likewise over HTTP.
    func queueChange(of request: Request, _ pending: PendingReply, by caller: HTTPCaller) -> QueuedRequest {
        queue(pending, by: caller, repeatable(request, by: caller.name, caller.user))
    }

    /// Finds the account of a user who asks over HTTP. `creates`: or makes it.
    func identify(_ user: UserID, creates: Bool, _ pending: PendingReply, by caller: HTTPCaller) {
        let request = queue(pending, by: caller)
        if let cluster = link.context.cluster {
            return cluster.forward(
                .identify(user, creates: creates, issuedAt: caller.issuedAt), at: request.address)
        }
        let mailbox = link.mailbox
        writes.append { [issuedAt = caller.issuedAt] committer, transaction throws(StoreError) in
            try committer.identify(user, creates: creates, issuedAt: issuedAt, request, transaction)
        } failed: { error in
            mailbox.post { $0.fail(request.address, error) }
        }
    }

    private func queue(
        _ pending: PendingReply, by caller: HTTPCaller, _ repeatable: Repeatable? = nil
    ) -> QueuedRequest {
        QueuedRequest(
            address: ReplyAddress(ticket: replies.expect(pending), request: 0), session: nil, payer: payer(caller),
            repeatable: repeatable, audited: pending.audited?.ofCommit, trace: pending.trace)
    }

    // MARK: - Who pays

    private func payer(_ user: SharedRateMeter) -> Payer { Payer(meter: user, rate: link.context.userRate) }

    private func payer(_ access: AdminAccess) -> Payer? {
        access.rate.map { Payer(meter: link.context.keyRequests.meter(of: access.name), rate: $0) }
    }

    private func payer(_ caller: HTTPCaller) -> Payer? {
        switch caller {
        case .user(let identity): payer(link.context.directory.meter(of: identity.user))
        case .key(let access, _): payer(access)
        }
    }

    private func queue(
        _ call: ConnectionCall, isChange: Bool = false, _ session: Session? = nil, login: SessionID? = nil,
        payer: Payer? = nil, repeatable: Repeatable? = nil, audited: AuditedRequest? = nil
    ) -> QueuedRequest {
        let ticket = replies.expect(
            PendingReply(
                asker: .message(on: call.connection.id), operation: call.index, began: call.began, isChange: isChange,
                login: login, audited: audited, trace: call.trace))
        return QueuedRequest(
            address: ReplyAddress(ticket: ticket, request: call.id), session: session?.record.id, payer: payer,
            repeatable: repeatable, audited: audited?.ofCommit, trace: call.trace)
    }

    /// `user`: in whose name it came; nil: an administrator's own.
    private func repeatable(_ request: Request, by caller: String, _ user: UserID?) -> Repeatable? {
        guard let key = request.key else { return nil }
        let digestKey = request.context.digestKey
        return Repeatable(
            caller: caller, key: key, operation: request.operation, user: user, data: request.data?.digest(digestKey),
            digestKey)
    }

    // MARK: - By thread

    /// `call`: on a cluster.
    func hand(_ work: @escaping StateWork, of request: QueuedRequest, _ call: ForwardedCall?) {
        if let cluster = link.context.cluster {
            guard let call else { preconditionFailure("a request of a cluster's client has no bytes") }
            return cluster.forward(.call(call), of: request.session, at: request.address)
        }
        hand(work, of: request)
    }

    private func hand(_ work: @escaping StateWork, of request: QueuedRequest) {
        request.trace?.handOver()
        let (mailbox, address) = (link.mailbox, request.address)
        writes.append { committer, transaction throws(StoreError) in
            try committer.carryOut(request, work, transaction)
        } failed: { error in
            mailbox.post { $0.fail(address, error) }
        }
    }

    /// Looks whether the request has been carried out before. `found` is given the reply of then, or nil.
    func lookUp(
        _ former: FormerReply?, of request: QueuedRequest, _ call: ForwardedCall?,
        _ found: @escaping (Reply.Content?) -> Void
    ) {
        let pending = PendingReply(asker: .lookUp(found), operation: nil, began: Clock.monotonicNanoseconds)
        let lookUp = QueuedRequest(
            address: ReplyAddress(ticket: replies.expect(pending), request: 0), session: nil, payer: request.payer,
            repeatable: request.repeatable)
        if let cluster = link.context.cluster {
            guard let call else { preconditionFailure("a request of a cluster's client has no bytes") }
            return cluster.forward(.lookUp(call), at: lookUp.address)
        }
        let mailbox = link.mailbox
        writes.append { committer, transaction throws(StoreError) in
            try committer.lookUp(lookUp, former, transaction)
        } failed: { error in
            mailbox.post { $0.fail(lookUp.address, error) }
        }
    }

    /// On a cluster, a state that is made for the question alone is asked on the node's queue: it has just what has been told,
    /// and if `afterWrites`, all that was handed over until now. Where the answer would change something, such as a list of
    /// which time has taken something, the leader is asked by `call`.
    private func ask(
        _ work: @escaping StateWork, of request: QueuedRequest, afterWrites: Bool, _ call: () -> ForwardedCall
    ) {
        guard let cluster = link.context.cluster else { return hand(work, of: request) }
        let (mailbox, context, call) = (link.mailbox, link.context, call())
        begin(afterWrites: afterWrites, request) {
            let isTaken = cluster.ask { transaction in
                do throws(StoreError) {
                    let chat = try context.state(for: transaction)
                    let steps = { Cost.steps(transaction, chat) }
                    let content = try Self.content(of: request, steps, span: "store read") {
                        json throws(CommandError) in
                        try chat.answer(work, &json)
                    }
                    for damage in chat.work.takeDamages() { context.store.noteDamage(damage) }
                    mailbox.post { $0.give(Reply(request.address, content)) }
                } catch {
                    if error.kind == .reading {
                        return cluster.forward(.call(call), of: request.session, at: request.address)
                    }
                    mailbox.post { $0.fail(request.address, error) }
                }
            }
            if isTaken { return }
            mailbox.post { $0.fail(request.address, StoreError(.overloaded, "too many questions wait")) }
        }
    }

    /// `afterWrites`: not before what was handed over until now has been done.
    private func read(_ work: @escaping StoreWork, of request: QueuedRequest, afterWrites: Bool) {
        let (store, mailbox) = (link.context.store, link.mailbox)
        begin(afterWrites: afterWrites, request) {
            store.read { transaction throws(StoreError) in
                let content = try Self.content(of: request, { transaction.steps }, span: "store read") {
                    json throws(CommandError) in
                    try work(transaction, &json)
                }
                mailbox.post { $0.give(Reply(request.address, content)) }
            } failed: { error in
                mailbox.post { $0.fail(request.address, error) }
            }
        }
    }

    private func search(_ work: @escaping SearchWork, of request: QueuedRequest, afterWrites: Bool) {
        let (searches, mailbox) = (link.context.searches, link.mailbox)
        // Before it waits: those of one user could wait for each other long before any of them is paid for.
        if let payer = request.payer { payer.meter.charge(payer.rate, now: link.now, cost: Cost.search) }
        begin(afterWrites: afterWrites, request) {
            let isTaken = searches.find(for: SearchQueue.Searcher(request.payer?.meter)) { view throws(StoreError) in
                let content = try Self.content(of: request, { Cost.steps(view) }, span: "search") {
                    json throws(CommandError) in try work(view, &json)
                }
                mailbox.post { $0.give(Reply(request.address, content)) }
            } failed: { error in
                mailbox.post { $0.fail(request.address, error) }
            }
            if isTaken { return }
            let refusal = Refusal(.rateLimited, "too many searches of this user wait")
            mailbox.post { $0.give(Reply(request.address, .refusal(refusal))) }
        }
    }

    private func operate(_ work: @escaping OperatorWork, of request: QueuedRequest) {
        let mailbox = link.mailbox
        let isTaken = link.context.control.run {
            do throws(StoreError) {
                let content = try Self.content(of: request, { 0 }, work)
                mailbox.post { $0.give(Reply(request.address, content)) }
            } catch {
                mailbox.post { $0.fail(request.address, error) }
            }
        }
        if isTaken { return }
        // Not at once: its reply is given behind this turn, as any that is waited for.
        let refusal = Refusal(.unavailable, "operators have asked for too much that is not done yet")
        mailbox.post { $0.give(Reply(request.address, .refusal(refusal))) }
    }

    private func begin(afterWrites: Bool, _ request: QueuedRequest, _ work: @escaping @Sendable () -> Void) {
        request.trace?.handOver()
        guard afterWrites else { return work() }
        if let cluster = link.context.cluster { return begin(work, request, behindChangesAt: cluster) }
        let mailbox = link.mailbox
        writes.append { committer, _ throws(StoreError) in
            committer.afterwards(work)
        } failed: { error in
            mailbox.post { $0.fail(request.address, error) }
        }
    }

    /// The session's requests are answered in their order, and by then this node's store has what they have changed.
    private func begin(
        _ work: @escaping @Sendable () -> Void, _ request: QueuedRequest, behindChangesAt cluster: ClusterMember
    ) {
        let pending = PendingReply(
            asker: .lookUp { [mailbox = link.mailbox] content in
                guard let content else { return work() }
                mailbox.post { $0.give(Reply(request.address, content)) }
            }, operation: nil, began: Clock.monotonicNanoseconds)
        cluster.forward(.nothing, at: ReplyAddress(ticket: replies.expect(pending), request: 0))
    }

    private static func content(
        of request: QueuedRequest, _ steps: () -> Int, span: String? = nil,
        _ work: (inout JSONWriter) throws(CommandError) -> Void
    ) throws(StoreError) -> Reply.Content {
        let began = request.trace == nil ? 0 : Clock.monotonicNanoseconds
        defer { if let span { request.trace?.recordWork(span, began: began) } }
        do throws(CommandError) {
            var json = JSONWriter()
            return try request.paying(steps) { () throws(CommandError) in
                try .ok(encoding: work, with: &json)
            }
        } catch {
            guard case .refused(let refusal) = error else { throw error.storeError }
            return .refusal(refusal)
        }
    }
}
