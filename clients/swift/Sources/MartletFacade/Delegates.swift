import Dispatch

/// Objects that are told of events, each on its queue. They are not kept alive.
package final class Delegates<Delegate>: Sendable {
    private final class Entry: @unchecked Sendable {
        let delegate: Weak<Delegate>
        let queue: DispatchQueue

        init(_ delegate: Delegate, _ queue: DispatchQueue) {
            self.delegate = Weak(delegate)
            self.queue = queue
        }

        func isOf(_ delegate: Delegate) -> Bool { self.delegate.value as AnyObject === delegate as AnyObject }
    }

    private let entries = Guarded<[Entry]>([])

    package init() {}

    /// One that was added before is told on this queue from now on.
    package func add(_ delegate: Delegate, queue: DispatchQueue) {
        let entry = Entry(delegate, queue)
        entries.with { entries in
            entries.removeAll { $0.delegate.value == nil || $0.isOf(delegate) }
            entries.append(entry)
        }
    }

    /// It is told nothing after this, if this is called on its queue.
    package func remove(_ delegate: Delegate) {
        entries.with { $0.removeAll { $0.delegate.value == nil || $0.isOf(delegate) } }
    }

    package func tell(_ event: @escaping @Sendable (Delegate) -> Void) {
        for entry in entries.with({ $0 }) {
            entry.queue.async { [entries] in
                let isThere = entries.with { $0.contains { $0 === entry } }
                if isThere, let delegate = entry.delegate.value { event(delegate) }
            }
        }
    }
}

/// Calls a method of a delegate. On Apple's systems the delegate may not have it.
package func call<each Argument>(_ method: ((repeat each Argument) -> Void)?, _ arguments: repeat each Argument) {
    method?(repeat each arguments)
}
