import Glibc
import Locking
import Testing

/// Runs tests that wait for sockets and processes on threads of their own, so that they take none from the others'
/// pool, and no more of them at once than a small machine bears.
struct OnThreads: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(ThreadPool.shared) {
            let cost = TestCost()
            try await TestCost.$current.withValue(cost) { try await function() }
            cost.note(test)
        }
    }
}

extension Trait where Self == OnThreads {
    static var onThreads: OnThreads { OnThreads() }
}

private final class ThreadPool: TaskExecutor {
    /// `TEST_THREADS`: fewer for tests that run many processes each.
    static let shared = ThreadPool(threads: getenv("TEST_THREADS").flatMap { Int(String(cString: $0)) } ?? 6)

    private let jobs = Lock<[UnownedJob]>([])
    private let waiting = Semaphore()

    init(threads: Int) {
        for _ in 0..<threads { start() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        waiting.signal()
    }

    private func work() -> Never {
        while true {
            waiting.wait()
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private func start() {
        var thread = pthread_t()
        let pool = Unmanaged.passRetained(self)
        let failure = pthread_create(
            &thread, nil,
            { argument in Unmanaged<ThreadPool>.fromOpaque(argument!).takeUnretainedValue().work() },
            pool.toOpaque())
        precondition(failure == 0, "cannot start a thread: error \(failure)")
    }
}

/// `@unchecked Sendable`: sem_t is made for being shared, and its memory lives as long as the process.
private final class Semaphore: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() {
        sem_init(semaphore, 0, 0)
    }

    func signal() {
        sem_post(semaphore)
    }

    func wait() {
        while sem_wait(semaphore) < 0 {}
    }
}
