import CLinux
import Dispatch
import EventLoop
import Glibc
import Meters
import Storage
import TestSupport
import Testing

/// The delegate of a shard that never rests: a timer of the kernel's wakes it every half a millisecond.
private final class Restless: LoopDelegate {
    let loop: Loop
    private let metrics = ShardMetrics(operations: [], closeCodes: [])
    private let descriptor: Int32
    private let turns: Log<Int>
    private let number: Int

    init(_ number: Int, on queue: DispatchQueue, _ turns: Log<Int>) throws {
        self.number = number
        self.turns = turns
        loop = try Loop(on: queue, turns: metrics.turns)
        descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        let interval = timespec(tv_sec: 0, tv_nsec: 500_000)
        var times = itimerspec(it_interval: interval, it_value: interval)
        try #require(timerfd_settime(descriptor, 0, &times, nil) == 0)
        try loop.poller.add(descriptor, .input, token: 1)
    }

    func ready(token: UInt64, _ readiness: Poller.Readiness) {
        var count: UInt64 = 0
        read(descriptor, &count, 8)
        turns.add(number)
    }

    func expired(timer: Int) {}
    func delivered() {}
    func turnGoesOn() {}
    func turnEnds() {}
}

@Suite(.serialized) struct HotShardTests {
    @Test func `the store is as quick as ever beside four hot shards for each processor`() throws {
        let folder = try TemporaryFolder()
        let store = try TestStore(DataDirectory(folder.path("data")))
        store.insert(0)
        try store.settle()
        let calm = try latencies(of: store, from: 1)

        let shards = Processors.count * 4
        let (turns, running, others) = (Log<Int>(), DispatchGroup(), Log<Int>())
        let mailboxes = try (0..<shards).map { number in
            let mailbox = try Mailbox<Restless>()
            let queue = DispatchQueue(label: "hot-\(number)")
            running.enter()
            try queue.sync {
                let restless = try Restless(number, on: queue, turns)
                try restless.loop.start(mailbox, resident: restless, delegate: restless) { running.leave() }
            }
            return (mailbox, queue)
        }
        try eventually { Set(turns.entries).count == shards }
        // A block for a shard's queue waits for as long as the shard is hot.
        for (number, shard) in mailboxes.enumerated() { shard.1.async { others.add(number) } }
        let hot = try latencies(of: store, from: 1_000)
        print("medians of a commit: \(calm) µs alone, \(hot) µs beside \(shards) hot shards")
        #expect(others.entries.count <= shards / 2, "shards come to rest: \(others.entries)")
        #expect(hot < calm * 10 + 20_000)

        for (mailbox, _) in mailboxes { mailbox.post { $0.loop.stop() } }
        running.wait()
        store.store.close()
    }

    /// The median time of a commit, in microseconds.
    private func latencies(of store: TestStore, from first: Int64) throws -> Int64 {
        let times = try (first..<(first + 100)).map { id in
            let start = Clock.monotonicNanoseconds
            store.insert(id)
            try store.settle()
            return (Clock.monotonicNanoseconds - start) / 1_000
        }
        return times.sorted()[times.count / 2]
    }
}
