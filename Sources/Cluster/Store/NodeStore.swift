import Storage

/// The store of a node: what the log's records say, up to one of them.
package final class NodeStore {
    private let store: ReplicatedStore
    package let directory: DataDirectory
    private let cluster: String
    /// As of the last commit.
    package private(set) var state: StoredState

    /// `tables`: see `ReplicatedStore`.
    package init(
        _ directory: DataDirectory, migrations: Migrations, tables: [SQL] = [], cluster: String
    ) throws(StoreError) {
        store = try ReplicatedStore(directory, migrations: migrations, tables: tables)
        self.directory = directory
        self.cluster = cluster
        do throws(StoreError) {
            state = try Self.state(try store.state(), of: cluster)
        } catch {
            store.close()
            throw error
        }
    }

    private static func state(_ bytes: [UInt8]?, of cluster: String) throws(StoreError) -> StoredState {
        try bytes.map { bytes throws(StoreError) in try StoredState(bytes) } ?? StoredState(beginningOf: cluster)
    }

    package func close() { store.close() }

    /// For what only reads: as of the last commit, and within a batch as the batch has it.
    package var reading: any Transaction { store.reading }

    /// A batch is under way.
    package var isTransacting: Bool { store.isTransacting }

    // MARK: - At the leader

    /// For the batch.
    package var transaction: any Transaction { store.transaction }

    package func begin() throws(StoreError) { try store.begin() }

    /// See `ReplicatedStore.carryOut`.
    package func carryOut<Result>(_ piece: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try store.carryOut(piece)
    }

    /// See `ReplicatedStore.attempt`.
    package func attempt<Result>(_ piece: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try store.attempt(piece)
    }

    /// See `ReplicatedStore.compare`.
    package func compare() throws(StoreError) { try store.compare() }

    /// The statements by which the batch has changed the store so far.
    package var statements: ExecutedStatements { store.statements }
    package var statementCount: Int { store.statementCount }

    /// The batch has become this record.
    package func commit(_ record: Record, _ content: RecordContent) throws(StoreError) {
        let next = state.following(content, at: record.place)
        try store.commit(next.bytes)
        state = next
    }

    package func rollBack() throws(StoreError) { try store.rollBack() }

    // MARK: - At the others

    /// The record is the one behind the store's place.
    package func apply(_ record: Record, _ content: RecordContent) throws(StoreError) {
        precondition(
            record.position == state.place.position.next && record.previous == state.place.digest,
            "record \(record.place) does not follow \(state.place)")
        let next = state.following(content, at: record.place)
        try store.apply(content.entries.lazy.map(\.statements), next.bytes)
        state = next
    }

    /// See `ReplicatedStore.checkpoint`.
    package func checkpoint() throws(StoreError) -> Bool { try store.checkpoint() }

    /// Another node's store takes the place of this one.
    package func replace(with copy: StoreCopy) throws(StoreError) {
        try store.replace(with: copy)
        state = try Self.state(try store.state(), of: cluster)
    }

    package func digests() throws(StoreError) -> [TableDigest] { try store.digests() }
}

extension StoredState {
    fileprivate func following(_ content: RecordContent, at place: LogPlace) -> StoredState {
        var next = self
        next.take(content, at: place)
        return next
    }
}
