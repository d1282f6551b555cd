import Dispatch
import Meters
import TestSupport
import Testing

@testable import EventLoop

/// The delegate of the loop in these tests: it writes down its calls.
private final class Diary: LoopDelegate {
    let loop: Loop
    let log: Log<Int>
    var turns = 0
    /// The loop writes into it as long as it runs.
    private let metrics = ShardMetrics(operations: [], closeCodes: [])

    init(_ log: Log<Int>, on queue: DispatchQueue) throws(SystemError) {
        loop = try Loop(on: queue, turns: metrics.turns)
        self.log = log
    }

    func ready(token: UInt64, _ readiness: Poller.Readiness) {}
    func delivered() {}
    func turnGoesOn() {}
    func turnEnds() { turns += 1 }

    func expired(timer: Int) {
        log.add(timer)
        if timer == 9 { loop.stop() }
    }

    /// A loop in which a diary lives; the group is empty when it has ended.
    static func open(
        _ mailbox: Mailbox<Diary>, _ log: Log<Int>, on queue: DispatchQueue = DispatchQueue(label: "diary")
    ) throws -> DispatchGroup {
        let running = DispatchGroup()
        running.enter()
        try queue.sync {
            let diary = try Diary(log, on: queue)
            try diary.loop.start(mailbox, resident: diary, delegate: diary) { running.leave() }
        }
        return running
    }
}

struct MailboxTests {
    @Test func `envelopes of each sender arrive once and in order, in batches`() throws {
        let mailbox = try Mailbox<Diary>()
        let log = Log<Int>()
        let turns = Log<Int>()
        let diary = try Diary.open(mailbox, log)
        let first = Thread.start(name: "first") { for number in 0..<10_000 { mailbox.post { $0.log.add(number) } } }
        let second = Thread.start(name: "second") {
            for number in 10_000..<20_000 { mailbox.post { $0.log.add(number) } }
        }
        first.join()
        second.join()
        mailbox.post { diary in
            turns.add(diary.turns)
            diary.loop.stop()
        }
        diary.wait()
        #expect(log.entries.filter { $0 < 10_000 } == Array(0..<10_000))
        #expect(log.entries.filter { $0 >= 10_000 } == Array(10_000..<20_000))
        #expect(turns.entries[0] < 20_000, "every envelope had a turn of its own")
    }

    @Test func `a timer wakes a loop that has nothing else to do`() throws {
        let mailbox = try Mailbox<Diary>()
        let log = Log<Int>()
        let diary = try Diary.open(mailbox, log)
        mailbox.post { diary in
            for (timer, delay) in [(7, 200), (8, 10), (9, 400)] as [(Int, Int64)] {
                diary.loop.timers.arm(timer, at: diary.loop.now + delay)
            }
        }
        diary.wait()
        #expect(log.entries == [8, 7, 9])
    }

    @Test func `a loop that has nothing to do gives its queue back`() throws {
        let mailbox = try Mailbox<Diary>()
        let queue = DispatchQueue(label: "diary")
        let diary = try Diary.open(mailbox, Log<Int>(), on: queue)
        for _ in 0..<3 {
            let isDone = DispatchSemaphore(value: 0)
            mailbox.post { _ in isDone.signal() }
            isDone.wait()
            // Behind the handler, which waits for more.
            queue.sync {}
        }
        mailbox.post { $0.loop.stop() }
        diary.wait()
    }

    @Test func `a closed mailbox drops what comes too late`() throws {
        let mailbox = try Mailbox<Diary>()
        mailbox.close()
        mailbox.post { _ in Issue.record("delivered to nobody") }
        #expect(mailbox.take().isEmpty)
    }
}
