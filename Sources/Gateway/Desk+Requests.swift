import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Meters
import Routing
import Settings
import Transport

extension Desk {
    /// A message of a client: finds the operation, has it carried out, and sees that there is one reply.
    func take(_ message: UnsafeRawBufferPointer, from occupant: Occupant, on connection: Connection) {
        let began = Clock.monotonicNanoseconds
        var id: UInt64?
        var entry: OperationTable.Entry?
        do throws(Refusal) {
            let read = read(message)
            id = read.id
            // What cannot be read counts as well.
            try throttle(occupant)
            let request = try read.request.get()
            entry = premises.operations[request.operation.string ?? ""]
            guard let entry else { throw Refusal(.unknownOperation) }
            try carryOut(entry, request, began, for: occupant, on: connection)
        } catch {
            let took = Int(Clock.monotonicNanoseconds - began)
            metrics.requests.record(
                operation: entry?.index, error.code == .rateLimited ? .throttled : .refused, nanoseconds: took)
            send(to: connection) { $0.reply(to: id, refusing: error) }
            countFailure(of: occupant, error, on: connection)
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
        _ entry: OperationTable.Entry, _ request: RequestEnvelope, _ began: Int64, for occupant: Occupant,
        on connection: Connection
    ) throws(Refusal) {
        let call = Call(
            desk: self, connection: connection, operation: entry.operation, index: entry.index, request: request,
            began: began)
        switch (entry.handler, occupant) {
        case (.guest(let handle), .guest(let guest)): try handle(call, guest)
        case (.user(let handle), .user(let session)): try handle(call, session)
        case (.admin(let handle), .admin(let session)): try handle(call, session)
        case (_, .guest): throw Refusal(.notLoggedIn)
        case (.guest, _): throw Refusal(.conflict, "a session is open on this connection already")
        case (.user, .admin), (.admin, .user): throw Refusal(.forbidden)
        }
    }

    private func throttle(_ occupant: Occupant) throws(Refusal) {
        guard case .user(let session) = occupant else { return }
        guard session.meter.allows(premises.sessionRate, now: now),
            session.userMeter.allows(premises.userRate, now: now)
        else { throw Refusal(.rateLimited) }
        session.throttled = 0
    }

    /// A client that only costs is not kept: one that does not get itself a session, or never slows down.
    private func countFailure(of occupant: Occupant, _ refusal: Refusal, on connection: Connection) {
        switch occupant {
        case .guest(let guest): countFailure(of: guest, on: connection)
        case .user(let session) where refusal.code == .rateLimited:
            session.throttled += 1
            if session.throttled >= premises.configuration.requests.refusalsBeforeClose {
                shard.close(connection, code: .tooManyRequests, reason: "too many requests")
            }
        case .user, .admin: break
        }
    }

    func countFailure(of guest: Guest, on connection: Connection) {
        guest.failures += 1
        if guest.failures >= premises.configuration.auth.failedOpensPerConnection {
            shard.close(connection, code: .tooManyFailedLogins, reason: "no session was opened")
        }
    }
}
