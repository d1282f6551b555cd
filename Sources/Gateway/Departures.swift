import Domain
import EventLoop
import Locking

/// Users whose sessions have ended a moment ago: they are told to be away later, unless they are back by then.
final class Departures: Sendable {
    struct Departure: Sendable {
        let account: Int64
        let user: UserID
        let platform: Platform
        /// Milliseconds since 1970.
        let moment: Int64
        /// On the monotonic clock, in nanoseconds.
        fileprivate let due: Int64

        fileprivate var place: Place { Place(account: account, platform: platform) }
    }

    fileprivate struct Place: Hashable {
        let account: Int64
        let platform: Platform
    }

    private struct State {
        /// In the order in which they are due.
        var waiting: [Departure] = []
        var next = 0
        /// Of those that wait, the last one from each place.
        var moments: [Place: Int64] = [:]
    }

    private let state = Lock(State())
    private let delay: Int64

    init(delayMilliseconds: Int) {
        delay = Int64(delayMilliseconds) * 1_000_000
    }

    func note(_ account: Int64, _ user: UserID, from platform: Platform, at moment: Int64) {
        let due = Clock.monotonicNanoseconds + delay
        let departure = Departure(account: account, user: user, platform: platform, moment: moment, due: due)
        state.withLock { state in
            state.waiting.append(departure)
            state.moments[departure.place] = moment
        }
    }

    /// When the last of the user's sessions that have ended did, if that was a moment ago.
    func moment(of account: Int64) -> Int64? {
        state.withLock { state in
            Platform.allCases.compactMap { state.moments[Place(account: account, platform: $0)] }.max()
        }
    }

    /// Those that are due by then, each place once, with the moment of the last.
    func take(dueBy now: Int64) -> [Departure] {
        state.withLock { state in
            var due: [Departure] = []
            while state.next < state.waiting.count, state.waiting[state.next].due <= now {
                let departure = state.waiting[state.next]
                state.next += 1
                // One that left again later waits for that.
                if state.moments[departure.place] == departure.moment {
                    state.moments[departure.place] = nil
                    due.append(departure)
                }
            }
            // Never more than as many again.
            if state.next * 2 >= state.waiting.count {
                state.waiting.removeFirst(state.next)
                state.next = 0
            }
            return due
        }
    }
}
