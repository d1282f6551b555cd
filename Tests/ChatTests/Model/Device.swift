import Chat
import Domain

/// A client as docs/protocol.md tells how to write one: it keeps what it has been told, comes back with the places where it
/// stopped, and lists its conversations when it is told that it has not been told everything.
struct Device {
    var isThere = false
    private var userSeq: Seq?
    private var seqs: [String: Seq] = [:]
    private var list: [String: ConversationSnapshot] = [:]
    /// M-09: by conversation, the place of the last change that it has, and the messages.
    private var places: [String: Seq] = [:]
    private var messages: [String: [Stamp: MessageSnapshot]] = [:]

    /// Nil: it has never been there.
    var positions: StreamPositions? { userSeq.map { StreamPositions(user: $0, conversations: seqs, changes: places) } }

    mutating func come(_ login: LoginSnapshot, listing: () -> [ConversationSnapshot]) {
        let isNew = userSeq == nil
        isThere = true
        userSeq = login.streamSeq
        if case .recovered(let events) = login.user?.verdict { for event in events { take(event) } }
        for (id, stream) in login.conversations { seqs[id] = stream.seq == 0 ? nil : stream.seq }
        for (id, stream) in login.conversations {
            guard case .recovered(let recovered) = stream.verdict else { continue }
            for message in recovered { messages[id, default: [:]][message.stamp] = message }
        }
        for (id, stream) in login.changes { take(stream, of: id) }
        for conversation in login.changed { take(conversation) }
        guard isNew || !login.isComplete else { return }
        (list, seqs, places, messages) = ([:], [:], [:], [:])
        for conversation in listing() { take(conversation) }
    }

    mutating func hear(_ told: ObservedEvent) {
        guard isThere else { return }
        switch told {
        case .message(let message, _):
            seqs[message.conversation] = message.seq
            messages[message.conversation, default: [:]][message.stamp] = message
        case .changed(let message):
            places[message.conversation] = message.change
            replace(message)
        case .gone(let message):
            places[message.conversation] = message.change
            messages[message.conversation]?[message.stamp] = nil
        case .conversation(let conversation, _, let seq):
            take(conversation)
            userSeq = seq ?? userSeq
        case .deleted(let ids, let seq):
            drop(ids)
            userSeq = seq
        case .messagesDeleted(let id, let stamps, let seq):
            for stamp in stamps { messages[id]?[stamp] = nil }
            userSeq = seq
        case .receipt(let id, let time, let seq):
            list[id]?.peerReadTime = time
            userSeq = seq
        case .profile(_, let seq): userSeq = seq
        case .total, .signaled: break
        case .ended: isThere = false
        }
    }

    private mutating func take(_ stream: StreamSnapshot<ChangeSnapshot>, of id: String) {
        places[id] = stream.seq == 0 ? nil : stream.seq
        guard case .recovered(let changes) = stream.verdict else {
            // It would fetch the changes, or whatever the history confirms.
            messages[id] = nil
            return
        }
        for change in changes {
            if let message = change.message { replace(message) } else { messages[id]?[change.stamp] = nil }
        }
    }

    /// A change that it has already changes nothing.
    private mutating func replace(_ message: MessageSnapshot) {
        guard let known = messages[message.conversation]?[message.stamp], known.change < message.change else { return }
        messages[message.conversation]![message.stamp] = message
    }

    private mutating func take(_ event: StreamEventSnapshot) {
        switch event {
        case .receipt(_, let id, let time): list[id]?.peerReadTime = time
        case .conversation(_, let conversation, _): take(conversation)
        case .deleted(_, let ids): drop(ids)
        case .messagesDeleted(_, let id, let stamps): for stamp in stamps { messages[id]?[stamp] = nil }
        case .profile: break
        }
    }

    private mutating func take(_ conversation: ConversationSnapshot) {
        list[conversation.id] = conversation
        seqs[conversation.id] = conversation.seq
        places[conversation.id] = conversation.change
    }

    private mutating func drop(_ ids: [String]) {
        for id in ids {
            list[id] = nil
            seqs[id] = nil
            places[id] = nil
            messages[id] = nil
        }
    }

    /// It has everything that is in the list; what the list has dropped by itself it may have as well.
    func compare(_ model: ChatModel, user: String) throws {
        for peer in model.list(of: user) {
            let conversation = model.snapshot(of: user, with: peer)
            let known = list[conversation.id]
            try same(
                known?.toldOf(at: model.now), conversation.toldOf(at: model.now),
                "what a device of \(user) has of \(peer)")
            for (stamp, message) in messages[conversation.id] ?? [:] {
                guard let present = model.message(stamp), model.isAbout(present) else { continue }
                try same(present.isExpired, false, "whether what a device of \(user) has is gone")
                if model.people[user]!.untold.contains(stamp) { continue }
                var known = message.shown(at: model.now)
                known.mine = nil
                try same(known, model.snapshot(present, for: user), "a message on a device of \(user)")
            }
            // Once the other is another user of the same name, it has read nothing.
            guard model.people[peer]!.lostThrough == 0 else { continue }
            try same(
                known!.peerReadTime, conversation.peerReadTime, "when \(peer) has read, as a device of \(user) has it")
        }
        // C-Q04: of one without a message the device does not know the place.
        let shown = model.list(of: user).map(ChatModel.conversation).filter { list[$0]?.last != nil }
        try same(
            shown.sorted { place(of: $0) < place(of: $1) }, shown, "the order of the list on a device of \(user)")
    }

    private func place(of id: String) -> (Int, Int64) {
        (list[id]!.isPinned ? 0 : 1, -(list[id]!.last?.stamp.rawValue ?? 0))
    }
}

extension ConversationSnapshot {
    /// Without the fields that change without an event: the read position where nothing was unread, and unwanted messages.
    /// The other user's read position has an event of its own.
    fileprivate func toldOf(at now: Milliseconds) -> ConversationSnapshot {
        var face = self
        face.last = last?.shown(at: now)
        (face.seq, face.readSeq, face.peerReadTime, face.change) = (0, 0, 0, 0)
        // M-24: reactions are no change of the list.
        face.last?.change = 0
        face.last?.reactions = []
        return face
    }
}
