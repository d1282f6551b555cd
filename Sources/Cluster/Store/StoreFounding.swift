import Storage

/// Makes the store of a gateway that ran alone the first one of a cluster: the cluster's log begins with it. Nodes that
/// begin with an empty store have another history, and take a snapshot.
package struct StoreFounding {
    private let directory: DataDirectory
    private let log: any ClusterLog

    package init(_ directory: DataDirectory, at log: any ClusterLog) {
        self.directory = directory
        self.log = log
    }

    /// It may be run again, whatever has interrupted it: first the store says which beginning of a log is its own, and then
    /// the log has that beginning.
    package func run() throws(StoreError) {
        var beginning: RunningDigest?
        var isFirst = false
        try ReplicatedStore.found(directory) { former throws(StoreError) in
            let state = try former.map { bytes throws(StoreError) in try StoredState(bytes) }
            if let state, !state.isFounding {
                throw StoreError(.broken, "the store is a node's of a cluster already")
            }
            isFirst = state == nil
            let founding = state ?? StoredState(founding: .random())
            beginning = founding.place.digest
            return founding.bytes
        }
        guard let beginning else { preconditionFailure("a store was founded without a beginning") }
        do throws(LogError) {
            try log.found(beginning)
        } catch {
            // The log has not taken it, and will not: the store is as it was.
            if case .refused = error, isFirst { try ReplicatedStore.leave(directory, dropping: []) }
            throw StoreError(.broken, error.description)
        }
    }
}

extension RunningDigest {
    fileprivate static func random() -> RunningDigest {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        guard let digest = RunningDigest(bytes) else { preconditionFailure("a digest has \(size) bytes") }
        return digest
    }
}
