import Cluster

/// A machine: its node's process, its disk, its clients' sockets, its way to the database.
package final class Host {
    struct Socket {
        let client: ModelClient
        let user: String
        var feed: SessionFeed<(position: Position, count: Int64)>?
        /// Up to where it was told.
        var toldAt = Position(0)
    }

    let index: Int
    unowned let world: World
    private(set) var node: ClusterNode?
    var store: ModelStore
    /// What the disk had after earlier commits: a crash may lose some.
    private var earlier: [ModelStore] = []
    private var rowsAtSnapshot: ModelRows?
    var sockets: [UInt64: Socket] = [:]
    var lastSession: UInt64 = 0
    private(set) var life = 0
    private var pausedUntil: Int64 = 0
    /// What came during a pause, in order.
    private var delayed: [() -> Void] = []
    var work: LeaderWork
    private var events: [NodeEvent] = []
    private var isHandling = false

    private let startOffset: Int64
    private let wallOffset: Int64
    private let speed: Int64
    /// Calls to the database get lost.
    private(set) var isCutOff = false
    private var failsNextCommit = false
    private var isDiskFull = false
    /// The command has its directory.
    var isLeaving = false
    /// A gateway runs alone with its store.
    var hasLeft = false

    init(_ world: World, _ index: Int) {
        self.world = world
        self.index = index
        store =
            index == 0 && world.founding != nil
            ? world.founding!.store(world)
            : ModelStore(StoredState(beginningOf: "simulated"), bias: index, faults: world.options.modelFaults)
        startOffset = world.random(0...1_000_000)
        wallOffset = world.random(-3_600_000...3_600_000)
        speed = world.random(-5...5)
        work = LeaderWork()
    }

    var isRunning: Bool { node != nil }
    var role: ClusterNode.Role? { node?.role }
    var isLeading: Bool { node?.isLeading ?? false }
    /// Of a process that runs.
    var incarnation: Incarnation { node?.incarnation ?? Incarnation(0) }
    var isPaused: Bool { world.now < pausedUntil || !delayed.isEmpty }

    /// Its monotonic clock: it begins anywhere, and is half a per cent fast or slow.
    private var moment: Moment { startOffset + world.now + world.now * speed / 1_000 }

    // MARK: - Lives

    func start() {
        guard node == nil, !hasLeft, !isLeaving else { return }
        life += 1
        store.forgetMemory()
        var options = NodeOptions()
        options.leaseMilliseconds = 400
        options.renewalMilliseconds = 80
        options.memberMilliseconds = 700
        options.pollMilliseconds = 25
        options.retryMilliseconds = 15
        options.storeRetryMilliseconds = 40
        options.window = 8
        options.pendingRequests = 30
        options.batchRequests = 4
        options.batchSuspects = 2
        options.readBytes = 2_048
        options.readAhead = 16
        options.recordsPerSnapshot = 12
        options.snapshotPauseMilliseconds = 0
        options.recordsKept = 4
        options.mostUnledMilliseconds = 300
        work = LeaderWork()
        node = ClusterNode(
            name: "n\(index)", stored: store.state, options: options, seed: world.seed(),
            faults: world.options.nodeFaults, at: moment)
        world.links.connectAll(of: index)
        tick(life)
    }

    private func tick(_ life: Int) {
        guard self.life == life, node != nil else { return }
        take(.timer)
        runLeaderWork()
        world.after(10) { [self] in tick(life) }
    }

    /// The process ends. A crash of the machine loses what the disk had not got yet.
    func crash(losing commits: Int64 = 0) {
        guard node != nil else { return }
        node = nil
        for _ in 0..<commits { if let former = earlier.popLast() { store = former } }
        store.rollBack()
        rowsAtSnapshot = nil
        closeAll()
        world.links.cutAll(of: index)
    }

    func pause(for milliseconds: Int64) { pausedUntil = max(pausedUntil, world.now + milliseconds) }
    func cutOff(for milliseconds: Int64) {
        isCutOff = true
        world.after(milliseconds) { [self] in isCutOff = false }
    }
    func failNextCommit() { failsNextCommit = true }
    func fillDisk(for milliseconds: Int64) {
        isDiskFull = true
        world.after(milliseconds) { [self] in isDiskFull = false }
    }
    func handOver() { take(.handOver) }
    func passLead(to other: Incarnation) { take(.passLead(to: other)) }

    func heal() {
        pausedUntil = 0
        isCutOff = false
        failsNextCommit = false
        isDiskFull = false
        start()
    }

    // MARK: - Events and actions

    /// Hands the event to the process that runs now, when it does not pause. `incarnation`: only to that one.
    func take(_ event: NodeEvent, for incarnation: Incarnation? = nil) {
        let life = life
        perform { [self] in
            guard self.life == life, node != nil, incarnation == nil || incarnation == self.incarnation else { return }
            handle(event)
        }
    }

    /// At once, or behind what has waited for the pause to end.
    func perform(_ body: @escaping () -> Void) {
        guard isPaused else { return body() }
        delayed.append(body)
        if delayed.count == 1 { performDelayed() }
    }

    private func performDelayed() {
        world.after(max(0, pausedUntil - world.now)) { [self] in
            while world.now >= pausedUntil, let body = delayed.first {
                body()
                delayed.removeFirst()
            }
            if !delayed.isEmpty { performDelayed() }
        }
    }

    /// One event after the other: what an action leads to comes after all actions of its event.
    private func handle(_ event: NodeEvent) {
        events.append(event)
        if isHandling { return }
        isHandling = true
        defer {
            isHandling = false
            events = []
        }
        while !events.isEmpty, world.ledger.violation == nil {
            let next = events.removeFirst()
            for action in node?.handle(next, at: moment) ?? [] {
                world.note?("\(world.now) n\(index) \(incarnation): \(next) → \(action)")
                if let answer = carryOut(action) { events.append(answer) }
                if node == nil { return }
            }
        }
        if let node { world.ledger.checkBounds(node) }
    }

    /// Returns the answer, if it is there at once.
    private func carryOut(_ action: NodeAction) -> NodeEvent? {
        switch action {
        case .append(let record, let id): append(record, id)
        case .read(let position, _): read(after: position)
        case .renew(let renewal): renew(renewal)
        case .trim(let position): trim(through: position)
        case .keepSnapshot: keepSnapshot()
        case .execute(let batch): return execute(batch)
        case .commit(let record, let content): return commit(record, content)
        case .rollBack, .conclude: store.rollBack()
        case .apply(let record, let content): return apply(record, content)
        case .send(let message, let other): world.links.send(message, from: index, to: other)
        case .tell(let content, let place): tell(content, place)
        case .refuse(let request): refuse(request)
        case .giveUp(let request): close(request.session, tellsNode: true)
        case .began:
            closeAll()
            world.links.cutAll(of: index)
        case .promoted:
            store.promoted()
            work.begin(with: store.rows, at: world.now, faults: world.options.modelFaults)
        case .demoted: work.end()
        case .storeFails, .databaseFails, .condition: break
        case .rebuild(let reason): stop(reason)
        case .halt(let reason): stop(reason)
        case .logEnded:
            world.ledger.noteEnd()
            crash()
            restartLater()
        }
        return nil
    }

    // MARK: - The store

    private func execute(_ batch: Batch) -> NodeEvent? {
        if isDiskFull, world.chance(2) {
            store.rollBack()
            return .executed(nil)
        }
        var batch = batch
        if world.options.modelFaults.contains(.usesWallClock) {
            batch = Batch(
                work: batch.work, position: batch.position, time: batch.time + wallOffset,
                version: batch.version)
        }
        if batch.work.count > 1, world.chance(4) {
            let count = Int(world.random(1...Int64(batch.work.count - 1)))
            batch = Batch(
                work: Array(batch.work[..<count]), position: batch.position, time: batch.time,
                version: batch.version)
        }
        guard let entries = store.execute(batch) else {
            // A poison request ends the process.
            world.ledger.notePoison(batch)
            crash()
            restartLater()
            return nil
        }
        return .executed(entries)
    }

    private func commit(_ record: Record, _ content: RecordContent) -> NodeEvent {
        if failsNextCommit || isDiskFull {
            failsNextCommit = false
            store.rollBack()
            return .committed(false)
        }
        keepEarlier()
        store.commit(content, at: record.place)
        changed(content)
        return .committed(true)
    }

    private func apply(_ record: Record, _ content: RecordContent) -> NodeEvent? {
        if isDiskFull { return .applyFailed("the disk is full") }
        let before = store
        keepEarlier()
        let problem = store.apply(content, at: record.place)
        if world.options.modelFaults.contains(.positionOutsideApply), world.chance(30) {
            // The position was written, and the process ends before the rows were.
            store = ModelStore(store.state, before.rows, bias: index, faults: world.options.modelFaults)
            crash()
            restartLater()
            return nil
        }
        if problem == nil { changed(content) }
        return .applied(problem)
    }

    private func keepEarlier() {
        earlier.append(store)
        if earlier.count > 4 { earlier.removeFirst() }
        if world.options.modelFaults.contains(.positionOutsideSnapshot) { rowsAtSnapshot = store.rows }
    }

    private func changed(_ content: RecordContent) {
        world.ledger.noteStore(store, content)
        if isLeading { work.note(content, store.rows, at: world.now) }
    }

    /// The operator gives a node that has stopped a new disk.
    private func stop(_ reason: String) {
        world.ledger.noteStop(reason)
        crash()
        let life = life
        world.after(world.random(20...200)) { [self] in
            guard self.life == life, node == nil else { return }
            let fresh = StoredState(beginningOf: "simulated")
            store =
                world.database.kept.newestSnapshot.flatMap { world.ledger.store(of: $0) }.map {
                    ModelStore($0.state, $0.rows, bias: index, faults: world.options.modelFaults)
                } ?? ModelStore(fresh, bias: index, faults: world.options.modelFaults)
            earlier = []
            start()
        }
    }

    func restartLater() {
        let life = life
        world.after(world.random(10...600)) { [self] in if self.life == life { start() } }
    }

    private func keepSnapshot() {
        var kept = store
        if let rows = rowsAtSnapshot {
            kept = ModelStore(store.state, rows, bias: index, faults: world.options.modelFaults)
        }
        let snapshot = world.ledger.snapshot(of: kept)
        call(write: { $0.keep(snapshot) }, answer: { _ in .snapshotKept })
    }

    // MARK: - What only the leader does

    private func runLeaderWork() {
        guard !isPaused, let node, node.isLeading else { return }
        let due = work.due(
            store.rows, at: world.now, mayBegin: node.mayBeginWork(at: moment), sweeps: !world.isEnding)
        for job in due {
            if job.isPush {
                let holder = world.database.primary.holder(at: world.database.time)
                let isExcused = world.database.isRestored(within: 600)
                world.ledger.require(holder == incarnation || isExcused, "11: a push begins without the lease")
            }
            let life = life
            world.after(job.isPush ? 20 : 0) { [self] in
                if self.life == life { take(.ownWork(job.bytes)) }
            }
        }
    }
}
