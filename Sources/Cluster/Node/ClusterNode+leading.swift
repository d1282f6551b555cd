/// A leader's turn: its opening record, then one batch after the other.
extension ClusterNode {
    /// The end was named by a renewal, so that it is kept; the append finds out whether it is still the end.
    mutating func openIfCaughtUp() {
        guard role == .candidate, applying == nil, reader.queue.isEmpty, now < leaseUntil,
            let standing, stored.place.position >= standing.end.position, let time = clock.now(at: now)
        else { return }
        var content = content(.batch, time: time)
        // Only the last leader can have handed over; who gave it away without having led has said nothing of that one.
        content.kind = standing.giver != nil && standing.giver == stored.leader ? .handover : .opening
        content.epoch = stored.epoch.next
        content.migrations = options.build.migrations
        let record = Record(content, after: stored.place, version: recordVersion)
        role = .opening(Outgoing(record: record, content: content, since: now))
        actions.append(.append(record, content.id))
    }

    private mutating func content(_ kind: RecordContent.Kind, time: Int64) -> RecordContent {
        serial += 1
        return RecordContent(
            epoch: stored.epoch, id: RecordID(incarnation, serial), time: max(time, clock.last), kind: kind)
    }

    /// The newest that all nodes read which are there, or may come back. A node of an older version can so be among them.
    var recordVersion: Int64 {
        let others = (standing?.members ?? []).filter { !stored.registry.ended.contains($0.incarnation) }
        return others.map(\.build.reads).reduce(options.build.reads, min)
    }

    mutating func beginLeading(_ content: RecordContent) {
        role = .leading(content.epoch, .idle)
        isResigning = false
        deathWatch.reset()
        reachWatch = ReachWatch()
        if !faults.contains(.resendsAtLeaseChange) { intake.begin(after: stored.registry) }
        actions.append(.promoted(content.epoch))
        for other in links.sorted() { introduce(content.epoch, to: other) }
    }

    // MARK: - A batch

    mutating func executeNext() {
        guard case .leading(let epoch, .idle) = role, mayBeginWork(at: now), !isGivingAway, intake.count > 0,
            let time = clock.now(at: now)
        else { return }
        if let nextBatch, intake.count < options.batchRequests, now < nextBatch { return }
        let work = intake.takeBatch(
            upTo: options.batchRequests, suspects: options.batchSuspects, bytes: options.batchBytes)
        let batch = Batch(
            work: work, position: stored.place.position.next, time: time, version: recordVersion)
        role = .leading(epoch, .executing(batch))
        // A record costs as much as dozens of messages, so it waits for those of others; whoever asks alone waits for nobody.
        nextBatch = work.count > 1 ? now + options.batchMilliseconds : nil
        lastBatch = batch
        actions.append(.execute(batch))
    }

    /// When there is something to do that no event begins.
    package var nextTurn: Moment? {
        guard case .leading(_, .idle) = role, !isGivingAway, intake.count > 0, let nextBatch, nextBatch > now else {
            return nil
        }
        return nextBatch
    }

    mutating func executed(_ entries: [RecordEntry]?) {
        guard case .leading(let epoch, .executing(let batch)) = role else {
            preconditionFailure("nothing was to be executed in \(role)")
        }
        // A local fault before the append: others lead, and these requests are sent to them.
        guard var entries else { return stepDown() }
        if let (record, content) = executedBefore {
            executedBefore = nil
            role = .leading(epoch, .committing(record, content))
            return actions.append(.commit(record, content))
        }
        let done = entries.count
        precondition(done > 0 && done <= batch.work.count, "\(batch.work.count) pieces became \(done) entries")
        // All of it would have taken too long.
        intake.putBack(batch.work[done...])
        let work = batch.work[..<done]
        if work.allSatisfy(\.isOwn), entries.allSatisfy(\.isEmpty) {
            actions.append(.conclude)
            return rest(epoch)
        }
        var ended: [Incarnation] = []
        for (index, work) in work.enumerated() {
            switch work {
            case .request(let incarnation, let request):
                entries[index].request = RequestID(incarnation, request.number)
                entries[index].session = SessionKey(incarnation, request.request.session)
            case .end where entries[index].isUnfinished: intake.goOnEnding(work)
            case .end(let incarnation, _): ended.append(incarnation)
            case .own: break
            }
            entries[index].isUnfinished = false
        }
        var content = content(.batch, time: batch.time)
        content.entries = entries
        content.ended = ended
        let record = Record(content, after: stored.place, version: batch.version)
        role = .leading(epoch, .appending(Outgoing(record: record, content: content, since: now)))
        if faults.contains(.tellsBeforeAppend) { tell(content, at: record.place) }
        if faults.contains(.refusesByLink) { refuseByLink(content) }
        actions.append(.append(record, content.id))
    }

