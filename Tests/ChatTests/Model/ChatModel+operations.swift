import Chat
import ClientProtocol
import Domain

/// The effects of an operation: its answer, and each user's events, without the totals.
struct Effects {
    var answer: Answer
    var told: [String: [ObservedEvent]] = [:]

    init(_ answer: Answer) {
        self.answer = answer
    }

    mutating func tell(_ user: String, _ pendingEvents: ObservedEvent) {
        told[user, default: []].append(pendingEvents)
    }

    mutating func tell(_ user: String, _ pendingEvents: [ObservedEvent]) {
        told[user, default: []] += pendingEvents
    }

    /// What else is told at the end.
    mutating func add(_ later: Effects) {
        for (user, pendingEvents) in later.told { tell(user, pendingEvents) }
    }
}

/// The answer to an operation.
enum Answer: Equatable {
    case done
    case refused(ErrorCode)
    case yes(Bool)
    case number(Int64)
    case message(MessageSnapshot)
    case options([Int64?])
    case conversations([ConversationSnapshot], isFinished: Bool)
    case found([ConversationSnapshot?])
    case deleted([Stamp])
    case messages([MessageSnapshot], next: Seq)
    case pins([MessageSnapshot], place: Seq)
    case changes([ChangeSnapshot], place: Seq, isFinished: Bool)
    case events([StreamEventSnapshot], seq: Seq, isFinished: Bool)
    case login(LoginSnapshot)
}

extension ChatModel {
    /// T-03, T-Q16, X-M. Of the gateway's answer it takes the stamp of the message.
    mutating func send(_ draft: Draft, from user: String, answered answer: Answer) -> Effects {
        let peer = Self.name(draft.target.description)
        if let former = sent[[user, draft.clientID]], isRepeat(of: former, answered: answer) {
            let isSame = former.to == peer && former.draft.isSame(as: draft)
            guard isSame else { return Effects(.refused(.conflict)) }
            let now = snapshot(former, for: user)
            return Effects(.message(shows(former, to: user, peer) ? now : now.gone))
        }
        guard isThere(peer) else { return Effects(.refused(.noTarget)) }
        let original = draft.replyTo.flatMap { self.original($0.stamp, user, peer) }
        if draft.replyTo != nil, original == nil { return Effects(.refused(.noMessage)) }
        let stamp = if case .message(let face) = answer { face.stamp } else { lastStamp }
        var message = ModelMessage(
            stamp: stamp, seq: lastSeq(user, peer) + 1, from: user, to: peer, draft: draft, time: now)
        message.reply = original.map { ReplySnapshot(stamp: $0.stamp, seq: $0.seq, from: $0.from) }
        lastStamp = stamp
        talks[[user, peer].sorted(), default: []].append(message)
        sent[[user, draft.clientID]] = message
        var effects = Effects(.message(snapshot(message, for: user)))
        if draft.settings.contains(.sync) {
            effects.tell(user, .message(snapshot(message, for: user), sparesOrigin: true))
        }
        effects.tell(user, show(message, to: user, peer, isUnread: false))
        guard peer != user else { return effects }
        guard box(of: peer, with: user).option != .refuse else {
            change(peer, user) { $0.copies.append(Copy(message: message, isUnread: false, isSeen: false)) }
            return effects
        }
        effects.tell(peer, .message(snapshot(message, for: peer), sparesOrigin: false))
        effects.tell(peer, show(message, to: peer, user, isUnread: draft.settings.contains(.shouldBeCounted)))
        return effects
    }

    /// The id holds for a day at least, and for two at most; between the two it is the gateway's choice, which its answer shows.
    private func isRepeat(of former: ModelMessage, answered answer: Answer) -> Bool {
        // The new owner of the name has nothing to do with the former owner's messages.
        guard former.time >= people[former.from]!.createdAt else { return false }
        let period = Milliseconds.hours(options.retryHours)
        if now - former.time < period { return true }
        guard now - former.time < period * 2 else { return false }
        if case .message(let face) = answer { return face.stamp == former.stamp }
        return answer == .refused(.conflict)
    }

    /// A seen message: the last one of a conversation that it brings to the front.
    private mutating func show(_ message: ModelMessage, to user: String, _ peer: String, isUnread: Bool)
        -> ObservedEvent
    {
        let isNew = enlist(user, peer, at: message.stamp)
        change(user, peer) { $0.copies.append(Copy(message: message, isUnread: isUnread, isSeen: true)) }
        if isNew { return told(.new, user, peer) }
        return .conversation(snapshot(of: user, with: peer), isNew: false, seq: nil)
    }

    /// C-Q09, X-56.
    mutating func markRead(_ user: String, _ peer: String, upTo seq: Seq?) -> Effects {
        guard hasAny(user, peer) else { return Effects(.refused(.conversationParameters)) }
        let former = box(of: user, with: peer)
        let target = min(seq ?? .max, lastSeq(user, peer))
        var effects = Effects(.number(former.unread))
        if target > former.readSeq { read(user, peer, upTo: target, &effects) }
        change(user, peer) { $0.isMarked = false }
        let left = box(of: user, with: peer).unread
        effects.answer = .number(left)
        if left != former.unread || former.isMarked { effects.tell(user, tellChange(user, peer)) }
        return effects
    }

    private mutating func read(_ user: String, _ peer: String, upTo target: Seq, _ effects: inout Effects) {
        let former = box(of: user, with: peer)
        // A user who reads at all has done with what is not given out any more.
        let model = self
        change(user, peer) { box in
            box.readSeq = target
            box.markRead { $0.seq <= target || !model.isAbout($0) }
        }
        let newest = former.copies.last { copy in
            copy.message.from != user && isAbout(copy.message)
                && (former.readSeq + 1...target).contains(copy.message.seq)
        }
        if let newest { tellReceipt(user, peer, newest.message.stamp.time, &effects) }
    }

