import Cluster

/// The first node was used alone before there was a log, which begins with its store.
struct Founding {
    private let state: StoredState

    init(_ world: World) {
        var digest = LogPlace.beginning(of: "simulated").digest
        if !world.options.modelFaults.contains(.foundsWithoutHistory) {
            digest = digest.followed(by: [UInt8](repeating: 1, count: 4), at: Position(0))
        }
        state = StoredState(founding: digest)
        world.database.found(digest)
    }

    /// What the first node has by then. A stamp of before is behind all that follow.
    func store(_ world: World) -> ModelStore {
        var rows = ModelRows()
        rows.set(.value, "before", [1_690_000_000])
        rows.set(.clock, "stamp", [1_690_000_000])
        return ModelStore(state, rows, bias: 0, faults: world.options.modelFaults)
    }
}
