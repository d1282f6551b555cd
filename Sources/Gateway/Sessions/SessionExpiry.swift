import ClientProtocol
import Domain
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
        let wait = min(max(next - now, 0), longestWait)
        link.shard.setServiceDeadline(connection, at: (link.now + wait).rawValue)
    }

    /// The session has another token.
    func renew(_ session: Session, with token: Authenticator.Identity, on connection: Connection) {
        session.expiresAt = token.expiresAt
        session.issuedAt = token.issuedAt
        session.claim = token.claim
        session.isNoticeGiven = false
        watch(session, on: connection)
    }

    /// The deadline has passed.
    func pass(_ session: Session, on connection: Connection) {
        let times = times(of: session)
        let now = now
        if now >= times.end {
            link.metrics.kicks[.tokenExpired].add()
            return link.shard.close(connection, code: .tokenExpired, reason: "the token has expired")
        }
        if !session.isNoticeGiven, now >= times.notice {
            session.isNoticeGiven = true
            link.send(to: connection) { $0.event(SessionExpiring(at: session.expiresAt)) }
        }
        watch(session, on: connection)
    }

    /// By the gateway's clock, as the token's end was checked.
    private var now: Milliseconds { link.context.configuration.now.time }

    /// A configured notice of 0 is none: it falls on the end.
    private func times(of session: Session) -> (notice: Milliseconds, end: Milliseconds) {
        let configuration = link.context.configuration
        let notice = Seconds(configuration.sessions.expiryNoticeSeconds)
        let end = Self.end(of: session.expiresAt, configuration)
        return (notice == 0 ? end : milliseconds(session.expiresAt, later: 0 - notice), end)
    }

    /// When a token is no longer good that expires then.
    static func end(of expiresAt: Seconds, _ configuration: Configuration) -> Milliseconds {
        milliseconds(expiresAt, later: Seconds(configuration.auth.leewaySeconds))
    }
}

/// A deadline further away is looked at again after so long: 30 days.
private let longestWait: Milliseconds = .days(30)

/// Seconds as milliseconds, at most the end of time: an issuer may make tokens that are good for ever.
private func milliseconds(_ seconds: Seconds, later: Seconds) -> Milliseconds {
    let (sum, isBeyond) = seconds.rawValue.addingReportingOverflow(later.rawValue)
    let (product, isTooMuch) = sum.multipliedReportingOverflow(by: 1_000)
    return isBeyond || isTooMuch ? .max : Milliseconds(product)
}
