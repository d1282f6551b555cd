import EventLoop
import Locking
import Storage
import Synchronization

/// A node that runs: its value on a serial queue, its store, and four queues that wait for the log.
package final class NodeHost: Sendable {
    private let mailbox = Mailbox()
    private let worker: QueueWorker<NodeRunner>
    private let logs: [LogQueue]
    private let board: StatusBoard
    private let work: WorkPermit
    private let clock: SharedClock

    /// `open` is called for four connections, and again after failures. `onAppend` is told how many nanoseconds each append
    /// took, on one queue.
    package init(
        name: String, _ store: sending NodeStore, _ service: sending any NodeService, links: any NodeLinks,
        options: NodeOptions = NodeOptions(), log open: @escaping @Sendable () throws(LogError) -> any ClusterLog,
        onAppend: @escaping @Sendable (Int) -> Void
    ) {
        let queues = NodeRunner.LogQueues { LogQueue("cluster-\($0)", open) }
        let mailbox = mailbox
        let (work, clock) = (WorkPermit(), SharedClock())
        (self.work, self.clock) = (work, clock)
        let runner = NodeRunner(
            name: name, store, service, links, options: options, queues, work, clock, onAppend: onAppend
        ) { mailbox.post($0) }
        runner.begin()
        let board = StatusBoard(runner.node.status)
        self.board = board
        // A timer at this pace costs next to nothing.
        let pace = max(1, options.retryMilliseconds / 2) * 1_000_000
        let worker = QueueWorker("cluster-node", runner) { runner in
            let events = mailbox.take()
            runner.handle(events)
            board.note(runner.node.status, behind: events)
            return min(Clock.monotonicNanoseconds + pace, runner.node.nextTurn.map { $0 * 1_000_000 } ?? .max)
        }
        self.worker = worker
        logs = queues.all
        mailbox.begin { worker.wake() }
    }

    /// From anywhere; never waits.
    package func take(_ event: NodeEvent) { mailbox.post(.node(event)) }

    /// Has a question answered on the node's queue, when the store has just what has been told; never waits.
    package func ask(_ question: @escaping @Sendable (any Transaction) -> Void) { mailbox.post(.question(question)) }

    /// As it was a moment ago; never waits.
    package var status: NodeStatus {
        var (status, known) = board.look
        // Those that the node's queue has not taken wait as well.
        status.queues.requests += mailbox.requestCount - known
        return status
    }

    /// Whether what only the leader does may begin at this moment. A process that was paused is told so, too, before its node
    /// knows that its time is over.
    package var mayBeginWork: Bool { work.isGood(at: Clock.monotonic) }

    /// The cluster's time, in milliseconds since 1970, whatever the machine's clock says; nil: the node has not heard of it yet.
    package var time: Int64? { clock.now }

    /// Reads from the node's value, on the node's queue.
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

/// Until when the node leads without doubt, for those who begin what cannot be taken back.
final class WorkPermit: Sendable {
    private let end = Atomic<Moment>(.min)

    func set(until moment: Moment) { end.store(moment, ordering: .releasing) }
    func isGood(at moment: Moment) -> Bool { moment < end.load(ordering: .acquiring) }
}

/// The cluster's time, for those who must not wait for the node's queue.
final class SharedClock: Sendable {
    /// How far it is ahead of the monotonic clock; `.min`: nobody knows.
    private let lead = Atomic<Int64>(.min)

    func set(_ time: Int64?, at moment: Moment) {
        if let time { lead.store(time - moment, ordering: .releasing) }
    }

    var now: Int64? {
        let lead = lead.load(ordering: .acquiring)
        return lead == .min ? nil : Clock.monotonic + lead
    }
}

/// Where those look who must not wait for the node's queue.
private final class StatusBoard: Sendable {
    private let board: Lock<(status: NodeStatus, requestCount: Int)>

    init(_ status: NodeStatus) { board = Lock((status, 0)) }

    /// With the requests that had come by then.
    var look: (status: NodeStatus, requestCount: Int) { board.withLock { $0 } }

    func note(_ status: NodeStatus, behind events: [NodeRunner.Event]) {
        let requests = events.count(where: \.isRequest)
        board.withLock { $0 = (status, $0.requestCount + requests) }
    }
}

extension NodeRunner.Event {
    fileprivate var isRequest: Bool { if case .node(.request) = self { true } else { false } }
}

/// Events that wait for the node's queue.
private final class Mailbox: Sendable {
    /// Not the function alone: a generic place that holds one wraps it anew at each access in place, twice, so that each
    /// call would take longer than the one before.
    private struct Listener {
        var wake: @Sendable () -> Void
    }

    private let events = Lock<[NodeRunner.Event]>([])
    private let requests = Atomic(0)
    private let listener = Lock(Listener(wake: {}))

    func begin(_ wake: @escaping @Sendable () -> Void) {
        listener.withLock { $0.wake = wake }
        wake()
    }

    /// How many have ever come.
    var requestCount: Int { requests.load(ordering: .acquiring) }

    func post(_ event: NodeRunner.Event) {
        if event.isRequest { requests.add(1, ordering: .acquiringAndReleasing) }
        events.withLock { $0.append(event) }
        listener.withLock { $0.wake }()
    }

    func take() -> [NodeRunner.Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
