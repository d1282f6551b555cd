import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Meters
import Routing
import Settings
import Transport

extension ShardGateway {
    /// A message of a client: finds the operation, has it carried out, and sees that there is one reply.
    func take(_ message: UnsafeRawBufferPointer, from peer: Peer, on connection: Connection) {
        let began = Clock.monotonicNanoseconds
        var id: UInt64?
        var entry: OperationTable.Entry?
        do throws(Refusal) {
            let read = read(message)
            id = read.id
            // What cannot be read counts as well.
            try throttle(peer)
            let request = try read.request.get()
            entry = context.operations[request.operation.string ?? ""]
            guard let entry else { throw Refusal(.unknownOperation) }
            try carryOut(entry, request, began, for: peer, on: connection)
        } catch {
            let took = Int(Clock.monotonicNanoseconds - began)
            metrics.requests.record(
                operation: entry?.index, error.code == .rateLimited ? .throttled : .refused, nanoseconds: took)
            send(to: connection) { $0.reply(to: id, refusing: error) }
            countFailure(of: peer, error, on: connection)
        }
    }

    private func read(
        _ message: UnsafeRawBufferPointer
    ) -> (id: UInt64?, request: Result<RequestEnvelope, Refusal>) {
        do {
            let request = try parse(message)
            return (request.id, .success(request))
        } catch {
            return (error.id, .failure(error.refusal))
        }
    }

    private func carryOut(
        _ entry: OperationTable.Entry, _ request: RequestEnvelope, _ began: Int64, for peer: Peer,
        on connection: Connection
    ) throws(Refusal) {
        let call = Call(
            gateway: self, connection: connection, operation: entry.operation, index: entry.index, request: request,
            began: began)
        switch (entry.handler, peer) {
        case (.unauthenticated(let handle), .unauthenticated(let unauthenticated)): try handle(call, unauthenticated)
        case (.user(let handle), .user(let session)): try handle(call, session)
        case (.admin(let handle), .admin(let session)): try handle(call, session)
        case (_, .unauthenticated): throw Refusal(.notLoggedIn)
        case (.unauthenticated, _): throw Refusal(.conflict, "a session is open on this connection already")
        case (.user, .admin), (.admin, .user): throw Refusal(.forbidden)
        }
    }

    private func throttle(_ peer: Peer) throws(Refusal) {
        guard case .user(let session) = peer else { return }
        guard session.meter.allows(context.sessionRate, now: now),
            session.userMeter.allows(context.userRate, now: now)
        else { throw Refusal(.rateLimited) }
        session.throttled = 0
    }

    /// A client that only costs is not kept: one that does not get itself a session, or never slows down.
    private func countFailure(of peer: Peer, _ refusal: Refusal, on connection: Connection) {
        switch peer {
        case .unauthenticated(let unauthenticated): countFailure(of: unauthenticated, on: connection)
        case .user(let session) where refusal.code == .rateLimited:
            session.throttled += 1
            if session.throttled >= context.configuration.requests.refusalsBeforeClose {
                shard.close(connection, code: .tooManyRequests, reason: "too many requests")
            }
        case .user, .admin: break
        }
    }

    func countFailure(of unauthenticated: Unauthenticated, on connection: Connection) {
        unauthenticated.failures += 1
        if unauthenticated.failures >= context.configuration.auth.failedOpensPerConnection {
            shard.close(connection, code: .tooManyFailedLogins, reason: "no session was opened")
        }
    }
}
