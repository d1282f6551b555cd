import Domain
import EventLoop
import Locking

/// Users whose sessions have ended a moment ago: they are told to be away later, unless they are back by then.
final class Departures: Sendable {
    struct Departure: Sendable {
        let account: Int64
        let user: UserID
        /// Milliseconds since 1970.
        let moment: Int64
        /// On the monotonic clock, in nanoseconds.
        fileprivate let due: Int64
    }

    private struct State {
        /// In the order in which they are due.
        var waiting: [Departure] = []
        var next = 0
        /// The last one of each user that waits.
        var moments: [Int64: Int64] = [:]
    }

    private let state = Lock(State())
    private let delay: Int64

    init(delayMilliseconds: Int) {
        delay = Int64(delayMilliseconds) * 1_000_000
    }

    func note(_ account: Int64, _ user: UserID, at moment: Int64) {
        let due = Clock.monotonicNanoseconds + delay
        state.withLock { state in
            state.waiting.append(Departure(account: account, user: user, moment: moment, due: due))
            state.moments[account] = moment
        }
    }

    /// When the user's last session has ended, if that was a moment ago.
    func moment(of account: Int64) -> Int64? {
        state.withLock { $0.moments[account] }
    }

    /// Those that are due, each user once, with the moment of the last.
    func takeDue() -> [Departure] {
        let now = Clock.monotonicNanoseconds
        return state.withLock { state in
            var due: [Departure] = []
            while state.next < state.waiting.count, state.waiting[state.next].due <= now {
                let departure = state.waiting[state.next]
                state.next += 1
                // One that left again later waits for that.
                if state.moments[departure.account] == departure.moment {
                    state.moments[departure.account] = nil
                    due.append(departure)
                }
            }
            if state.next == state.waiting.count {
                state.waiting.removeAll(keepingCapacity: true)
                state.next = 0
            }
            return due
        }
    }
}
