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
        "cluster leave", "Takes the store out of its cluster, so that a gateway may run on it alone, and nobody else.",
        flags: [.config, .withoutDatabase, .loseNewer],
        notes: """
            All nodes are to be stopped. The cluster's log ends with a record that this node has left: each other node stops
            when it reads that, and cannot go on with what it has. So this one needs all that the log has. It may be run
            again after an interruption.

            """
    ) { invocation in
        let configuration = try invocation.configuration()
        let (path, name) = (configuration.data.directory, configuration.cluster.name)
        let directory = try DataDirectory.existing(path)
        defer { directory.release() }
        let isAlone = invocation.has(.withoutDatabase)
        do throws(StoreError) {
            if isAlone {
                try ClusterLeaving.runWithoutDatabase(directory)
            } else {
                try ClusterLeaving.run(
                    directory, configuration.cluster, losesNewer: invocation.has(.loseNewer))
            }
        } catch {
            throw CommandFailure(reason: error.message)
        }
        if isAlone {
            say(
                """
                The store in \(path) is out of its cluster. The log in the database does not say so.
                Never start these again, or two gateways have the same users, and both acknowledge what they write:
                - every other node of the cluster \(name), with the data.directory that it has: empty that now;
                - every copy of such a directory, and every backup of a node's store, as a node.
                Once the database can be reached: DROP SCHEMA martlet CASCADE.

                """)
        } else {
            say("The log of the cluster \(name) has ended: its other nodes stop when they read that.\n")
            say(
                "The store in \(path) is out of the cluster. Take cluster.node out of the configuration, and start it.\n"
            )
        }
        return ExitCode.success
    }
}

extension Flag {
    fileprivate static let withoutDatabase = Flag(
        "without-database", nil, "Leaves without a word to the log. Says what must never be started again.")
    fileprivate static let loseNewer = Flag(
        "lose-newer", nil, "Leaves also if the log has records that this store lacks. They are lost.")
}
