/// How much a store takes on at once.
package struct StoreOptions: Sendable {
    /// Queues that read, each with a connection of its own.
    package var readers = 2
    /// Writes that may wait; one more is refused.
    package var pendingWrites = 20_000
    package var pendingReads = 2_000
    /// A batch takes no more operations than this …
    package var batchOperations = 1_000
    /// … and none that arrive later than this after it began.
    package var batchMicroseconds = 1_000
    /// How often a store that could not be written to is tried again.
    package var probeMilliseconds = 1_000

    /// Told on the writer's queue of every batch that was committed: how many operations it had, and how long it took.
    package var onBatch: @Sendable (_ operations: Int, _ nanoseconds: Int) -> Void = { _, _ in }

    /// Told on the store's threads of each job that met a row which is not as it was written.
    package var onDamage: @Sendable (StoreError) -> Void = { _ in }

    package init() {}
}
