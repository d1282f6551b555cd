import Locking

/// First in, first out, from any thread to a few workers. A worker that finds nothing left is woken by what comes next.
final class BoundedQueue<Element: Sendable>: Sendable {
    typealias WakeUp = @Sendable () -> Void

    private struct State {
        var elements: [Element] = []
        var isClosed = false
        var wakeUps: [WakeUp] = []
        /// The workers that have nothing to do; who rested last is woken first.
        var idle: [Int] = []

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

    private let state = Lock(State())
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
        let (taken, rejection, wakeUp): (Int, Rejection?, WakeUp?) = state.withLock { state in
            if state.isClosed { return (0, .closed, nil) }
            let taken = elements.prefix(max(limit - state.elements.count, 0))
            state.elements += taken
            let woken = taken.isEmpty ? nil : state.idle.popLast()
            return (taken.count, taken.count < elements.count ? .full : nil, woken.map { state.wakeUps[$0] })
        }
        wakeUp?()
        return (taken, rejection)
    }

    /// Workers are numbered from 0, in this order. A new one counts as idle.
    func addWorker(_ wakeUp: @escaping WakeUp) {
        state.withLock { state in
            state.idle.append(state.wakeUps.count)
            state.wakeUps.append(wakeUp)
        }
    }

    /// Takes the elements that are there now.
    func take(upTo limit: Int) -> [Element] {
        state.withLock { $0.take(upTo: limit) }
    }

    /// The same for a worker; it is idle from here on if there is nothing.
    func take(upTo limit: Int, by worker: Int) -> [Element] {
        state.withLock { state in
            let taken = state.take(upTo: limit)
            if taken.isEmpty, !state.idle.contains(worker) { state.idle.append(worker) }
            return taken
        }
    }

    /// No more is taken; what is in it is still handed out. False: it was closed before.
    @discardableResult
    func close() -> Bool {
        state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
    }
}