    mutating func appended(_ id: RecordID, _ result: Result<AppendResult, LogError>) {
        guard var outgoing = role.outgoing, outgoing.content.id == id, outgoing.retryAt == nil else { return }
        switch result {
        case .success(.appended): appended(outgoing)
        case .success(.conflict): lost(outgoing)
        case .failure(let error):
            if faults.contains(.decidesUnknownByLookUp), case .leading = role { return giveUp(outgoing) }
            outgoing.retryAt = soon()
            outgoing.problem = "\(error)"
            role.outgoing = outgoing
        }
    }

    /// The same bytes again, until it is decided.
    mutating func retryAppend() {
        guard var outgoing = role.outgoing, outgoing.retryAt.isPast(at: now) else { return }
        outgoing.retryAt = nil
        role.outgoing = outgoing
        actions.append(.append(outgoing.record, outgoing.content.id))
    }

    private mutating func appended(_ outgoing: Outgoing) {
        reader.advance(to: outgoing.record.place)
        switch role {
        case .leading(let epoch, _):
            role = .leading(epoch, .committing(outgoing.record, outgoing.content))
            actions.append(.commit(outgoing.record, outgoing.content))
        case .follower, .candidate, .opening, .halted:
            applying = (outgoing.record, outgoing.content)
            actions.append(.apply(outgoing.record, outgoing.content))
        }
    }

    /// Somebody else has appended there: this turn is over, and the batch has not happened.
    private mutating func lost(_ outgoing: Outgoing) {
        if case .leading = role {
            actions.append(.rollBack)
            stepDown()
        } else {
            role = .follower
        }
        reader.forget(downTo: stored.place)
        nextRead = now
    }

    mutating func committed(_ isCommitted: Bool) {
        guard case .leading(let epoch, .committing(let record, let content)) = role else {
            preconditionFailure("nothing was to be committed in \(role)")
        }
        guard isCommitted else { return commitFailed(record, content, epoch) }
        take(content, at: record.place)
        if !faults.contains(.tellsBeforeAppend) { tell(content, at: record.place) }
        unannounced = record.place
        rest(epoch)
    }

    /// A batch is done.
    private mutating func rest(_ epoch: Epoch) {
        role = .leading(epoch, .idle)
        if isResigning, now >= leaseUntil { stepDown() }
        if isResigning || isGivingAway { nextRenewal = min(nextRenewal, now) }
    }

    /// The record is the outcome: it is applied as any other node applies it, and another node leads.
    private mutating func commitFailed(_ record: Record, _ content: RecordContent, _ epoch: Epoch) {
        if faults.contains(.executesAgainAfterCommitFailed), let batch = lastBatch {
            executedBefore = (record, content)
            role = .leading(epoch, .executing(batch))
            return actions.append(.execute(batch))
        }
        applying = (record, content)
        stepDown()
        actions.append(.apply(record, content))
    }

    mutating func stepDown() {
        role = .follower
        isResigning = false
        unannounced = nil
        restsUntil = now + options.leaseMilliseconds
        isGivingAway = leaseUntil > now
        nextRenewal = min(nextRenewal, now)
        nextRead = now
        intake = Intake()
        reader.forget(downTo: place)
        actions.append(.demoted)
    }

    /// Tells the others what is kept, so that they need not wait for a write of their own. A record that the next one is about
    /// to follow needs no word: being followed says as much.
    mutating func announceIfIdle() {
        guard case .leading(_, .idle) = role, nextTurn == nil, let place = unannounced else { return }
        unannounced = nil
        for other in links.sorted() { actions.append(.send(.kept(place), to: other)) }
    }

    // MARK: - Planted faults

    /// "Not found" proves nothing.
    private mutating func giveUp(_ outgoing: Outgoing) {
        actions.append(.rollBack)
        for request in outgoing.content.entries.compactMap(\.request) where request.incarnation == incarnation {
            if let request = forwarder.remove(request.number) { actions.append(.refuse(request)) }
        }
        stepDown()
    }

    private mutating func refuseByLink(_ content: RecordContent) {
        for entry in content.entries where entry.statements.isEmpty {
            guard let request = entry.request, links.contains(request.incarnation) else { continue }
            actions.append(.send(.refusal(request.number), to: request.incarnation))
        }
    }
}

extension ClusterNode.Role {
    /// The record that is being appended.
    fileprivate(set) var outgoing: ClusterNode.Outgoing? {
        get {
            switch self {
            case .opening(let outgoing), .leading(_, .appending(let outgoing)): outgoing
            case .follower, .candidate, .leading, .halted: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .opening: self = .opening(newValue)
            case .leading(let epoch, .appending): self = .leading(epoch, .appending(newValue))
            case .follower, .candidate, .leading, .halted: preconditionFailure("nothing is appended in \(self)")
            }
        }
    }
}
