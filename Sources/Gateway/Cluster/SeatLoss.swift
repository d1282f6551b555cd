import Cluster
import Domain

/// Why a seat was taken from a session, as a record has it; empty bytes: the session has ended by itself.
enum SeatLoss: Sendable {
    case replaced(LoginPolicy.Reason, by: Kick.Successor)
    /// Another session of the user has ended it.
    case closedByUser

    private static let closing = "closedByUser"

    var kick: Kick {
        switch self {
        case .replaced(let reason, let successor): .replaced(reason, by: successor)
        case .closedByUser: .closedByUser
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
        }
        return writer.bytes
    }

    init(_ bytes: [UInt8]) throws(RecordError) {
        var reader = RecordReader(bytes)
        let word = try reader.text()
        if word == Self.closing {
            self = .closedByUser
        } else {
            guard let reason = LoginPolicy.Reason(rawValue: word) else { throw reader.damage }
            self = .replaced(
                reason, by: Kick.Successor(device: try reader.text(), platform: try reader.platform()))
        }
    }
}
