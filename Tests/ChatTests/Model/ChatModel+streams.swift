import Chat
import ClientProtocol
import Domain

/// what a device that comes back is given.
extension ChatModel {
    mutating func logIn(_ user: String, device: String, resuming positions: StreamPositions?) -> Effects {
        if isThere(user), people[user]!.isDisabled { return Effects(.refused(.forbidden)) }
        if !isThere(user) { _ = create(user, ProfileChange()) }
        var login = LoginSnapshot(streamSeq: people[user]!.streamSeq, total: total(of: user))
        guard let positions else { return Effects(.login(login)) }
        var known = self.positions(of: device, user) ?? StreamPositions()
        known.user = positions.user ?? known.user
        known.conversations.merge(positions.conversations) { $1 }
        known.changes.merge(positions.changes) { $1 }
        let events = missedEvents(of: user, after: known.user)
        login.user = StreamSnapshot(verdict: events.verdict, seq: login.streamSeq)
        for event in events.recovered where event.content == .new {
            let id = Self.conversation(with: event.peer)
            known.conversations[id] = known.conversations[id] ?? 0
        }
        var room = options.resumeMessages
        var changed = Set(events.recovered.filter { $0.content == .new || $0.content == .changed }.map(\.peer))
        for (id, position) in known.conversations.sorted(by: { $0.key < $1.key }) {
            let peer = Self.name(id)
            login.conversations[id] = resume(user, peer, from: position, &room)
            if talk(user, peer) != nil, lastSeq(user, peer) > position { changed.insert(peer) }
        }
        for (id, place) in known.changes.sorted(by: { $0.key < $1.key }) {
            let peer = Self.name(id)
            login.changes[id] = resumeChanges(user, peer, from: place, &room)
            if talk(user, peer) != nil, changeHead(user, peer).last > place { changed.insert(peer) }
        }
        login.changed = list(of: user).filter(changed.contains).map { snapshot(of: user, with: $0) }
        login.isComplete = events.isRecovered
        return Effects(.login(login))
    }

    private func missedEvents(of user: String, after position: Seq?) -> (
        verdict: VerdictSnapshot<StreamEventSnapshot>, recovered: [Event], isRecovered: Bool
    ) {
        let head = people[user]!.streamSeq
        guard let position, let events = events(of: user, after: position) else {
            let why: ResetReason = position.map { $0 > head ? .beyond : .kept } ?? .unknown
            return (.reset(from: keptEvents(of: user).first?.seq ?? head + 1, why: why), [], false)
        }
        guard events.count <= options.resumeEvents else { return (.gap(position + 1...head), [], false) }
        return (.recovered(snapshots(events, for: user)), events, true)
    }

    /// Nil if some of them are lost, or the position is none.
    private func events(of user: String, after position: Seq) -> [Event]? {
        let kept = keptEvents(of: user)
        let lost = people[user]!.events.dropLast(kept.count).last?.seq ?? people[user]!.lostThrough
        guard position <= people[user]!.streamSeq, position >= lost else { return nil }
        return kept.filter { $0.seq > position }
    }

    /// At most so many, and none that are too old.
    func keptEvents(of user: String) -> [Event] {
        people[user]!.events.suffix(options.eventsPerUser).filter { isKept($0.time, days: options.streamDays) }
    }

    /// A conversation is told as it is now; one that has left the list is not told.
    private func snapshots(_ events: [Event], for user: String) -> [StreamEventSnapshot] {
        events.compactMap { event in
            if case .receipt(let time) = event.content {
                return .receipt(seq: event.seq, from: Self.conversation(with: event.peer), time: time)
            }
            if event.content == .profile { return .profile(seq: event.seq, of: event.peer) }
            if case .deleted(let ids) = event.content { return .deleted(seq: event.seq, ids) }
            if case .messagesDeleted(let stamps) = event.content {
                return .messagesDeleted(seq: event.seq, Self.conversation(with: event.peer), stamps)
            }
            guard box(of: user, with: event.peer).isListed else { return nil }
            return .conversation(seq: event.seq, snapshot(of: user, with: event.peer), isNew: event.content == .new)
        }
    }

