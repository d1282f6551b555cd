import Locking

/// The pushes that a provider client has: filled from anywhere, emptied on its own queue.
final class InFlightQueue: Sendable {
    private struct State {
        var waiting: [PushRequest] = []
        var underWay = 0
        /// How many it may have; fewer while the provider rests.
        var ceiling: Int
        var isClosed = false
        var isExhausted = false
        /// That the loop is to go on with.
        var nextProvider: Provider?

        var room: Int { isClosed ? 0 : max(0, ceiling - waiting.count - underWay) }
    }

    private let state: Lock<State>
    private let size: Int

    init(size: Int) {
        self.size = size
        state = Lock(State(ceiling: size))
    }

    var room: Int { state.withLock { $0.room } }

    /// The size holds even when the provider began to rest since the room was looked at.
    func put(_ pushRequests: [PushRequest]) {
        state.withLock { state in
            let count = state.waiting.count + state.underWay + pushRequests.count
            precondition(count <= size, "\(count) pushes for a provider client who takes \(size)")
            state.waiting += pushRequests
        }
    }

    /// They are under way until they are settled. Nil once it is closed.
    func take(upTo limit: Int) -> [PushRequest]? {
        state.withLock { state in
            if state.isClosed { return nil }
            let taken = Array(state.waiting.prefix(limit))
            state.waiting.removeFirst(taken.count)
            state.underWay += taken.count
            return taken
        }
    }

    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Whether there is room now, and was none.
    func settle(_ count: Int, ceiling: Int) -> Bool {
        state.withLock { state in
            let hadRoom = state.room > 0
            state.underWay -= count
            state.ceiling = min(ceiling, size)
            return !hadRoom && state.room > 0
        }
    }

    func put(_ provider: Provider) {
        state.withLock { $0.nextProvider = provider }
    }

    func takeProvider() -> Provider? {
        state.withLock { state in
            defer { state.nextProvider = nil }
            return state.nextProvider
        }
    }

    var isExhausted: Bool {
        get { state.withLock { $0.isExhausted } }
        set { state.withLock { $0.isExhausted = newValue } }
    }

    func close() {
        state.withLock { $0.isClosed = true }
    }
}
