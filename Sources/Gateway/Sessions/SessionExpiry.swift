import ClientProtocol
import EventLoop
import Framing
import JSON
import Meters
import ServerAPI
import Settings
import Transport

/// Ends sessions with their tokens, and says so a while before.
final class SessionExpiry {
    private let link: ShardLink

    init(_ link: ShardLink) {
        self.link = link
    }

    /// Arms the connection's deadline at the next thing that happens to the session by itself: the notice, or the end.
    func watch(_ session: Session, on connection: Connection) {
        let times = times(of: session)
        let next = session.isNoticeGiven ? times.end : min(times.notice, times.end)
        link.shard.setServiceDeadline(connection, at: link.now + min(max(next - Clock.wall, 0), longestWait))
    }

    /// The session has another token.
    func renew(_ session: Session, with token: Authenticator.Identity, on connection: Connection) {
        session.expiresAt = token.expiresAt
        session.issuedAt = token.issuedAt
        session.isNoticeGiven = false
        watch(session, on: connection)
    }

    /// The deadline has passed.
    func pass(_ session: Session, on connection: Connection) {
        let times = times(of: session)
        let wall = Clock.wall
        if wall >= times.end {
            link.metrics.kicks[.tokenExpired].add()
            return link.shard.close(connection, code: .tokenExpired, reason: "the token has expired")
        }
        if !session.isNoticeGiven, wall >= times.notice {
            session.isNoticeGiven = true
            link.send(to: connection) { $0.event(SessionExpiring(at: session.expiresAt)) }
        }
        watch(session, on: connection)
    }

    /// In milliseconds since 1970. A configured notice of 0 is none: it falls on the end.
    private func times(of session: Session) -> (notice: Int64, end: Int64) {
        let configuration = link.context.configuration
        let notice = Int64(configuration.sessions.expiryNoticeSeconds)
        let end = milliseconds(session.expiresAt, later: Int64(configuration.auth.leewaySeconds))
        return (notice == 0 ? end : milliseconds(session.expiresAt, later: -notice), end)
    }
}

/// A deadline further away is looked at again after so long: 30 days.
private let longestWait: Int64 = 30 * 86_400_000

/// Seconds as milliseconds, at most the end of time: an issuer may make tokens that are good for ever.
private func milliseconds(_ seconds: Int64, later: Int64) -> Int64 {
    let (sum, isBeyond) = seconds.addingReportingOverflow(later)
    let (product, isTooMuch) = sum.multipliedReportingOverflow(by: 1_000)
    return isBeyond || isTooMuch ? .max : product
}
