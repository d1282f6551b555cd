import Chat
import ClientProtocol
import Domain

/// what a device that comes back is given.
extension GroupModel {
    mutating func arrive(_ user: String, device: String, resuming positions: StreamPositions?) -> Reply {
        if !isThere(user) { _ = settle(user) }
        pendingEvents.touched.insert(user)
        let joined = modelGroups.values.filter { $0.modelMembers[user] != nil }.sorted {
            $0.modelMembers[user]!.joined < $1.modelMembers[user]!.joined
        }
        var arrival = ArrivalSnapshot(
            streamSeq: people[user]!.streamSeq, total: total(of: user),
            positions: joined.map { "\($0.id) at \(streamHead(of: $0, for: user))" })
        guard let positions else { return .arrival(arrival) }
        var known = self.positions(of: device, user) ?? StreamPositions()
        known.user = positions.user ?? known.user
        known.conversations.merge(positions.conversations) { $1 }
        known.groups.merge(positions.groups) { $1 }
        known.changes.merge(positions.changes) { $1 }
        let missed = missedEvents(of: user, after: known.user)
        arrival.user = StreamSnapshot(verdict: missed.verdict, seq: arrival.streamSeq)
        var touched: Set<String> = []
        for event in missed.recovered {
            guard case .thread(let id, let isNew) = event.content else { continue }
            touched.insert(id)
            if isNew { known.conversations[id] = known.conversations[id] ?? 0 }
        }
        var room = options.resumeMessages
        for (id, position) in known.conversations.sorted(by: { $0.key < $1.key }) {
            arrival.threads[id] = resume(id, of: user, from: position, &room)
            if hasThread(id, user), listedHead(id, of: user) > position { touched.insert(id) }
        }
        for (id, place) in known.changes.sorted(by: { $0.key < $1.key }) {
            guard hasThread(id, user) else {
                arrival.changes[id] = StreamSnapshot(verdict: .reset(from: 1, why: .unknown), seq: 0)
                continue
            }
            arrival.changes[id] = resumeChanges(id, of: user, from: place, &room)
            if changeHead(thread(id, of: user)).last > place { touched.insert(id) }
        }
        for modelGroup in joined {
            arrival.modelGroups[modelGroup.id] = known.groups[modelGroup.id].map {
                resume(modelGroup, for: user, from: $0)
            }
        }
        for id in positions.groups.keys where modelGroups[id]?.modelMembers[user] == nil {
            arrival.modelGroups[id] = StreamSnapshot(verdict: .reset(from: 1, why: .unknown), seq: 0)
        }
        if case .recovered = missed.verdict { arrival.isComplete = true } else { arrival.isComplete = false }
        let mark = mark(of: device, user)
        arrival.changed = list(of: user).filter { id in
            touched.contains(id) || mayHaveMissedRound(id, of: user, since: mark)
        }.map { snapshot($0, of: user) }
        return .arrival(arrival)
    }

    ///
    private func mayHaveMissedRound(_ id: String, of user: String, since mark: Milliseconds) -> Bool {
        guard id.hasPrefix("group_"), box(of: user, id).leftAt == nil else { return false }
        let changed = changes[id]?.last { $0.place == changeHead(id).last }?.time
        return [threads[id]?.last(where: \.visibleTo.isEmpty)?.time, changed].contains { time in
            time.map { $0 >= mark - 10_000 } ?? false
        }
    }

    // MARK: - The user's stream

    private func missedEvents(of user: String, after position: Seq?) -> (
        verdict: VerdictSnapshot<ReplayedEvent>, recovered: [GroupModelUser.Event]
    ) {
        let head = people[user]!.streamSeq
        let kept = keptEvents(of: user)
        let events = kept.filter { $0.seq > position ?? head }
        guard let position, position <= head, head.count(after: position) == events.count else {
            let why: ResetReason = position.map { $0 > head ? .beyond : .kept } ?? .unknown
            return (.reset(from: kept.first?.seq ?? head + 1, why: why), [])
        }
        guard events.count <= options.resumeEvents else { return (.gap(position + 1...head), []) }
        return (.recovered(replayed(events, to: user)), events)
    }

