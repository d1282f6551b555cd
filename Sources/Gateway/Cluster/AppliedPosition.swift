import EventLoop
import Synchronization
import Transport

/// How far this node's store has come in the cluster's log, for requests that want it to have come so far.
final class AppliedPosition: Sendable {
    private let node: Node<ShardGateway>
    private let applied: Atomic<Int64>
    /// The lowest one that some shard waits for.
    private let awaited = Atomic(Int64.max)

    init(_ node: Node<ShardGateway>, at position: Int64) {
        self.node = node
        applied = Atomic(position)
    }

    var now: Int64 { applied.load(ordering: .sequentiallyConsistent) }

    /// Has the shards woken once the node has come to `position`. The caller reads `now` after this call, so it misses
    /// nothing: either it reads the position there, or the shards are woken.
    func await(_ position: Int64) {
        awaited.min(position, ordering: .sequentiallyConsistent)
    }

    /// On the node's queue, before anything is told of it.
    func advance(to position: Int64) {
        applied.store(position, ordering: .sequentiallyConsistent)
        guard awaited.load(ordering: .sequentiallyConsistent) <= position else { return }
        awaited.store(.max, ordering: .sequentiallyConsistent)
        node.broadcast { $0.positionCame() }
    }
}
