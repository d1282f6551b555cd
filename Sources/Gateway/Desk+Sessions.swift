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

extension Desk {
    /// Ends a session of this shard in favour of another, or because its user said so. Gone already: nothing to do.
    func kick(_ record: SessionRecord, _ cause: Kick) {
        guard let connection = shard.connection(record.connection), connection.isOpen,
            case .user(let session) = occupant(of: connection), session.record.id == record.id
        else { return }
        metrics.kicks[cause.label].add()
        send(to: connection) { $0.event(SessionOperations.kicked, cause.describe) }
        shard.close(connection, code: cause.closeCode, reason: cause.text)
    }

    /// Arms the connection's deadline at the next thing that happens to the session by itself: the notice, or the end.
    func watchExpiry(_ connection: Connection, _ session: Session) {
        let notice = Int64(premises.configuration.sessions.expiryNoticeSeconds)
        let end = session.expiresAt + Int64(premises.configuration.auth.leewaySeconds)
        let next = session.isNoticeGiven || notice == 0 ? end : session.expiresAt - notice
        shard.setServiceDeadline(connection, at: now + max(next * 1_000 - Clock.wall, 0))
    }

    func passExpiry(_ connection: Connection, _ session: Session) {
        let wall = Clock.wall
        let end = session.expiresAt + Int64(premises.configuration.auth.leewaySeconds)
        if wall >= end * 1_000 {
            metrics.kicks[.tokenExpired].add()
            return shard.close(connection, code: .tokenExpired, reason: "the token has expired")
        }
        if !session.isNoticeGiven {
            session.isNoticeGiven = true
            send(to: connection) { $0.event(SessionOperations.expiring) { $0.field("expiresAt", session.expiresAt) } }
        }
        watchExpiry(connection, session)
    }
}

/// Why a session is ended from outside.
enum Kick: Sendable {
    case replaced(LoginPolicy.Reason, by: SessionRecord)
    case closedByUser

    var closeCode: CloseCode {
        switch self {
        case .replaced(.sameDevice, _): .replaced
        case .replaced(.exclusivePlatform, _): .excluded
        case .replaced(.tooManySessions, _): .tooManySessions
        case .closedByUser: .closedByUser
        }
    }

    var label: KickReason {
        switch self {
        case .replaced(.sameDevice, _): .sameDevice
        case .replaced(.exclusivePlatform, _): .exclusivePlatform
        case .replaced(.tooManySessions, _): .tooManySessions
        case .closedByUser: .closed
        }
    }

    var text: String {
        switch self {
        case .replaced(.sameDevice, _): "replaced by a newer session of the same device"
        case .replaced(.exclusivePlatform, _): "replaced by a session on another platform"
        case .replaced(.tooManySessions, _): "the user has too many sessions"
        case .closedByUser: "closed by the user"
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
        }
    }
}