    /// C-Q09: nothing but each of them.
    mutating func markAllRead(_ user: String, _ type: ConversationType?) -> Effects {
        var effects = Effects(.done)
        for peer in type == .group ? [] : list(of: user) {
            for (recipient, told) in markRead(user, peer, upTo: nil).told { effects.tell(recipient, told) }
        }
        effects.answer = .number(total(of: user))
        return effects
    }

    /// C-Q27.
    mutating func markUnread(_ user: String, _ peer: String, _ isMarked: Bool) -> Effects {
        let former = box(of: user, with: peer)
        guard former.isListed else { return Effects(.refused(.conversationParameters)) }
        var effects = Effects(.done)
        guard former.isMarked != isMarked else { return effects }
        change(user, peer) { $0.isMarked = isMarked }
        effects.tell(user, tellChange(user, peer))
        return effects
    }

    /// D-06, D-07.
    mutating func setTags(_ user: String, _ peer: String, _ tags: [String]) -> Effects {
        guard hasAny(user, peer) else { return Effects(.refused(.conversationParameters)) }
        let former = box(of: user, with: peer)
        var effects = Effects(.done)
        guard former.tags != tags else { return effects }
        change(user, peer) { $0.tags = tags }
        let told = tellChange(user, peer)
        if former.isListed { effects.tell(user, told) }
        return effects
    }

    /// C-Q21.
    func find(_ user: String, _ peers: [String]) -> Effects {
        Effects(.found(peers.map { box(of: user, with: $0).isListed ? snapshot(of: user, with: $0) : nil }))
    }

    /// T-Q28: monotonic.
    private mutating func tellReceipt(_ user: String, _ peer: String, _ time: Milliseconds, _ effects: inout Effects) {
        guard peer != user, time > box(of: user, with: peer).readTime else { return }
        change(user, peer) { $0.readTime = time }
        guard isThere(peer) else { return }
        let seq = note(.receipt(time: time), about: user, for: peer)
        effects.tell(peer, .receipt(from: Self.conversation(with: user), time: time, seq: seq))
    }

    mutating func sendReceipt(_ user: String, _ peer: String, time: Milliseconds) -> Effects {
        guard lastSeq(user, peer) > 0 else { return Effects(.refused(.noTarget)) }
        var effects = Effects(.done)
        tellReceipt(user, peer, min(time, now), &effects)
        return effects
    }

    /// C-30, C-Q18.
    mutating func pin(_ user: String, _ peer: String, _ isPinned: Bool) -> Effects {
        let former = box(of: user, with: peer)
        guard former.isListed else { return Effects(.refused(.conversationParameters)) }
        var effects = Effects(.done)
        guard former.isPinned != isPinned else { return effects }
        change(user, peer) { $0.isPinned = isPinned }
        effects.tell(user, tellChange(user, peer))
        return effects
    }

    /// C-33 to C-35, C-Q20, C-Q22.
    mutating func delete(_ user: String, _ peers: [String]) -> Effects {
        var deleted: [String] = []
        for peer in peers where hasAny(user, peer) {
            unlist(user, peer)
            let last = lastSeq(user, peer)
            change(user, peer) { box in
                box.copies = []
                box.hidden = []
                box.deletedThrough = last
            }
            deleted.append(Self.conversation(with: peer))
        }
        var effects = Effects(.done)
        guard !deleted.isEmpty else { return effects }
        let seq = note(.deleted(deleted), about: user, for: user)
        effects.tell(user, .deleted(deleted, seq: seq))
        return effects
    }

    /// C-Q11, X-51.
    mutating func setOption(_ user: String, _ peers: [String], _ option: ReceiveOption) -> Effects {
        var effects = Effects(.options(peers.map { isThere($0) ? option.rawValue : nil }))
        for peer in peers where isThere(peer) {
            // An option that changes nothing begins no conversation.
            if option != .receive { talks[[user, peer].sorted(), default: []] += [] }
            guard box(of: user, with: peer).option != option else { continue }
            change(user, peer) { $0.option = option }
            effects.tell(user, tellChange(user, peer))
        }
        return effects
    }

    func options(_ user: String, _ peers: [String]) -> Effects {
        Effects(.options(peers.map { isThere($0) ? box(of: user, with: $0).option.rawValue : nil }))
    }

    /// T-Q31, and what retention has left.
    func history(_ user: String, _ peer: String, _ history: History) -> Effects {
        guard people[peer] != nil, isThere(peer) || talk(user, peer) != nil else { return Effects(.refused(.noTarget)) }
        var messages = (talk(user, peer) ?? []).filter { message in
            shows(message, to: user, peer) && message.draft.settings.contains(.history)
                && message.stamp >= history.cutoff && !message.isGone(at: history.now)
        }
        switch history.direction {
        case .older: messages = messages.filter { history.cursor == 0 || $0.seq < history.cursor }.reversed()
        case .newer: messages.removeAll { $0.seq <= history.cursor }
        }
        let page = messages.prefix(history.limit)
        return Effects(
            .messages(
                page.map { snapshot($0, for: user, isPersonal: true, at: history.now) },
                next: page.count < messages.count ? page.last!.seq : 0))
    }
}

extension Draft {
    fileprivate func isSame(as other: Draft) -> Bool {
        kind == other.kind && settings == other.settings && body == other.body && pushText == other.pushText
            && expireSeconds == other.expireSeconds && replyTo == other.replyTo
    }
}
