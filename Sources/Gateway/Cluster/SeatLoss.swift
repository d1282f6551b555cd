import Chat
import Cluster
import Domain

/// Why a seat was taken from a session, as a record has it; empty bytes: the session has ended by itself.
enum SeatLoss: Sendable {
    case replaced(LoginPolicy.Reason, by: Kick.Successor)
    /// Another session of the user has ended it.
    case closedByUser
    case accountEnded
    /// With a text for the client.
    case byAdministrator(String)

    private static let closing = "closedByUser"
    private static let accountEnding = "accountEnded"
    private static let kicking = "kicked"

    var kick: Kick {
        switch self {
        case .replaced(let reason, let successor): .replaced(reason, by: successor)
        case .closedByUser: .closedByUser
        case .accountEnded: .accountEnded
        case .byAdministrator(let text): .byAdministrator(text)
        }
    }

    var bytes: [UInt8] {
        var writer = RecordWriter()
        switch self {
        case .replaced(let reason, let successor):
            writer.write(reason.rawValue)
            writer.write(successor.device)
            writer.write(successor.platform.rawValue)
        case .closedByUser: writer.write(Self.closing)
        case .accountEnded: writer.write(Self.accountEnding)
        case .byAdministrator(let text):
            writer.write(Self.kicking)
            writer.write(text)
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(RecordError) {
        var reader = RecordReader(bytes)
        let word = try reader.text()
        switch word {
        case Self.closing: self = .closedByUser
        case Self.accountEnding: self = .accountEnded
        case Self.kicking: self = .byAdministrator(try reader.text())
        default:
            guard let reason = LoginPolicy.Reason(rawValue: word) else { throw reader.damage }
            self = .replaced(
                reason, by: Kick.Successor(device: try reader.text(), platform: try reader.platform()))
        }
    }
    /// The sessions that an effect ends at all nodes. Nil: none.
    static func ofSessions(endedBy effect: ChatEffect) -> (UserID, SessionSelection, SeatLoss)? {
        switch effect {
        case .accountEnded(let user): (user, SessionSelection(), .accountEnded)
        case .kicked(let user, let selection, let reason): (user, selection, .byAdministrator(reason))
        default: nil
        }
    }
}
