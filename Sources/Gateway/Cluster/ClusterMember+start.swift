import Bytes
import Chat
import Cluster
import Domain
import Meters
import Security
import Settings
import Storage
import Telemetry

extension ClusterMember {
    /// Opens the store in `directory`, and takes part in the cluster from now on. `nil`: the gateway runs alone.
    ///
    /// Returns beside it what this node's own digests of requests are made with.
    static func start(
        in directory: DataDirectory, _ seats: SeatBook, _ callerChanges: CallerChanges, _ metrics: ClusterMetrics?,
        _ surroundings: ClusterService.Surroundings
    ) throws(StoreError) -> (ClusterMember, DigestKey)? {
        let settings = surroundings.configuration.cluster
        guard let name = settings.node, let database = settings.database, let metrics else { return nil }
        var options = PostgresLogOptions(address: database, cluster: settings.name)
        options.leaseMilliseconds = Int64(settings.leaseMilliseconds)
        let log = options
        surroundings.readiness.raise(.cluster, ClusterService.notFound)
        if try ReplicatedStore.isUsedAlone(directory) {
            // It is in no record, and other nodes would never have it.
            throw StoreError(
                .broken,
                "a gateway that ran alone has used it: a node joins with an empty one, and `martlet cluster found` begins a "
                    + "cluster with this one")
        }
        try directory.requireNode(name)
        let store = try NodeStore(
            directory, migrations: Schema.migrations, tables: SeatTable.tables, cluster: settings.name)
        let digestKey: DigestKey
        do throws(StoreError) {
            digestKey = try Self.digestKey(of: store, surroundings.chatOptions)
        } catch {
            store.close()
            throw error
        }
        let (jobs, awaited) = (LeaderJobs(), AwaitedReplies())
        let positions = AppliedPosition(surroundings.node, at: store.state.place.position.number)
        let service = ClusterService(surroundings, jobs, awaited, seats, callerChanges, positions)
        let links = PostgresLinks(log)
        let host = NodeHost(
            name: name, store, service, links: links, options: NodeOptions(surroundings.configuration),
            log: { () throws(LogError) -> any ClusterLog in try PostgresLog(log) },
            onAppend: { metrics.appends.observe(nanoseconds: $0) })
        let member = ClusterMember(host, links, jobs, awaited, positions, of: settings.name) {
            [rooms = surroundings.rooms, node = surroundings.node] event in
            StreamedMessages.take(event, at: node) || rooms?.take(event) ?? false
        }
        return (member, digestKey)
    }

    private static func digestKey(
        of store: NodeStore, _ options: ChatOptions
    ) throws(StoreError) -> DigestKey {
        try ChatState(options, store: store.reading) { 0 }.work.digestKey
    }
}

extension NodeOptions {
    /// All times as the lease has them.
    fileprivate init(_ configuration: Configuration) {
        self.init()
        leaseMilliseconds = Int64(configuration.cluster.leaseMilliseconds)
        renewalMilliseconds = leaseMilliseconds / 5
        memberMilliseconds = max(leaseMilliseconds * 2, 4_000)
        build.version = Build.version
        build.rules = configuration.rules
        build.migrations = Schema.migrations.last
    }
}

extension Configuration {
    /// The same at two nodes that carry out requests by the same rules.
    fileprivate var rules: String {
        let settings = sections.filter { ruleSections.contains($0.name) }.flatMap(\.settings)
        let texts = settings.filter { $0.path != "push.authorities" }.map { "\($0.path)=\($0.value)" }
        return Base64.url.encode(Digest.sha256(texts.joined(separator: "\n")).prefix(12))
    }
}

/// The sections that decide what a request leads to.
private let ruleSections: Set = [
    "requests", "sessions", "accounts", "messages", "conversations", "streams", "profiles", "friends", "groups",
    "channels", "broadcasts", "rooms", "calls", "moderation", "hosting", "subscriptions", "push", "audit", "media",
]

/// The way of a gateway that ran alone to being the first node of a cluster.
package enum ClusterFounding {
    /// While it is stopped. Its store stays as it is, and the cluster's log begins with it.
    package static func run(_ directory: DataDirectory, _ cluster: Configuration.Cluster) throws(StoreError) {
        guard cluster.node != nil, let database = cluster.database else {
            throw StoreError(.broken, "cluster.node and cluster.database are to be set as the gateway will have them")
        }
        let log: PostgresLog
        do throws(LogError) {
            log = try PostgresLog(PostgresLogOptions(address: database, cluster: cluster.name))
        } catch {
            throw StoreError(.broken, error.description)
        }
        try StoreFounding(directory, at: log).run()
    }
}

/// A node's way out of its cluster, for a gateway that runs alone with all that the store has. The node is stopped.
package enum ClusterLeaving {
    /// With the last record of the cluster's log, so that no other node goes on.
    package static func run(
        _ directory: DataDirectory, _ cluster: Configuration.Cluster, losesNewer: Bool
    ) throws(StoreError) {
        guard let node = cluster.node, let database = cluster.database else {
            throw StoreError(
                .broken,
                "cluster.node and cluster.database are to be as the node has had them; or add --without-database, and see to it "
                    + "that no other node starts again")
        }
        try directory.requireNode(node)
        let log: PostgresLog
        do throws(LogError) {
            log = try PostgresLog(PostgresLogOptions(address: database, cluster: cluster.name))
        } catch {
            throw StoreError(.broken, error.description)
        }
        let leaving = StoreLeaving(
            directory, of: node, dropping: SeatTable.ends, at: log, leaseMilliseconds: Int64(cluster.leaseMilliseconds))
        try leaving.run(cluster: cluster.name, losesNewer: losesNewer)
        try directory.removeNodeName()
    }

    /// The log does not hear of it, so the operator keeps other nodes from going on.
    package static func runWithoutDatabase(_ directory: DataDirectory) throws(StoreError) {
        try ReplicatedStore.leave(directory, dropping: SeatTable.ends)
        try directory.removeNodeName()
    }
}

extension DataDirectory {
    /// From now on the directory is that node's.
    fileprivate func requireNode(_ name: String) throws(StoreError) {
        guard let known = try nodeName() else { return try setNodeName(name) }
        if known != name {
            throw StoreError(
                .broken,
                "it is the node \(known)'s, and cluster.node is \(name): a node begins with an empty data.directory; to give "
                    + "this one another name, remove the file `node` in it")
        }
    }
}
