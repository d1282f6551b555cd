/// The client's way on after a connection has ended, by the ranges of docs/protocol.md#closing.
enum AfterClose {
    /// Reconnect, at once if the connection had worked.
    case again
    /// Reconnect after the delay that `server.draining` gave.
    case later
    /// Get a new token, then reconnect.
    case token
    /// The session was ended on purpose, or the client is at fault.
    case never

    init(code: Int) {
        switch code {
        case 4100..<4200: self = .later
        case 4200..<4300: self = .token
        // A device that slept between the connection and its session is too late, and not at fault.
        case 4400: self = .again
        case 4300..<4500, 1000, 1002, 1003, 1007...1009: self = .never
        default: self = .again
        }
    }

    /// After `session.open` was refused.
    init(refusal: MartletError) {
        switch (refusal.system, refusal.code) {
        case ("tim", 6206), ("tim", 7003), ("tim", 70002), ("tim", 70003), ("tim", 70014): self = .token
        // The gateway cannot now, or the application's backend says no.
        case ("app", _), ("gw", 1003), ("gw", 1008), ("gw", 1009): self = .again
        default: self = .never
        }
    }
}

/// Why a session has ended of which the gateway said nothing else.
func nameOfClose(_ code: Int) -> String { code == 4403 ? "foreignOrigin" : "closed" }

/// How long to wait after so many failed attempts in a row: nothing, then 1 s, 2 s, … 60 s, at random between half
/// of it and all of it, so that clients do not come back in the same moment.
package func retryDelay(_ failures: Int, _ chance: Double) -> Int {
    guard failures > 0 else { return 0 }
    return Int(min(60_000, 1000 * Double(1 << min(failures - 1, 10))) * (0.5 + chance / 2))
}
