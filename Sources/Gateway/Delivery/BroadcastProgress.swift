import Domain
import Locking

/// How far this process has come with the broadcasts that came in its time. The shards write, and whoever asks reads.
final class BroadcastProgress: Sendable {
    struct Count {
        /// Sessions that have been told.
        fileprivate(set) var told = 0
        /// Sessions that were open when it came.
        fileprivate(set) var of = 0
        /// Shards that have not told all of theirs.
        fileprivate var shards: Int

        var isTelling: Bool { shards > 0 }
    }

    private let shards: Int
    private let counts = Lock<[Seq: Count]>([:])

    init(shards: Int) { self.shards = shards }

    /// A shard has this many to tell.
    func begin(_ seq: Seq, sessions: Int) {
        counts.withLock { [shards] counts in
            counts[seq, default: Count(shards: shards)].of += sessions
            counts[seq - mostKnown] = nil
        }
    }

    func tell(_ seq: Seq, sessions: Int) {
        counts.withLock { $0[seq]?.told += sessions }
    }

    /// A shard is done with it.
    func end(_ seq: Seq) {
        counts.withLock { $0[seq]?.shards -= 1 }
    }

    /// Nil: it came before this process was there, or long ago.
    func count(of seq: Seq) -> Count? { counts.withLock { $0[seq] } }
}

private let mostKnown: Int64 = 1_000
