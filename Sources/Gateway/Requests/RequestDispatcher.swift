import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Meters
import Routing
import Settings
import Transport

/// Takes a client's message whose turn it is: reads the request, finds the operation, and has it carried out.
final class RequestDispatcher {
    private let link: ShardLink
    private let openings: SessionOpenings
    private let runner: WorkRunner
    private let lines: RequestLines
    private let document = JSONDocument()

    init(_ link: ShardLink, _ openings: SessionOpenings, _ runner: WorkRunner, _ lines: RequestLines) {
        self.link = link
        self.openings = openings
        self.runner = runner
        self.lines = lines
    }

    /// A refusal is replied to here; otherwise the operation's handler sees that there is one reply.
    func take(
        _ message: UnsafeRawBufferPointer, from peer: Peer, on connection: Connection, of gateway: ShardGateway
    ) {
        let began = Clock.monotonicNanoseconds
        var id: UInt64?
        var entry: OperationTable.Entry?
        var sent: Request?
        var trace: RequestTrace?
        do throws(Refusal) {
            let read = read(message)
            id = read.id
            try throttle(peer)
            let envelope = try read.request.get()
            entry = link.context.operations[envelope.operation.string ?? ""]
            guard let entry else { throw Refusal(.unknownOperation) }
            let request = Request(
                operation: entry.operation, data: envelope.data, context: link.context.requests, key: envelope.key,
                isHooked: link.context.hooks?[entry.index] != nil)
            sent = request
            trace = begin(envelope.trace, from: peer)
            let call = ConnectionCall(
                request: request, gateway: gateway, connection: connection, id: envelope.id, index: entry.index,
                began: began, trace: trace)
            try carryOut(call, entry.handler, for: peer)
        } catch {
            let took = Int(Clock.monotonicNanoseconds - began)
            let result: RequestResult = error.code == .rateLimited ? .throttled : .refused
            link.metrics.requests.record(operation: entry?.index, result, nanoseconds: took)
            if let trace, let entry { trace.end(entry.operation.name, began: began, result, error) }
            link.send(to: connection) { $0.reply(to: id, refusing: error) }
            if let sent { record(sent, from: peer, on: connection, error) }
            // One that opens no session however often it asks is closed.
            if case .unauthenticated(let unauthenticated) = peer {
                openings.countFailure(of: unauthenticated, on: connection)
            }
        }
    }

    /// `named`: the trace that the request names.
    private func begin(_ named: TraceContext?, from peer: Peer) -> RequestTrace? {
        guard named != nil || link.context.tracing.beginsTraces else { return nil }
        var isBackend = false
        if case .admin = peer { isBackend = true }
        return link.context.tracing.begin(named, of: .webSocket(isBackend: isBackend))
    }

    /// Notes a request for the audit log that was refused before any work on it began.
    private func record(_ request: Request, from peer: Peer, on connection: Connection, _ refusal: Refusal) {
        switch peer {
        case .user: break
        case .admin(let session):
            let audited = AuditedRequest(refused: request, by: session.access, as: session.caller.operatorID)
            link.context.record(audited, .refusal(refusal))
        case .unauthenticated(let unauthenticated):
            guard request.operation.name == OpenSession.declaration.name else { return }
            link.context.recordFailedLogin(request, by: unauthenticated, on: connection, refusal)
        }
    }

    private func read(
        _ message: UnsafeRawBufferPointer
    ) -> (id: UInt64?, request: Result<RequestEnvelope, Refusal>) {
        do {
            let request = try RequestEnvelope(message, document: document)
            return (request.id, .success(request))
        } catch {
            return (error.id, .failure(error.refusal))
        }
    }

    private func carryOut(_ call: ConnectionCall, _ handler: Handler, for peer: Peer) throws(Refusal) {
        switch (handler, peer) {
        case (.unauthenticated(let handle), .unauthenticated(let unauthenticated)): try handle(call, unauthenticated)
        // One that has waited until its connection was closed has nothing to be about.
        case (.session(let handle), .user(let session)): if call.connection.isOpen { try handle(call, session) }
        case (.user(let handle), .user(let session)):
            let caller = session.caller
            let work = try handle(call.request, caller)
            if let endpoint = link.context.hooks?[call.index], work.waitsForHook {
                lines.enter(call, work, handle, by: session, deciding: endpoint)
            } else {
                run(
                    session.hasEnded ? work.asked : work, of: call, by: Caller(session, as: caller),
                    counter: session, paidBy: runner.payer(session.userMeter))
            }
        case (.admin(let handle), .admin(let session)):
            try session.access.require(call.request.operation)
            let work = try handle(call.request, session.caller)
            let audited = AuditedRequest(call.request, work, by: session.access, as: session.caller.operatorID)
            run(
                work, of: call, by: Caller(session), counter: session, paidBy: runner.payer(session.access),
                audited: audited)
        case (_, .unauthenticated): throw Refusal(.notLoggedIn)
        case (.unauthenticated, _): throw Refusal(.conflict, "a session is open on this connection already")
        case (.user, .admin), (.session, .admin), (.admin, .user): throw Refusal(.forbidden)
        }
    }

    private func run(
        _ work: Work, of call: ConnectionCall, by caller: Caller, counter: any ChangeCounter, paidBy payer: Payer?,
        audited: AuditedRequest? = nil
    ) {
        if case .reply(let write) = work {
            call.reply(write)
            if let audited { link.context.record(audited, .ok([])) }
            return
        }
        var pending = call.pending()
        (pending.counter, pending.audited) = (counter, audited)
        runner.run(work, of: call.request, by: caller, paidBy: payer, pending)
    }

    /// Refuses a message that nobody has looked at, and closes a connection that never slows down. A message that cannot be read
    /// counts as a request as well.
    func refuseAsTooFrequent(_ message: UnsafeRawBufferPointer, from session: Session, on connection: Connection) {
        let began = Clock.monotonicNanoseconds
        let read = read(message)
        link.metrics.requests.record(
            operation: nil, .throttled, nanoseconds: Int(Clock.monotonicNanoseconds - began))
        link.send(to: connection) { $0.reply(to: read.id, refusing: Refusal(.rateLimited)) }
        session.throttled += 1
        if session.throttled >= link.context.configuration.requests.refusalsBeforeClose {
            link.shard.close(connection, code: .tooManyRequests, reason: "too many requests")
        }
    }

    /// A key's rate is shared by connections that do not know of each other, so its requests are refused rather than kept.
    private func throttle(_ peer: Peer) throws(Refusal) {
        guard case .admin(let session) = peer, let rate = session.access.rate else { return }
        let meter = link.context.limits.keys.meter(of: session.access.name)
        guard meter.allows(rate, now: link.now) else { throw Refusal(.rateLimited) }
    }
}
