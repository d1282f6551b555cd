import Commands
import Gateway
import Settings
import Storage

extension Command {
    static let clusterFound = Command(
        "cluster found", "Begins a cluster with the store of a gateway that ran alone.",
        flags: [.config],
        notes: """
            The gateway is to be stopped, and cluster.node, cluster.name and cluster.database to be set as it will have them.
            The database's log is to be empty. It takes a moment, however large the store is: when the gateway starts as a
            node, it leads, and sends a copy of its store to the database, which other nodes begin with.

            """
    ) { invocation in
        let configuration = try invocation.configuration()
        let path = configuration.data.directory
        let directory = try DataDirectory.existing(path)
        defer { directory.release() }
        do throws(StoreError) {
            try ClusterFounding.run(directory, configuration.cluster)
        } catch {
            throw CommandFailure(reason: error.message)
        }
        say("The cluster \(configuration.cluster.name) begins with the store in \(path).\n")
        return ExitCode.success
    }

    static let clusterLeave = Command(
        "cluster leave", "Takes the store out of its cluster, so that a gateway may run on it alone.",
        flags: [.config],
        notes: """
            The node is to be stopped. Its store keeps what it has applied until then; what other nodes write from then on
            it does not hear of, and it cannot come back: a node that joins begins with an empty data.directory.

            """
    ) { invocation in
        let path = try invocation.configuration().data.directory
        let directory = try DataDirectory.existing(path)
        defer { directory.release() }
        do throws(StoreError) {
            try ClusterLeaving.run(directory)
        } catch {
            throw CommandFailure(reason: error.message)
        }
        say("The store in \(path) is out of its cluster.\n")
        return ExitCode.success
    }
}
