import Locking

/// First in, first out, from any thread to threads that sleep while it is empty.
final class BoundedQueue<Element: Sendable>: Sendable {
    private struct State {
        /// Those before `head` have been taken.
        var elements: [Element?] = []
        var head = 0
        var isClosed = false

        var count: Int { elements.count - head }

        mutating func take(upTo limit: Int) -> [Element] {
            let end = head + min(limit, count)
            var taken: [Element] = []
            taken.reserveCapacity(end - head)
            while head < end {
                // Nothing stays alive because it once waited here.
                if let element = elements[head].take() { taken.append(element) }
                head += 1
            }
            if head == elements.count {
                elements.removeAll(keepingCapacity: true)
                head = 0
            } else if head > elements.count / 2 {
                elements.removeFirst(head)
                head = 0
            }
            return taken
        }
    }

    enum Refusal {
        case full, closed
    }

    private let state = Monitor(State())
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { state.withLock { $0.count } }

    /// Nil: it was taken.
    func post(_ element: Element) -> Refusal? {
        post(CollectionOfOne(element)).refusal
    }

    /// In one go: nobody sees some of them before the others. Says how many were taken, and what became of the rest.
    func post(_ elements: some Collection<Element>) -> (taken: Int, refusal: Refusal?) {
        let (taken, refusal): (Int, Refusal?) = state.withLock { state in
            if state.isClosed { return (0, .closed) }
            let taken = elements.prefix(max(limit - state.count, 0))
            state.elements += taken.lazy.map { $0 }
            return (taken.count, taken.count < elements.count ? .full : nil)
        }
        if taken > 0 { state.wakeOne() }
        return (taken, refusal)
    }

    /// What is there now.
    func take(upTo limit: Int) -> [Element] {
        state.withLock { $0.take(upTo: limit) }
    }

    /// Sleeps while it is empty. Nil when it was closed and nothing is left; empty at the deadline, in monotonic
    /// nanoseconds.
    func wait(upTo limit: Int, until deadline: Int64? = nil) -> [Element]? {
        let found: [Element]?? = state.wait(until: deadline) { state in
            if state.count > 0 { return .some(state.take(upTo: limit)) }
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
