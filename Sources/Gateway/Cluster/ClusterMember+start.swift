import Chat
import Cluster
import Domain
import Security
import Settings
import Storage
import Telemetry

extension ClusterMember {
    /// Opens the store in `directory`, and takes part in the cluster from now on. `nil`: the gateway runs alone.
    ///
    /// Returns beside it what this node's own digests of requests are made with.
    static func start(
        in directory: DataDirectory, _ seats: SeatBook, _ callerChanges: CallerChanges,
        _ surroundings: ClusterService.Surroundings
    ) throws(StoreError) -> (ClusterMember, DigestKey)? {
        let settings = surroundings.configuration.cluster
        guard let name = settings.node, let database = settings.database else { return nil }
        var options = PostgresLogOptions(address: database, cluster: settings.name)
        options.leaseMilliseconds = Int64(settings.leaseMilliseconds)
        let log = options
        surroundings.readiness.raise(.cluster, "the node has not found its cluster yet")
        let store = try NodeStore(
            directory, migrations: Schema.migrations, tables: SeatTable.tables, cluster: settings.name)
        let digestKey: DigestKey
        do throws(StoreError) {
            try refuseIfUsedAlone(store)
            digestKey = try Self.digestKey(of: store, surroundings.chatOptions)
        } catch {
            store.close()
            throw error
        }
        let (jobs, awaited) = (LeaderJobs(), AwaitedReplies())
        let service = ClusterService(surroundings, jobs, awaited, seats, callerChanges)
        let links = PostgresLinks(log)
        let host = NodeHost(
            name: name, store, service, links: links, options: NodeOptions(leaseMilliseconds: log.leaseMilliseconds)
        ) { () throws(LogError) -> any ClusterLog in
            try PostgresLog(log)
        }
        return (ClusterMember(host, links, jobs, awaited, seats), digestKey)
    }

    /// What such a store has is in no record, and other nodes would never have it.
    private static func refuseIfUsedAlone(_ store: NodeStore) throws(StoreError) {
        guard store.state.place.position == Position(0) else { return }
        var isUsed = false
        try store.reading.query("SELECT 1 FROM account LIMIT 1") { _ in isUsed = true }
        if isUsed {
            throw StoreError(
                .broken, "a gateway that ran alone has used it; a node of a cluster begins with an empty one")
        }
    }

    private static func digestKey(
        of store: NodeStore, _ options: ChatOptions
    ) throws(StoreError) -> DigestKey {
        try ChatState(options, store: store.reading) { 0 }.work.digestKey
    }
}

extension NodeOptions {
    /// All times as the lease has them.
    fileprivate init(leaseMilliseconds: Int64) {
        self.init()
        self.leaseMilliseconds = leaseMilliseconds
        renewalMilliseconds = leaseMilliseconds / 5
        memberMilliseconds = max(leaseMilliseconds * 2, 4_000)
    }
}

/// A node's way out of its cluster.
package enum ClusterLeaving {
    /// While it is stopped. What its store has stays, for a gateway that runs alone.
    package static func run(_ directory: DataDirectory) throws(StoreError) {
        try ReplicatedStore.leave(directory, dropping: SeatTable.ends)
    }
}
