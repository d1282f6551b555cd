import EventLoop
import Locking
import Synchronization
import Transport

/// The shards that want to hear of the next commit. Each is told once, and asks again.
final class CommitWaiters: Sendable {
    private let node: Node<ShardGateway>
    private let shards = Lock<Set<Int>>([])
    /// For the writer, which has mostly nobody to tell.
    private let isAwaited = Atomic(false)

    init(_ node: Node<ShardGateway>) {
        self.node = node
    }

    /// Has the next commit wake the shard. The shard reads the store after this call, so it misses no commit: either
    /// the read sees it, or it wakes the shard.
    func await(shard: Int) {
        shards.withLock { _ = $0.insert(shard) }
        isAwaited.store(true, ordering: .releasing)
    }

    /// Something was committed.
    func wake() {
        guard isAwaited.load(ordering: .acquiring), isAwaited.exchange(false, ordering: .acquiringAndReleasing) else {
            return
        }
        let awaiting = shards.withLock { shards in
            defer { shards = [] }
            return shards
        }
        for shard in awaiting { node.mailboxes[shard].post { $0.eventStreams.wake() } }
    }
}
