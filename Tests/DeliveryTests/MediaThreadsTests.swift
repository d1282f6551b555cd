import Dispatch
import TestSupport
import Testing

@testable import Gateway

/// The threads that wait for media's disk.
struct MediaThreadsTests {
    @Test func `a long errand leaves a thread to the short ones`() {
        let threads = MediaThreads(2)
        let (done, gate) = (Log<String>(), DispatchSemaphore(value: 0))
        for name in ["first", "second"] {
            let isTaken = threads.run(.long) {
                gate.wait()
                done.add(name)
            }
            #expect(isTaken)
        }
        let short = DispatchSemaphore(value: 0)
        let isTaken = threads.run(.short) {
            done.add("short")
            short.signal()
        }
        #expect(isTaken)
        short.wait()
        gate.signal()
        gate.signal()
        threads.stop()
        #expect(done.entries == ["short", "first", "second"])
    }

    @Test func `one thread does both kinds, the short ones first`() {
        let threads = MediaThreads(1)
        let (done, gate) = (Log<String>(), DispatchSemaphore(value: 0))
        for kind in [MediaThreads.Kind.short, .long, .long, .short] {
            let isTaken = threads.run(kind) {
                if done.entries.isEmpty { gate.wait() }
                done.add("\(kind)")
            }
            #expect(isTaken)
        }
        gate.signal()
        threads.stop()
        #expect(done.entries == ["short", "short", "long", "long"])
    }

    @Test func `so many wait and no more, and none is taken after the end`() {
        let threads = MediaThreads(1, limit: 3)
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let first = threads.run(.short) {
            begun.signal()
            gate.wait()
        }
        begun.wait()
        let others = (0..<5).map { _ in threads.run(.short) {} }
        #expect(first && others == [true, true, true, false, false])
        gate.signal()
        threads.stop()
        #expect(!threads.run(.long) {})
    }
}
