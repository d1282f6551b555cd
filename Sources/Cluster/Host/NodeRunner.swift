import EventLoop
import Storage

/// Carries out what a node wants done, on the node's queue: one event after the other, and all of its actions in order.
final class NodeRunner {
    /// It is answered when the store has just what has been told.
    typealias Question = @Sendable (any Transaction) -> Void

    enum Event: Sendable {
        case node(NodeEvent)
        /// Of the log, to a node that may have been replaced meanwhile.
        case answer(NodeEvent, life: Int)
        case fetched(Result<StoreCopy, SnapshotError>)
        case failed(String)
        case question(Question)
    }

    /// None of them waits behind another.
    struct LogQueues {
        let appends: LogQueue
        let reads: LogQueue
        let renewals: LogQueue
        /// Snapshots and trimming, which take long.
        let upkeep: LogQueue

        init(_ make: (String) -> LogQueue) {
            (appends, reads) = (make("appends"), make("reads"))
            (renewals, upkeep) = (make("renewals"), make("upkeep"))
        }

        var all: [LogQueue] { [appends, reads, renewals, upkeep] }
    }

    private(set) var node: ClusterNode
    let store: NodeStore
    private let service: any NodeService
    private let links: any NodeLinks
    private let queues: LogQueues
    private let work: WorkPermit
    private let clock: SharedClock
    /// Has an event handled later.
    private let post: @Sendable (Event) -> Void
    private let onAppend: @Sendable (Int) -> Void
    /// How many nodes there were before this one.
    private var life = 0
    /// When the store is to be replaced by a snapshot; nil: it need not be, or that is under way.
    private var nextFetch: Moment?
    /// The store's write-ahead log cannot be copied into its file: why, and when that is tried again.
    private var checkpointTrouble: (problem: String, retryAt: Moment)?
    /// When the leader's batch compares some rows of all nodes again.
    private var nextComparison: Moment = .min
    private var questions: [Question] = []
    private let hasEnded = Ending()

    init(
        name: String, _ store: NodeStore, _ service: any NodeService, _ links: any NodeLinks, options: NodeOptions,
        _ queues: LogQueues, _ work: WorkPermit, _ clock: SharedClock, onAppend: @escaping @Sendable (Int) -> Void,
        post: @escaping @Sendable (Event) -> Void
    ) {
        node = Self.node(name, store, options)
        self.store = store
        self.service = service
        self.links = links
        self.queues = queues
        self.work = work
        self.clock = clock
        self.onAppend = onAppend
        self.post = post
    }

    private static func node(_ name: String, _ store: NodeStore, _ options: NodeOptions) -> ClusterNode {
        var random = SystemRandomNumberGenerator()
        return ClusterNode(
            name: name, stored: store.state, options: options, seed: random.next(), at: Clock.monotonic)
    }

    func begin() {
        queues.appends.open()
        began(node.incarnation)
    }

    func end() {
        hasEnded.set()
        work.set(until: .min)
        store.close()
    }

    func handle(_ events: [Event]) {
        for event in events {
            switch event {
            case .node(let event): handle(event)
            case .answer(let event, let life): if life == self.life { handle(event) }
            case .fetched(let result): take(result)
            case .failed(let problem): service.note(problem)
            case .question(let question): questions.append(question)
            }
            answerQuestions()
        }
        handle(.timer)
        if let nextFetch, Clock.monotonic >= nextFetch { fetch() }
        if (checkpointTrouble?.retryAt).isPast(at: Clock.monotonic) { checkpoint() }
    }

    private func handle(_ event: NodeEvent) {
        var waiting = [event]
        var next = 0
        while next < waiting.count {
            let actions = node.handle(waiting[next], at: Clock.monotonic)
            // Before the actions, since one of them may give the lease to another node.
            work.set(until: node.workUntil)
            clock.set(node.clock.now(at: node.now), at: node.now)
            for action in actions {
                // An answer that is there at once comes before what came meanwhile.
                if let answer = carryOut(action) { waiting.insert(answer, at: next + 1) }
            }
            next += 1
        }
    }

