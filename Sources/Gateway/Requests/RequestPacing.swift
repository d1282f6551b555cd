import Domain
import Meters
import Routing
import Transport

/// Keeps users' sessions to their rates without changing the order of their requests. While a session's budget or its user's is
/// spent, the connection is not read. Only a request whose turn would come too late is refused, and a session that goes on
/// then is slowed down.
final class RequestPacing {
    enum Turn {
        case now
        /// The message is kept until its turn.
        case later
        case tooLate
    }

    private let link: ShardLink
    private let peers: PeerTable
    /// The sessions with postponed requests. One that has ended is left out when its time comes.
    private var waiting: [ConnectionID] = []

    init(_ link: ShardLink, _ peers: PeerTable) {
        self.link = link
        self.peers = peers
    }

    /// When it is the message's turn, which has just come. Now: it is paid for.
    func turn(of message: UnsafeRawBufferPointer, from session: Session, on connection: Connection) -> Turn {
        let turn = session.holds.contains(.rate) ? .later : pay(for: session)
        guard case .later = turn else { return turn }
        hold(session, on: connection)
        wake(for: session)
        session.postponed.append(Array(message))
        return .later
    }

    /// The message has been refused, as its turn would have come too late.
    func slowDown(_ session: Session, after message: UnsafeRawBufferPointer, on connection: Connection) {
        guard connection.isOpen, Slowdown.isDue(after: session.throttled, bytes: message.count) else { return }
        session.restsUntil = link.now + Milliseconds(Slowdown.milliseconds)
        hold(session, on: connection)
        link.wake(at: session.restsUntil)
    }

    private func hold(_ session: Session, on connection: Connection) {
        guard !session.holds.contains(.rate) else { return }
        waiting.append(connection.id)
        link.hold(connection, true, of: session, for: .rate)
        link.metrics.rateHolds.add()
    }

    /// Hands out the messages whose turn has come.
    func timerFired(_ take: (UnsafeRawBufferPointer, Turn, Session, Connection) -> Void) {
        var remaining = waiting
        waiting.removeAll()
        remaining.removeAll { id in
            guard let connection = link.shard.connection(id), case .user(let session) = peers[connection] else {
                return true
            }
            while connection.isOpen {
                if session.restsUntil > link.now {
                    link.wake(at: session.restsUntil)
                    return false
                }
                guard let message = session.postponed.first else { break }
                let turn = pay(for: session)
                if case .later = turn {
                    wake(for: session)
                    return false
                }
                session.postponed.removeFirst()
                message.withUnsafeBytes { take($0, turn, session, connection) }
            }
            if connection.isOpen { link.hold(connection, false, of: session, for: .rate) }
            return true
        }
        waiting += remaining
    }

    private func pay(for session: Session) -> Turn {
        let wait = wait(of: session)
        if wait > RateLimit.longestWait { return .tooLate }
        // Another session of the user may have been faster.
        guard wait == 0, session.userMeter.allows(link.context.limits.ofUser, now: link.now) else { return .later }
        let isAllowed = session.meter.allows(link.context.limits.ofSession, now: link.now)
        precondition(isAllowed, "nobody else uses the meter of session \(session.record.id)")
        session.throttled = 0
        return .now
    }

    private func wake(for session: Session) {
        link.wake(at: link.now + max(1, wait(of: session)))
    }

    private func wait(of session: Session) -> Milliseconds {
        Milliseconds(
            max(
                session.meter.wait(link.context.limits.ofSession, now: link.now),
                session.userMeter.wait(link.context.limits.ofUser, now: link.now)))
    }
}