    /// At most so many, and none that are too old: an unbroken row up to the stream's end.
    private func keptEvents(of user: String) -> [GroupModelUser.Event] {
        people[user]!.events.suffix(options.eventsPerUser).filter { isKept($0.time, days: options.streamDays) }
    }

    /// A conversation is told as it is now; one that has left the list is not told.
    private func replayed(_ events: [GroupModelUser.Event], to user: String) -> [ReplayedEvent] {
        events.compactMap { event in
            switch event.content {
            case .deleted(let ids): .deleted(seq: event.seq, ids)
            case .messagesDeleted(let id, let count): .messagesDeleted(seq: event.seq, id, count)
            case .thread(let id, let isNew):
                box(of: user, id).isListed ? .thread(seq: event.seq, snapshot(id, of: user), isNew: isNew) : nil
            case .modelGroup(let kind, let id, let data): .event(seq: event.seq, kind, modelGroup: id, data: data)
            }
        }
    }

    func events(of user: String, after position: Seq, limit: Int) throws -> Reply {
        let head = people[user]!.streamSeq
        let events = keptEvents(of: user).filter { $0.seq > position }
        guard position <= head, head.count(after: position) == events.count else { throw Refused(.resyncRequired) }
        let page = Array(events.prefix(limit))
        let end = page.last?.seq ?? head
        return .events(replayed(page, to: user), seq: end, isFinished: end == head)
    }

    // MARK: - The groups' streams

    private func streamHead(of modelGroup: ModelGroup, for user: String) -> Seq {
        max(Seq(modelGroup.events.count), modelGroup.modelMembers[user]!.start)
    }

    private func resume(_ modelGroup: ModelGroup, for user: String, from position: Seq) -> StreamSnapshot<
        ReplayedEvent
    > {
        let head = streamHead(of: modelGroup, for: user)
        let after = max(position, modelGroup.modelMembers[user]!.start)
        let missed = modelGroup.events.enumerated().dropFirst(Int(after.rawValue))
        // Events are kept for a time, and what is left is of no use without what was before.
        let modelMember = modelGroup.modelMembers[user]!
        let isBroken = modelMember.hasReturned && position < modelMember.start
        guard position <= head, !isBroken,
            missed.allSatisfy({ isKept($0.element.time, days: options.streamDays) })
        else {
            let why: ResetReason = position > head ? .beyond : isBroken ? .deleted : .kept
            return StreamSnapshot(verdict: .reset(from: head + 1, why: why), seq: head)
        }
        guard missed.count <= options.resumeEvents else {
            return StreamSnapshot(verdict: .gap(after + 1...head), seq: head)
        }
        let events = missed.filter { $0.element.except != user }.map { index, event in
            ReplayedEvent.event(seq: Seq(index + 1), event.kind, modelGroup: modelGroup.id, data: event.data)
        }
        return StreamSnapshot(verdict: .recovered(events), seq: head)
    }

    // MARK: - The conversations

