import CTestThreads
import Dispatch
import Glibc

// Nothing calls `CTestThreads`: it sets on which threads all tests run.

/// Work beside a test, on a thread of Dispatch's that it may block.
package struct Thread: Sendable {
    private let running = DispatchGroup()

    package static func start(name: String, _ body: @escaping @Sendable () -> Void) -> Thread {
        let thread = Thread()
        DispatchQueue(label: name).async(group: thread.running, execute: body)
        return thread
    }

    /// Waits until it has ended.
    package func join() {
        running.wait()
    }

    package static func sleep(milliseconds: Int) {
        usleep(UInt32(milliseconds) * 1_000)
    }
}
