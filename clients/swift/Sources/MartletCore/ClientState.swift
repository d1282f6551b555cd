/// How the client's connection is.
public enum ClientState: Sendable, Equatable {
    /// Not started, or stopped by the application.
    case stopped
    /// A connection is made and the session opened.
    case connecting
    /// The session is open. `clockOffset` is how many milliseconds the gateway's clock is ahead of this one.
    case open(session: String, clockOffset: Int)
    /// The next attempt is at `retryAt`, by this device's clock.
    case waiting(retryAt: Int, reason: MartletError)
    /// The client does not come back by itself. `kick` is what `session.kicked` said, if it came.
    case ended(reason: MartletError, kick: JSON?)

    public var name: String {
        switch self {
        case .stopped: "stopped"
        case .connecting: "connecting"
        case .open: "open"
        case .waiting: "waiting"
        case .ended: "ended"
        }
    }

    public var isOpen: Bool { clockOffset != nil }

    var clockOffset: Int? {
        guard case .open(_, let clockOffset) = self else { return nil }
        return clockOffset
    }

    /// The client does nothing until it is told to connect.
    var isOver: Bool {
        switch self {
        case .stopped, .ended: true
        case .connecting, .open, .waiting: false
        }
    }
}
