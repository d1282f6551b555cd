import Commands
import Gateway
import Settings
import Storage

extension Command {
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
