import ClientProtocol
import Domain
import Framing
import Meters
import Routing
import ServerAPI

/// Why a session is ended from outside.
enum Kick: Sendable {
    case replaced(LoginPolicy.Reason, by: Successor)
    case closedByUser
    case accountEnded
    case tokenRevoked
    /// With a text for the client.
    case byAdministrator(String)

    /// The session that has taken its place.
    struct Successor: Sendable {
        let device: String
        let platform: Platform
    }

    var closeCode: CloseCode {
        switch self {
        case .replaced(.sameDevice, _): .replaced
        case .replaced(.exclusivePlatform, _): .excluded
        case .replaced(.tooManySessions, _): .tooManySessions
        case .closedByUser: .closedByUser
        case .accountEnded: .accountEnded
        case .tokenRevoked: .tokenRevoked
        case .byAdministrator: .kicked
        }
    }

    /// Whether the device, too, is to be left alone from now on.
    var signsOut: Bool {
        switch self {
        case .replaced(.sameDevice, _), .accountEnded, .tokenRevoked, .byAdministrator: false
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
        case .tokenRevoked: .tokenRevoked
        case .byAdministrator: .byAdministrator
        }
    }

    var text: String {
        switch self {
        case .replaced(.sameDevice, _): "replaced by a newer session of the same device"
        case .replaced(.exclusivePlatform, _): "replaced by a session on another platform"
        case .replaced(.tooManySessions, _): "the user has too many sessions"
        case .closedByUser: "closed by the user"
        case .accountEnded: "the account was disabled or deleted"
        case .tokenRevoked: "the token was revoked"
        case .byAdministrator: "ended by an administrator"
        }
    }

    var event: SessionKicked {
        switch self {
        case .replaced(let reason, let newer):
            SessionKicked(reason: reason.rawValue, successor: (newer.device, newer.platform))
        case .closedByUser: SessionKicked(reason: "closedByUser")
        case .accountEnded: SessionKicked(reason: "accountEnded")
        case .tokenRevoked: SessionKicked(reason: "tokenRevoked")
        case .byAdministrator(let text): SessionKicked(reason: "kicked", text: text)
        }
    }
}
