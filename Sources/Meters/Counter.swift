import Synchronization

/// A number that one thread writes and any thread reads: a plain load and store, no locked instruction.
package struct Counter: ~Copyable, Sendable {
    private let cell = Atomic<Int>(0)

    package init() {}

    package var value: Int { cell.load(ordering: .relaxed) }

    package func add(_ amount: Int = 1) {
        cell.store(cell.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
    }
}
