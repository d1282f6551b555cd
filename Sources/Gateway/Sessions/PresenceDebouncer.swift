import Domain
import EventLoop
import Locking

/// A session that has ended, and with it perhaps its user's being there on that platform.
struct Departure: Sendable {
    let account: AccountNumber
    let user: UserID
    let platform: Platform
    /// By the gateway's clock.
    let moment: Milliseconds

    init(_ account: AccountNumber, _ user: UserID, _ platform: Platform, at moment: Milliseconds) {
        self.account = account
        self.user = user
        self.platform = platform
        self.moment = moment
    }

    fileprivate var key: PresenceDebouncer.PlatformKey {
        PresenceDebouncer.PlatformKey(account: account, platform: platform)
    }
}

/// Users whose sessions have ended a moment ago: they are told to be away later, unless they are back by then.
final class PresenceDebouncer: Sendable {
    fileprivate struct PlatformKey: Hashable {
        let account: AccountNumber
        let platform: Platform
    }

    private struct Waiting {
        let departure: Departure
        /// On the monotonic clock, in nanoseconds.
        let due: Int64
    }

    private struct State {
        /// In the order in which they came, which is about that in which they are due.
        var waiting: [Waiting] = []
        var next = 0
        /// Of those that wait, the last one from each place.
        var moments: [PlatformKey: Milliseconds] = [:]
        /// Told of the first that waits.
        var wake: @Sendable () -> Void = {}

        mutating func add(_ departure: Departure, due: Int64) {
            waiting.append(Waiting(departure: departure, due: due))
            moments[departure.key] = departure.moment
        }
    }

    private let state = Lock(State())
    private let delay: Int64

    init(delayMilliseconds: Int) {
        delay = Int64(delayMilliseconds) * 1_000_000
    }

    /// From now on `wake` is called when there is something to take some day, and was nothing.
    func start(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    /// When there is something to take, in monotonic nanoseconds; never as long as nobody leaves.
    var nextDue: Int64 {
        state.withLock { $0.next < $0.waiting.count ? $0.waiting[$0.next].due : .max }
    }

    func note(_ departure: Departure) {
        add(departure, due: Clock.monotonicNanoseconds + delay) { _ in true }
    }

    /// The store has not taken it. A later one from the same place will do as well.
    func noteAgain(_ departure: Departure) {
        add(departure, due: Clock.monotonicNanoseconds + max(delay, pause)) { $0.moments[departure.key] == nil }
    }

    private func add(_ departure: Departure, due: Int64, if isWanted: (State) -> Bool) {
        let wake: (@Sendable () -> Void)? = state.withLock { state in
            guard isWanted(state) else { return nil }
            state.add(departure, due: due)
            return state.waiting.count - state.next == 1 ? state.wake : nil
        }
        wake?()
    }

    /// Those that are due by then, each place once, with the moment of the last.
    func take(dueBy now: Int64) -> [Departure] {
        state.withLock { state in
            var due: [Departure] = []
            while state.next < state.waiting.count, state.waiting[state.next].due <= now {
                let departure = state.waiting[state.next].departure
                state.next += 1
                // One that left again later waits for that.
                if state.moments[departure.key] == departure.moment {
                    state.moments[departure.key] = nil
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

/// How long after the store has failed it is asked again, in nanoseconds.
private let pause: Int64 = 1_000_000_000