    private func resume(
        _ id: String, of user: String, from position: Seq, _ room: inout Int
    ) -> StreamSnapshot<GroupMessageSnapshot> {
        guard hasThread(id, user) else { return StreamSnapshot(verdict: .reset(from: 1, why: .unknown), seq: 0) }
        let box = box(of: user, id)
        let head = head(id, of: user)
        guard position <= head, position == 0 || position >= box.hiddenThrough else {
            let why: ResetReason = position > head ? .beyond : .deleted
            return StreamSnapshot(verdict: .reset(from: box.hiddenThrough + 1, why: why), seq: head)
        }
        let start = max(position, box.hiddenThrough)
        guard start < head else { return StreamSnapshot(verdict: .recovered([]), seq: head) }
        let kept = messages(id, of: user).filter { message in
            (start + 1...head).contains(message.seq) && isKept(message.time, days: options.messageDays)
        }
        let first = kept.first?.seq ?? head + 1
        // A message that is read takes room, whether it is returned or not.
        let fits = head.count(after: start) <= room
        if fits { room -= kept.count }
        guard first == start + 1 else { return StreamSnapshot(verdict: .reset(from: first, why: .kept), seq: head) }
        guard fits else { return StreamSnapshot(verdict: .gap(start + 1...head), seq: head) }
        // X-M04: what came while nothing was wanted is not given later either.
        let seen = Set(box.copies.filter(\.isSeen).map(\.message.seq))
        let given = kept.filter { message in
            let isOwn = message.from == user && message.kind != .notification
            return message.settings.contains([.roaming, .persist]) && (!isOwn || message.settings.contains(.sync))
                && (seen.contains(message.seq) || box.targeted[message.seq] == true) && !message.isGone(at: now)
                && !box.hidden.contains(message.seq)
        }
        return StreamSnapshot(
            verdict: .recovered(given.map { snapshot($0, for: user, isPersonal: true) }), seq: head)
    }

    private func hasThread(_ id: String, _ user: String) -> Bool {
        if id.hasPrefix("group_") {
            return modelGroup(of: id)?.modelMembers[user] != nil || box(of: user, id).leftAt != nil
        }
        return threads[thread(id, of: user)] != nil
    }

    // MARK: - Devices

    func positions(of device: String, _ user: String) -> StreamPositions? {
        people[user]!.devices.first { $0.name == device }?.positions
    }

    mutating func acknowledge(_ positions: StreamPositions, device: String, by user: String) {
        let former = self.positions(of: device, user)
        var known = former ?? StreamPositions()
        if let seq = positions.user { known.user = max(min(seq, people[user]!.streamSeq), known.user ?? 0) }
        for (id, seq) in positions.conversations where hasThread(id, user) {
            known.conversations[id] = max(min(seq, head(id, of: user)), known.conversations[id] ?? 0)
        }
        for (id, seq) in positions.groups {
            guard let modelGroup = modelGroups[id], modelGroup.modelMembers[user] != nil else { continue }
            known.groups[id] = max(min(seq, streamHead(of: modelGroup, for: user)), known.groups[id] ?? 0)
        }
        for (id, place) in positions.changes where hasThread(id, user) {
            let head = changeHead(thread(id, of: user)).last
            known.changes[id] = max(min(place, head), known.changes[id] ?? 0)
        }
        guard known != former ?? StreamPositions() else { return }
        if max(known.conversations.count, known.changes.count) > options.conversationsPerUser {
            let listed = list(of: user)
            known.conversations = known.conversations.filter { listed.contains($0.key) }
            known.changes = known.changes.filter { listed.contains($0.key) }
        }
        if known.groups.count > options.groupsPerUser {
            known.groups = known.groups.filter { modelGroups[$0.key]?.modelMembers[user] != nil }
        }
        put(device, known, told: told(device, user) ?? 0, of: user)
    }

    private mutating func put(_ device: String, _ positions: StreamPositions, told: Milliseconds, of user: String) {
        people[user]!.devices.removeAll { $0.name == device }
        if people[user]!.devices.count >= options.devicesPerUser { people[user]!.devices.removeFirst() }
        people[user]!.devices.append((device, positions, told))
    }

    private func told(_ device: String, _ user: String) -> Milliseconds? {
        people[user]!.devices.first { $0.name == device }?.told
    }

    /// S-Q33.
    private func mark(of device: String, _ user: String) -> Milliseconds {
        let own = told(device, user) ?? 0
        return own > 0 ? own : people[user]!.devices.map(\.told).max() ?? 0
    }

    /// The device's first session has begun, or one has ended.
    mutating func raiseMark(of device: String, _ user: String, to told: Milliseconds, isEnd: Bool) {
        let former = self.told(device, user)
        if former != nil, !isEnd { return }
        put(device, positions(of: device, user) ?? StreamPositions(), told: max(told, former ?? 0), of: user)
    }
}