    private func carryOut(_ action: NodeAction) -> NodeEvent? {
        switch action {
        case .append, .read, .renew, .trim, .keepSnapshot: call(action)
        case .execute(let batch): return .executed(execute(batch))
        case .commit(let record, let content): return .committed(commit(record, content))
        case .rollBack:
            rollBack()
            answerQuestions()
        case .conclude:
            conclude()
            answerQuestions()
        case .tell:
            perform(action)
            answerQuestions()
        case .apply(let record, let content): return apply(record, content)
        case .send(let message, let other): links.send(message, to: other)
        case .began(let incarnation): began(incarnation)
        case .rebuild:
            perform(action)
            nextFetch = Clock.monotonic
        case .storeFails(let problem): perform(.storeFails(problem ?? checkpointTrouble?.problem))
        case .refuse, .giveUp, .promoted, .demoted, .databaseFails, .condition, .halt, .logEnded:
            perform(action)
        }
        return nil
    }

    private func began(_ incarnation: Incarnation) {
        links.began(incarnation)
        perform(.began(incarnation))
    }

    private func perform(_ action: NodeAction) { service.perform(action, store.reading) }

    /// Some between two records. A batch that is under way has what nobody may know yet.
    private func answerQuestions() {
        if questions.isEmpty || store.isTransacting { return }
        let turn = questions.prefix(mostQuestions)
        questions.removeFirst(turn.count)
        for question in turn { question(store.reading) }
        if !questions.isEmpty { post(.node(.timer)) }
    }

    // MARK: - The log

    private func call(_ action: NodeAction) {
        switch action {
        case .append(let record, let id):
            call(queues.appends) { [onAppend] (log) throws(LogError) in
                let began = Clock.monotonicNanoseconds
                defer { onAppend(Int(Clock.monotonicNanoseconds - began)) }
                return try log.append(record, id: id)
            } then: {
                .appended(id, $0)
            }
        case .read(let position, let bytes):
            let patience = node.options.pollMilliseconds
            call(queues.reads) { (log) throws(LogError) in
                try log.read(after: position, bytes: bytes, waiting: patience)
            } then: {
                .read($0)
            }
        case .renew(let renewal):
            call(queues.renewals) { (log) throws(LogError) in
                try log.renew(renewal)
            } then: {
                .renewed($0)
            }
        case .trim(let position):
            upkeep("trim the log", .trimmed) { (log) throws(SnapshotError) in
                try SnapshotError.logged { () throws(LogError) in try log.trim(through: position) }
            }
        case .keepSnapshot:
            let (directory, hasEnded) = (store.directory, hasEnded)
            upkeep("keep a snapshot", .snapshotKept) { (log) throws(SnapshotError) in
                try StoreSnapshots(directory, at: log, until: hasEnded).keep()
            }
        default: preconditionFailure("\(action) is not the log's")
        }
    }

    private func call<Answer>(
        _ queue: LogQueue, _ body: @escaping @Sendable (any ClusterLog) throws(LogError) -> Answer,
        then event: @escaping @Sendable (Result<Answer, LogError>) -> NodeEvent
    ) {
        let (post, life) = (post, life)
        queue.call(body) { post(.answer(event($0), life: life)) }
    }

    /// Runs a job that the node tries again later if it fails.
    private func upkeep(
        _ attempt: String, _ event: NodeEvent,
        _ body: @escaping @Sendable (any ClusterLog) throws(SnapshotError) -> Void
    ) {
        let (post, life) = (post, life)
        queues.upkeep.attempt(body) { result in
            if case .failure(let error) = result { post(.failed("cannot \(attempt): \(error)")) }
            post(.answer(event, life: life))
        }
    }

    // MARK: - Another store

    private func fetch() {
        nextFetch = nil
        let (post, directory, hasEnded) = (post, store.directory, hasEnded)
        queues.upkeep.attempt { (log) throws(SnapshotError) in
            try StoreSnapshots(directory, at: log, until: hasEnded).fetch()
        } then: {
            post(.fetched($0))
        }
    }

    private func take(_ fetched: Result<StoreCopy, SnapshotError>) {
        do throws(SnapshotError) {
            let copy = try fetched.get()
            try SnapshotError.stored { () throws(StoreError) in try store.replace(with: copy) }
        } catch {
            service.note("cannot take a snapshot: \(error)")
            nextFetch = Clock.monotonic + betweenFetches
            return
        }
        life += 1
        work.set(until: .min)
        node = Self.node(node.name, store, node.options)
        began(node.incarnation)
    }

