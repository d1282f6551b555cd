import Locking

/// First in, first out, from any thread to threads that sleep while it is empty.
final class BoundedQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isClosed = false

        mutating func take(upTo limit: Int) -> [Element] {
            if elements.count <= limit {
                defer { elements = [] }
                return elements
            }
            defer { elements.removeFirst(limit) }
            return Array(elements[..<limit])
        }
    }

    enum Rejection {
        case full, closed
    }

    private let state = Monitor(State())
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { state.withLock { $0.elements.count } }

    /// Nil: it was taken.
    func post(_ element: Element) -> Rejection? {
        post(CollectionOfOne(element)).rejection
    }

    /// In one go: nobody sees some of them before the others. Says how many were taken, and what became of the rest.
    func post(_ elements: some Collection<Element>) -> (taken: Int, rejection: Rejection?) {
        let (taken, rejection): (Int, Rejection?) = state.withLock { state in
            if state.isClosed { return (0, .closed) }
            let taken = elements.prefix(max(limit - state.elements.count, 0))
            state.elements += taken
            return (taken.count, taken.count < elements.count ? .full : nil)
        }
        if taken > 0 { state.wakeOne() }
        return (taken, rejection)
    }

    /// Takes the elements that are there now.
    func take(upTo limit: Int) -> [Element] {
        state.withLock { $0.take(upTo: limit) }
    }

    /// Sleeps while it is empty. Nil when it was closed and nothing is left; empty at the deadline, in monotonic
    /// nanoseconds.
    func wait(upTo limit: Int, until deadline: Int64? = nil) -> [Element]? {
        let found: [Element]?? = state.wait(until: deadline) { state in
            if state.elements.count > 0 { return .some(state.take(upTo: limit)) }
            return state.isClosed ? .some(nil) : nil
        }
        return found ?? []
    }

    /// No more is taken; what is in it is still handed out.
    func close() {
        state.withLock { $0.isClosed = true }
        state.wakeAll()
    }
}
