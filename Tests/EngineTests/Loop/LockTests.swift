import Locking
import TestSupport
import Testing

private final class Shared: Sendable {
    let counts = Lock<[Int: Int]>([:])
}

struct LockTests {
    private struct Failure: Error {}

    @Test func `one thread at a time has the value`() {
        let shared = Shared()
        let threads = (0..<8).map { number in
            Thread.start(name: "counting") {
                for _ in 0..<10_000 {
                    shared.counts.withLock { counts in
                        counts[number, default: 0] += 1
                        counts[-1, default: 0] += 1
                    }
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(shared.counts.withLock { $0[-1] } == 80_000)
    }

    @Test func `an error leaves the lock open and the change made`() {
        let lock = Lock(1)
        #expect(throws: Failure.self) {
            try lock.withLock { value throws(Failure) in
                value = 2
                throw Failure()
            }
        }
        #expect(lock.withLock { $0 } == 2)
    }

    @Test func `the value goes with the lock`() {
        final class Held: Sendable {}
        weak var held: Held?
        do {
            let value = Held()
            held = value
            let lock = Lock(value)
            lock.withLock { _ in }
        }
        #expect(held == nil)
    }
}