    // MARK: - The store

    /// Nil: rolled back.
    private func execute(_ batch: Batch) -> [RecordEntry]? {
        do throws(StoreError) {
            do throws(StoreError) {
                return try entries(of: batch) { work throws(StoreError) in try carryOut(work, in: batch) }
            } catch {
                if error.isEnvironment { throw error }
                rollBack()
                return try entries(of: batch) { work throws(StoreError) in try carryOutAlone(work, in: batch) }
            }
        } catch {
            rollBack()
            return nil
        }
    }

    private func entries(
        of batch: Batch, _ carryOut: (Work) throws(StoreError) -> RecordEntry
    ) throws(StoreError) -> [RecordEntry] {
        try store.begin()
        var entries: [RecordEntry] = []
        entries.reserveCapacity(batch.work.count)
        var bounds = [store.statementCount]
        let deadline = Clock.monotonic + longestExecution
        for work in batch.work {
            entries.append(try carryOut(work))
            bounds.append(store.statementCount)
            // The rest comes with the next record: on this queue the lease is renewed, too.
            if Clock.monotonic >= deadline { break }
        }
        if store.statementCount > bounds[0], isComparisonDue() {
            try store.compare()
            bounds[entries.count] = store.statementCount
        }
        entries.share(store.statements, at: bounds)
        return entries
    }

    /// With records that there are anyway, so that an idle cluster's log does not grow.
    private func isComparisonDue() -> Bool {
        let now = Clock.monotonic
        guard now >= nextComparison, node.recordVersion >= RecordFormat.firstWithComparisons else { return false }
        nextComparison = now + betweenComparisons
        return true
    }

    private func carryOut(_ work: Work, in batch: Batch) throws(StoreError) -> RecordEntry {
        try store.carryOut { () throws(StoreError) in try service.carryOut(work, in: batch, store.transaction) }
    }

    /// One piece that meets a damaged row keeps no other from being done, and no leader from leading. A way back for
    /// each alone costs two statements more for each, so a batch is carried out like this when it has failed without.
    private func carryOutAlone(_ work: Work, in batch: Batch) throws(StoreError) -> RecordEntry {
        do throws(StoreError) {
            return try store.attempt { () throws(StoreError) in
                try service.carryOut(work, in: batch, store.transaction)
            }
        } catch {
            if error.isEnvironment { throw error }
            return service.failed(work, error)
        }
    }

    private func commit(_ record: Record, _ content: RecordContent) -> Bool {
        do throws(StoreError) {
            try store.commit(record, content)
        } catch {
            rollBack()
            return false
        }
        checkpoint()
        return true
    }

    private func apply(_ record: Record, _ content: RecordContent) -> NodeEvent {
        do throws(StoreError) {
            try store.apply(record, content)
        } catch {
            // A damaged file does not mend itself.
            let mayGoWell = error.isEnvironment && error.kind != .damagedFile
            return mayGoWell ? .applyFailed("\(error)") : .applied("\(error)")
        }
        checkpoint()
        return .applied(nil)
    }

    /// After a commit, which lasts whatever becomes of this.
    private func checkpoint() {
        do throws(StoreError) {
            guard try store.checkpoint(), checkpointTrouble != nil else { return }
            checkpointTrouble = nil
            if node.storeTrouble == nil { perform(.storeFails(nil)) }
        } catch {
            let isNew = checkpointTrouble == nil
            checkpointTrouble = ("\(error)", Clock.monotonic + betweenCheckpoints)
            if isNew { perform(.storeFails("\(error)")) }
        }
    }

    private func rollBack() {
        endTransaction()
        service.rolledBack()
    }

    /// A transaction that has changed nothing ends as well by being rolled back.
    private func conclude() {
        endTransaction()
        perform(.conclude)
    }

    private func endTransaction() {
        do throws(StoreError) {
            try store.rollBack()
        } catch {
            post(.node(.storeIsBroken("the store cannot roll back: \(error)")))
        }
    }
}

/// In milliseconds.
private let betweenFetches: Moment = 1_000
private let betweenCheckpoints: Moment = 1_000
private let betweenComparisons: Moment = 200
/// Of one batch, but for a piece of work that takes longer alone.
private let longestExecution: Moment = 50

/// They take as long as some dozens of messages.
private let mostQuestions = 32
