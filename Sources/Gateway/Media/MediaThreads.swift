import Dispatch
import Locking

/// The threads that wait for the disk or the other server on which media are (`media.threads`). A shard and the writer give
/// them errands, and never wait: an errand posts its result to a mailbox, or to the store.
///
/// One part of a file is a short errand, and a look at a whole file or at another server a long one. Long ones leave a thread
/// to the short ones, if there are two.
final class MediaThreads: Sendable {
    typealias Errand = @Sendable () -> Void

    enum Kind {
        case short, long
    }

    private struct Waiting {
        /// The first first.
        var short: [Errand] = []
        var long: [Errand] = []
        var busy = 0
        var busyWithLong = 0
        var isStopped = false

        mutating func next(_ mostLong: Int) -> (Errand, Kind)? {
            if !short.isEmpty { return (short.removeFirst(), .short) }
            guard !long.isEmpty, busyWithLong < mostLong else { return nil }
            busyWithLong += 1
            return (long.removeFirst(), .long)
        }
    }

    private let waiting = Lock(Waiting())
    private let count: Int
    private let mostLong: Int
    /// The most errands of a kind that wait.
    private let limit: Int
    private let queue = DispatchQueue(label: "media", attributes: .concurrent)
    private let active = DispatchGroup()

    init(_ count: Int, limit: Int = 4_096) {
        self.count = count
        mostLong = max(1, count - 1)
        self.limit = limit
    }

    /// From anywhere. False: too many wait, or the gateway ends; the errand is not carried out.
    func run(_ kind: Kind, _ errand: @escaping Errand) -> Bool {
        let (isTaken, needsThread) = waiting.withLock { waiting in
            let ahead = kind == .short ? waiting.short.count : waiting.long.count
            if waiting.isStopped || ahead >= limit { return (false, false) }
            if kind == .short { waiting.short.append(errand) } else { waiting.long.append(errand) }
            let needsThread =
                waiting.busy < count && (kind == .short || waiting.busyWithLong < mostLong)
            if needsThread { waiting.busy += 1 }
            return (true, needsThread)
        }
        if needsThread { queue.async(group: active) { [self] in work() } }
        return isTaken
    }

    var waitingCount: Int { waiting.withLock { $0.short.count + $0.long.count } }

    /// No more is taken; returns when all that was taken has been carried out. Not from an errand.
    func stop() {
        waiting.withLock { $0.isStopped = true }
        active.wait()
    }

    private func work() {
        while let (errand, kind) = next() {
            errand()
            if kind == .long { waiting.withLock { $0.busyWithLong -= 1 } }
        }
    }

    /// Nil: this thread has nothing to do.
    private func next() -> (Errand, Kind)? {
        waiting.withLock { waiting in
            let next = waiting.next(mostLong)
            if next == nil { waiting.busy -= 1 }
            return next
        }
    }
}
