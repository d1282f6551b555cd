import EventLoop
import Locking
import Storage

/// A node that runs: its value on a serial queue, its store, and four queues that wait for the log.
package final class NodeHost: Sendable {
    private let mailbox = Mailbox()
    private let worker: QueueWorker<NodeRunner>
    private let logs: [LogQueue]

    /// `open` is called for four connections, and again after failures.
    package init(
        name: String, _ store: sending NodeStore, _ service: sending any NodeService, links: any NodeLinks,
        options: NodeOptions = NodeOptions(), log open: @escaping @Sendable () throws(LogError) -> any ClusterLog
    ) {
        let queues = NodeRunner.LogQueues { LogQueue("cluster-\($0)", open) }
        let mailbox = mailbox
        let runner = NodeRunner(name: name, store, service, links, options: options, queues) { mailbox.post($0) }
        runner.begin()
        // What a timer does at this pace is next to nothing.
        let pace = max(1, options.retryMilliseconds / 2) * 1_000_000
        let worker = QueueWorker("cluster-node", runner) { runner in
            runner.handle(mailbox.take())
            return Clock.monotonicNanoseconds + pace
        }
        self.worker = worker
        logs = queues.all
        mailbox.begin { worker.wake() }
    }

    /// From anywhere; never waits.
    package func take(_ event: NodeEvent) { mailbox.post(.node(event)) }

    /// What the value says about itself.
    package func look<Result>(_ body: (ClusterNode) -> Result) -> Result {
        worker.sync { body($0.node) }
    }

    package func digests() throws(StoreError) -> [TableDigest] {
        try worker.sync { runner -> Result<[TableDigest], StoreError> in
            do throws(StoreError) {
                return .success(try runner.store.digests())
            } catch {
                return .failure(error)
            }
        }.get()
    }

    /// Ends at once, as a process that is killed, but for the store, which is closed.
    package func stop() {
        mailbox.begin {}
        worker.stop { $0.end() }
        for log in logs { log.finish() }
    }
}

/// Events that wait for the node's queue.
private final class Mailbox: Sendable {
    private let events = Lock<[NodeRunner.Event]>([])
    private let wake = Lock<@Sendable () -> Void>({})

    func begin(_ wake: @escaping @Sendable () -> Void) {
        self.wake.withLock { $0 = wake }
        wake()
    }

    func post(_ event: NodeRunner.Event) {
        events.withLock { $0.append(event) }
        wake.withLock { $0 }()
    }

    func take() -> [NodeRunner.Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