    private func resume(
        _ user: String, _ peer: String, from position: Seq, _ room: inout Int
    ) -> StreamSnapshot<MessageSnapshot> {
        guard let messages = talk(user, peer) else {
            return StreamSnapshot(verdict: .reset(from: 1, why: .unknown), seq: 0)
        }
        let head = lastSeq(user, peer)
        let box = box(of: user, with: peer)
        func answer(_ verdict: VerdictSnapshot<MessageSnapshot>) -> StreamSnapshot<MessageSnapshot> {
            StreamSnapshot(verdict: verdict, seq: head)
        }
        guard position <= head, position == 0 || position >= box.deletedThrough else {
            return answer(.reset(from: box.deletedThrough + 1, why: position > head ? .beyond : .deleted))
        }
        let start = max(position, box.deletedThrough)
        guard start < head else { return answer(.recovered([])) }
        let kept = messages.filter { $0.seq > start && isKept($0.time, days: options.messageDays) }
        let first = kept.first?.seq ?? head + 1
        // A message that is read takes room, whether it is returned or not.
        let fits = head.count(after: start) <= room
        if fits { room -= kept.count }
        guard first == start + 1 else { return answer(.reset(from: first, why: .kept)) }
        guard fits else { return answer(.gap(start + 1...head)) }
        // X-M04: what came while nothing was wanted is not given later either.
        let unwanted = Set(box.copies.filter { !$0.isSeen }.map(\.message.seq))
        let given = kept.filter { message in
            message.draft.settings.contains([.roaming, .persist])
                && (message.from != user || message.draft.settings.contains(.sync)) && !unwanted.contains(message.seq)
                && !box.hidden.contains(message.stamp) && !message.isGone(at: now)
        }
        return answer(.recovered(given.map { snapshot($0, for: user, isPersonal: true) }))
    }

    func events(_ user: String, after position: Seq, limit: Int) -> Effects {
        let head = people[user]!.streamSeq
        guard let events = events(of: user, after: position) else { return Effects(.refused(.resyncRequired)) }
        let page = Array(events.prefix(limit))
        let end = page.last?.seq ?? head
        return Effects(.events(snapshots(page, for: user), seq: end, isFinished: end == head))
    }

    // MARK: - Devices

    func positions(of device: String, _ user: String) -> StreamPositions? {
        people[user]!.devices.first { $0.name == device }?.positions
    }

    mutating func acknowledge(_ positions: StreamPositions, device: String, _ user: String) -> Effects {
        let former = self.positions(of: device, user)
        var known = former ?? StreamPositions()
        if let seq = positions.user { known.user = max(min(seq, people[user]!.streamSeq), known.user ?? 0) }
        for (id, seq) in positions.conversations where talk(user, Self.name(id)) != nil {
            known.conversations[id] = max(min(seq, lastSeq(user, Self.name(id))), known.conversations[id] ?? 0)
        }
        for (id, place) in positions.changes where talk(user, Self.name(id)) != nil {
            let head = changeHead(user, Self.name(id)).last
            known.changes[id] = max(min(place, head), known.changes[id] ?? 0)
        }
        guard known != former ?? StreamPositions() else { return Effects(.done) }
        if max(known.conversations.count, known.changes.count) > options.conversationsPerUser {
            let listed = Set(list(of: user).map(Self.conversation))
            known.conversations = known.conversations.filter { listed.contains($0.key) }
            known.changes = known.changes.filter { listed.contains($0.key) }
        }
        people[user]!.devices.removeAll { $0.name == device }
        if people[user]!.devices.count >= options.devicesPerUser { people[user]!.devices.removeFirst() }
        people[user]!.devices.append((device, known))
        return Effects(.done)
    }
}
