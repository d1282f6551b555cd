import Chat
import EventLoop
import Meters
import Settings
import Storage
import Telemetry
import Transport

/// The parts that act on commits, on queues of their own: pushes, events for backends, jobs, and presence after a
/// departure.
struct Followups: Sendable {
    let pushes: PushDispatcher
    let events: EventDispatcher
    let jobs: JobRunner
    let traces: TraceCleaner
    let media = MediaRemover()
    let commits: CommitWaiters
    let presence: PresenceDebouncer

    init(
        _ configuration: Configuration, _ chatOptions: ChatOptions, _ node: Node<ShardGateway>,
        _ metrics: ProcessMetrics, _ readiness: Readiness, _ log: Log, _ links: TraceLinks
    ) throws(StartError) {
        pushes = try StartError.configured(PushDispatcher(configuration, chatOptions, metrics, readiness, links))
        events = try StartError.configured(EventDispatcher(configuration, metrics, readiness, log, links))
        jobs = JobRunner(log)
        traces = TraceCleaner(log)
        commits = CommitWaiters(node)
        presence = PresenceDebouncer(delayMilliseconds: configuration.subscriptions.reconnectMilliseconds)
    }

    func start(
        _ store: Store<Committer>, _ searches: Searches, _ services: MediaServices?
    ) throws(StartError) {
        if let services { media.start(store, services) }
        try StartError.started(pushes.start(store))
        try StartError.started(events.start(store, services))
        jobs.start(store)
        traces.start(store, searches)
    }

    /// After a commit: wakes those parts that have something to do now.
    func wake(by chat: ChatState) {
        if chat.uploads.takeHasRemovals() { media.wake() }
        let pushChanges = chat.pushes.takeChanges()
        if pushChanges.hasJobs { pushes.wake() }
        if !pushChanges.suppressed.isEmpty { pushes.count(pushChanges.suppressed) }
        let received = chat.pushReceipts.takeReceived()
        if !received.isEmpty { pushes.count(received) }
        if chat.jobs.hasJobs { jobs.wake() }
        if chat.jobs.hasTraces { traces.wake() }
    }

    func stop() {
        pushes.stop()
        events.stop()
    }
}
