import Chat
import Domain

/// A client as docs/protocol.md tells how to write one: it keeps the list that it has been told, comes back with the places where
/// it stopped, and lists its conversations when it is told that it has not been told everything.
struct GroupDevice {
    var isThere = false
    private var userSeq: Seq?
    private var seqs: [String: Seq] = [:]
    private var places: [String: Seq] = [:]
    private var groupSeqs: [String: Seq] = [:]
    private var list: [String: ThreadSnapshot] = [:]

    /// Nil: it has never been there.
    var positions: StreamPositions? {
        userSeq.map { StreamPositions(user: $0, conversations: seqs, groups: groupSeqs, changes: places) }
    }

    mutating func come(_ arrival: ArrivalSnapshot, listing: () -> [ThreadSnapshot]) {
        let isNew = userSeq == nil
        isThere = true
        userSeq = arrival.streamSeq
        if case .recovered(let events) = arrival.user?.verdict { for event in events { take(event) } }
        for (id, stream) in arrival.threads { seqs[id] = stream.seq == 0 ? nil : stream.seq }
        for (id, stream) in arrival.changes { places[id] = stream.seq == 0 ? nil : stream.seq }
        groupSeqs = [:]
        for position in arrival.positions {
            let parts = position.split(separator: " ")
            groupSeqs[String(parts[0])] = Seq(Int64(parts[2])!)
        }
        for conversation in arrival.changed { take(conversation) }
        guard isNew || !arrival.isComplete else { return }
        (list, seqs, places) = ([:], [:], [:])
        for conversation in listing() { take(conversation) }
    }

    mutating func hear(_ told: ObservedGroupEvent) {
        guard isThere else { return }
        switch told {
        case .message(let message, _): seqs[message.conversation] = message.seq
        case .changed(let message), .gone(let message): places[message.conversation] = message.life.change
        case .thread(let conversation, _, let seq):
            take(conversation)
            userSeq = seq ?? userSeq
        case .deleted(let ids, let seq):
            drop(ids)
            userSeq = seq
        case .messagesDeleted(_, _, let seq): userSeq = seq
        case .event(_, let group, _, let seq, true, _): groupSeqs[group] = seq ?? groupSeqs[group]
        case .event(_, _, _, let seq, false, _): userSeq = seq ?? userSeq
        case .total, .signaled: break
        case .ended: isThere = false
        }
    }

    private mutating func take(_ event: ReplayedEvent) {
        switch event {
        case .thread(_, let conversation, _): take(conversation)
        case .deleted(_, let ids): drop(ids)
        case .messagesDeleted, .event: break
        }
    }

    private mutating func take(_ conversation: ThreadSnapshot) {
        list[conversation.id] = conversation
        seqs[conversation.id] = conversation.seq
        places[conversation.id] = conversation.change
    }

    private mutating func drop(_ ids: [String]) {
        for id in ids { (list[id], seqs[id], places[id]) = (nil, nil, nil) }
    }

    /// It has everything that is in the list, and in its order. What the list has dropped by itself it may have as well, and what
    /// waits for a round it has not.
    func compare(_ model: GroupModel, user: String) throws {
        let settled = model.list(of: user).filter { !model.people[user]!.behind.contains($0) }
        for id in settled {
            let conversation = model.snapshot(id, of: user)
            try same(
                list[id]?.told(in: model), conversation.told(in: model), "what a device of \(user) has of \(id)")
        }
        // C-Q04: of one without a message the device does not know the place.
        let shown = settled.filter { list[$0]?.last != nil }
        let ordered = shown.sorted { place(of: $0) < place(of: $1) }
        try same(ordered, shown, "the order of the list on a device of \(user)")
    }

    private func place(of id: String) -> (Int, Milliseconds) {
        (list[id]!.isPinned ? 0 : 1, 0 - (list[id]!.last?.time ?? 0))
    }
}

extension ThreadSnapshot {
    /// Without the fields that change without an event: the read position where nothing was unread, unwanted messages, and what
    /// time alone has taken away. M-24: reactions are no change of the list.
    fileprivate func told(in model: GroupModel) -> ThreadSnapshot {
        var face = self
        let messages = model.threads[id] ?? []
        face.calls = calls.filter { call in
            model.isKept(messages[Int(call.seq.rawValue) - 1].time, days: model.options.messageDays)
        }
        (face.seq, face.readSeq, face.change) = (0, 0, 0)
        face.last?.life.change = 0
        face.last?.life.reactions = []
        if let end = last?.life.expireAt, end <= model.now { face.last?.clear() }
        return face
    }
}

extension GroupMessageSnapshot {
    /// It has expired, though nobody has been told yet.
    fileprivate mutating func clear() {
        (body, mentions, settings) = ("{}", nil, [])
        life = GroupMessageLife(expireAt: life.expireAt)
    }
}
