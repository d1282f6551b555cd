import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Meters
import Routing
import ServerAPI
import Settings
import Transport

extension ShardGateway {
    /// Ends a session of this shard in favour of another, or because its user said so. Gone already: nothing to do.
    func kick(_ record: SessionRecord, _ cause: Kick) {
        if cause.signsOut { signOut(record) }
        guard let connection = shard.connection(record.connection), connection.isOpen,
            case .user(let session) = peer(of: connection), session.record.id == record.id
        else { return }
        metrics.kicks[cause.label].add()
        send(to: connection) { $0.event(SessionOperations.kicked, cause.describe) }
        shard.close(connection, code: cause.closeCode, reason: cause.text)
    }

    /// Arms the connection's deadline at the next thing that happens to the session by itself: the notice, or the end.
    func watchExpiry(_ connection: Connection, _ session: Session) {
        let times = expiry(of: session)
        let next = session.isNoticeGiven ? times.end : min(times.notice, times.end)
        shard.setServiceDeadline(connection, at: now + min(max(next - Clock.wall, 0), longestWait))
    }

    func passExpiry(_ connection: Connection, _ session: Session) {
        let times = expiry(of: session)
        let wall = Clock.wall
        if wall >= times.end {
            metrics.kicks[.tokenExpired].add()
            return shard.close(connection, code: .tokenExpired, reason: "the token has expired")
        }
        if !session.isNoticeGiven, wall >= times.notice {
            session.isNoticeGiven = true
            send(to: connection) { $0.event(SessionOperations.expiring) { $0.field("expiresAt", session.expiresAt) } }
        }
        watchExpiry(connection, session)
    }

    /// In milliseconds since 1970. A configured notice of 0 is none: it falls on the end.
    private func expiry(of session: Session) -> (notice: Int64, end: Int64) {
        let configuration = context.configuration
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

/// Why a session is ended from outside.
enum Kick: Sendable {
    case replaced(LoginPolicy.Reason, by: SessionRecord)
    case closedByUser
    case accountEnded

    var closeCode: CloseCode {
        switch self {
        case .replaced(.sameDevice, _): .replaced
        case .replaced(.exclusivePlatform, _): .excluded
        case .replaced(.tooManySessions, _): .tooManySessions
        case .closedByUser: .closedByUser
        case .accountEnded: .accountEnded
        }
    }

    /// Whether the device, too, is to be left alone from now on.
    var signsOut: Bool {
        switch self {
        case .replaced(.sameDevice, _), .accountEnded: false
        case .replaced, .closedByUser: true
        }
    }

    var label: KickReason {
        switch self {
        case .replaced(.sameDevice, _): .sameDevice
        case .replaced(.exclusivePlatform, _): .exclusivePlatform
        case .replaced(.tooManySessions, _): .tooManySessions
        case .closedByUser: .closed
        case .accountEnded: .accountEnded
        }
    }

    var text: String {
        switch self {
        case .replaced(.sameDevice, _): "replaced by a newer session of the same device"
        case .replaced(.exclusivePlatform, _): "replaced by a session on another platform"
        case .replaced(.tooManySessions, _): "the user has too many sessions"
        case .closedByUser: "closed by the user"
        case .accountEnded: "the account was disabled or deleted"
        }
    }

    /// The data of `session.kicked`.
    func describe(_ json: inout JSONWriter) {
        switch self {
        case .replaced(let reason, let newer):
            json.field("reason", reason.rawValue)
            json.field("device", newer.device)
            json.field("platform", newer.platform.rawValue)
        case .closedByUser:
            json.field("reason", "closedByUser" as StaticString)
        case .accountEnded:
            json.field("reason", "accountEnded" as StaticString)
        }
    }
}
