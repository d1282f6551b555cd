/// Reading the log, applying it, and telling what it says.
extension ClusterNode {
    /// Where the store is, or will be as soon as it has applied what it is at.
    var place: LogPlace { applying?.record.place ?? stored.place }

    /// Followers and candidates apply; a leader has committed its records itself.
    private var canApply: Bool {
        switch role {
        case .follower, .candidate: applying == nil
        case .opening, .leading, .halted: false
        }
    }

    mutating func readIfDue() {
        guard canApply || applying != nil || isLeading, !isReading, reader.queue.count < options.readAhead else {
            return
        }
        guard now >= nextRead || (reader.knowsOfMore && !hasReadFailed && !isLeading) else { return }
        isReading = true
        actions.append(.read(after: reader.end.position, bytes: options.readBytes))
    }

    mutating func hasRead(_ result: Result<LogSlice, LogError>) {
        isReading = false
        trouble.reading = result.problem
        // A leader needs nothing of it, but who listens to the log has to take what it is told.
        if isLeading { return nextRead = now + options.drainMilliseconds }
        hasReadFailed = true
        nextRead = soon()
        switch result {
        case .success(let slice):
            hasReadFailed = false
            nextRead = slice.records.isEmpty ? now + options.pollMilliseconds : now
            if slice.records.isEmpty { hasReadFailed = true }
            takeSlice(slice)
        case .failure(.damaged(let why)): halt("the log is damaged: \(why)")
        case .failure: reader.forget(downTo: place)
        }
    }

    private mutating func takeSlice(_ slice: LogSlice) {
        guard canApply || applying != nil else { return }
        switch reader.take(slice, applied: place, faults: faults) {
        case nil: break
        case .trimmed:
            halt(
                "the log begins with \(slice.oldest), and the store ends with \(stored.place.position)",
                as: NodeAction.rebuild)
        // The next renewal says what is right: it is acknowledged, and this read was not.
        case .otherHistory: nextRenewal = min(nextRenewal, now)
        }
    }

    mutating func applyNext() {
        guard canApply, let record = reader.next(applied: stored.place, faults: faults) else { return }
        guard record.isIntact else { return halt("record \(record.position) of the log is damaged") }
        do throws(RecordError) {
            let content = try record.content()
            if let ending = content.ending { return halt(ending.reason(at: name), as: NodeAction.logEnded) }
            guard content.migrations <= options.build.migrations else { return halt(olderTables(content)) }
            applying = (record, content)
            actions.append(.apply(record, content))
        } catch {
            halt("\(error)")
        }
    }

    private func olderTables(_ content: RecordContent) -> String {
        "the node that leads knows \(content.migrations) migrations of the store, and this one "
            + "\(options.build.migrations): upgrade it"
    }

    mutating func applied(_ problem: String?) {
        guard let (record, content) = applying else { preconditionFailure("nothing is being applied") }
        applying = nil
        if let problem { return halt("record \(record.position) cannot be applied: \(problem)") }
        if storeTrouble != nil {
            storeTrouble = nil
            actions.append(.storeFails(nil))
        }
        take(content, at: record.place)
        tell(content, at: record.place)
        if case .opening = role { beginLeading(content) }
    }

    /// The record is tried again. Another node leads meanwhile.
    mutating func applyFailed(_ problem: String) {
        precondition(applying != nil, "nothing is being applied")
        if storeTrouble == nil { actions.append(.storeFails(problem)) }
        storeTrouble = StoreTrouble(retryAt: now + options.storeRetryMilliseconds)
        switch role {
        case .candidate, .opening:
            role = .follower
            isGivingAway = leaseUntil > now
            nextRenewal = min(nextRenewal, now)
        case .follower, .leading, .halted: break
        }
    }

    mutating func applyAgain() {
        guard let applying, (storeTrouble?.retryAt).isPast(at: now) else { return }
        storeTrouble = StoreTrouble(retryAt: nil)
        actions.append(.apply(applying.record, applying.content))
    }

    /// The store has the record.
    mutating func take(_ content: RecordContent, at place: LogPlace) {
        stored.take(content, at: place)
        clock.raise(to: content.time)
    }

    mutating func tell(_ content: RecordContent, at place: LogPlace) {
        actions.append(.tell(content, place))
        leaderWaitsSince = nil
        for request in content.entries.lazy.compactMap(\.request) where request.incarnation == incarnation {
            forwarder.answered(request.number)
        }
        if content.isOpening {
            leader = (content.id.incarnation, content.epoch)
            let poison = forwarder.beginEpoch(isHandover: content.kind == .handover, faults: faults)
            for request in poison { actions.append(.giveUp(request)) }
        }
        if content.ended.contains(incarnation) { beginAgain() }
    }

    /// This incarnation has ended: its sessions are over, and what they have asked is void.
    private mutating func beginAgain() {
        predecessor = incarnation
        incarnation = Incarnation(random.next())
        for fact in forwarder.takeFacts() { actions.append(.giveUp(fact)) }
        forwarder = Forwarder()
        links = []
        ready = [:]
        lastRenewal = 0
        hasJoined = false
        actions.append(.began(incarnation))
        leaseUntil = .min
        nextRenewal = min(nextRenewal, now)
        if role == .candidate { role = .follower }
    }

    // MARK: - Snapshots

    /// A follower keeps one when the newest has become old: the first one by name, and the next one if that does not. The same
    /// node's snapshots have more in common.
    mutating func snapshotIfDue() {
        guard applying == nil, !isKeepingSnapshot, now >= nextSnapshot, isSnapshotDue else {
            return
        }
        isKeepingSnapshot = true
        actions.append(.keepSnapshot)
    }

    private var isSnapshotDue: Bool {
        guard let standing else { return false }
        // The first one is the leader's: of a store that was in use before the log, no other node has a copy.
        if isLeading { return standing.newestSnapshot == nil && stored.place.position > Position(0) }
        guard case .follower = role else { return false }
        let newest = standing.newestSnapshot ?? Position(0)
        let before = standing.members.count {
            $0.node < name && $0.incarnation != standing.holder && stored.registry.cursors[$0.incarnation] != nil
        }
        let age = options.recordsPerSnapshot * Int64(4 + before) / 4
        return stored.place.position.number - newest.number >= age
    }

    /// The leader trims what every living node has, and every kept snapshot: a node may be fetching the older one.
    mutating func trimIfDue(_ standing: Standing) {
        guard isLeading, !isTrimming, let snapshot = standing.oldestSnapshot else { return }
        let needed = standing.members.filter { stored.registry.cursors[$0.incarnation] != nil }.map(\.applied.number)
        let last = min(snapshot.number, needed.min() ?? 0) - options.recordsKept
        guard last > standing.oldest.number else { return }
        isTrimming = true
        actions.append(.trim(through: Position(last)))
    }
}

extension LogEnding {
    /// Why the node ends for good: what it would acknowledge from here on, the gateway that has left would not have.
    fileprivate func reason(at name: String) -> String {
        let stored = "with its store as of record \(store.position)"
        if node == name {
            return
                "this node has left the cluster \(stored): run `martlet cluster leave`, unless that has said that it "
                + "is done"
        }
        return "the cluster has ended, since \(node) has left it \(stored) and goes on alone: never start this node "
            + "with its data again"
    }
}
