import Domain

/// Leaves a provider alone that has failed several times in a row, then tries it with one request.
///
/// All times are in monotonic milliseconds.
package struct Breaker: Equatable {
    private enum State: Equatable {
        case closed(failures: Int)
        case open(until: Milliseconds)
        case trying
    }

    private var state = State.closed(failures: 0)

    package init() {}

    /// How many requests may begin now, `most` if nothing speaks against it.
    func allowance(of most: Int, at now: Milliseconds) -> Int {
        switch state {
        case .closed: most
        case .open(let end): now < end ? 0 : 1
        case .trying: 0
        }
    }

    /// When the next attempt is due; nil if it waits for nothing, or for an answer.
    package var reopens: Milliseconds? {
        if case .open(let end) = state { end } else { nil }
    }

    /// Whether a request may begin now; if so, it has begun.
    package mutating func admits(at now: Milliseconds) -> Bool {
        guard allowance(of: 1, at: now) > 0 else { return false }
        if case .open = state { state = .trying }
        return true
    }

    package mutating func succeeded() {
        state = .closed(failures: 0)
    }

    mutating func failed(_ options: ProviderClientOptions, at now: Milliseconds) {
        failed(atMost: options.failures, rest: Milliseconds(options.restMilliseconds), at: now)
    }

    /// `most`: with so many failures in a row it opens.
    package mutating func failed(atMost most: Int, rest: Milliseconds, at now: Milliseconds) {
        let rested = State.open(until: now + rest)
        switch state {
        case .closed(let failures): state = failures + 1 < most ? .closed(failures: failures + 1) : rested
        // Of those that were under way when it opened.
        case .open: break
        case .trying: state = rested
        }
    }
}
