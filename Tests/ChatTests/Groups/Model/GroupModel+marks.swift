import Chat
import ClientProtocol
import Domain

/// M-23 to M-34: reactions, pins, deletions for oneself, and signals.
extension GroupModel {
    /// M-23 to M-25.
    mutating func react(
        _ reaction: String, to message: ModelMessage?, in id: String, removes: Bool, by user: String
    ) throws -> Reply {
        try requireMembership(id, of: user, speaks: !removes)
        let message = try readable(message, in: id, by: user)
        guard message.settings.contains([.history, .persist]) else { throw Refused(.forbidden) }
        if message.isRecalled { throw Refused(.noMessage) }
        let isThere = ownReactions(message, user).contains { $0.reaction == reaction }
        guard isThere == removes else { return .message(snapshot(message, for: user, isPersonal: true)) }
        if !removes {
            if id.hasPrefix("c2c_"), !self.isThere(String(id.dropFirst(4))) { throw Refused(.noTarget) }
            let kinds = Set(message.reactions.map(\.reaction))
            if !kinds.contains(reaction), kinds.count >= options.reactionsPerMessage { throw Refused(.tooMany) }
        }
        var reacted = message
        reacted.reactions.removeAll { $0.user == user && $0.reaction == reaction }
        if !removes {
            let order = reacted.reactions.first { $0.reaction == reaction }?.kindOrder
            let last = reacted.reactions.map(\.kindOrder).max() ?? 0
            reacted.reactions.append(
                ModelReaction(reaction: reaction, user: user, time: now, kindOrder: order ?? last + 1))
        }
        reacted = change(message, to: reacted, isVoid: false, isReactionOf: user)
        return .message(snapshot(reacted, for: user, isPersonal: true))
    }

    /// As for a message, or as for reading.
    private func requireMembership(_ id: String, of user: String, speaks: Bool) throws {
        guard id.hasPrefix("group_") else { return }
        if speaks {
            let nothing = ModelMessage(order: 0, seq: 0, time: 0, from: user, thread: id, settings: [], body: "")
            return try checkSending(nothing, to: String(id.dropFirst("group_".count)))
        }
        guard let group = modelGroup(of: id), !group.isGone else { throw Refused(.noGroup) }
        guard group.modelMembers[user] != nil else { throw Refused(.notInGroup) }
    }

    /// M-31.
    mutating func pinMessage(
        _ message: ModelMessage?, in id: String, _ isPinned: Bool, by user: String
    ) throws -> Reply {
        try requireMembership(id, of: user, speaks: false)
        if id.hasPrefix("group_"), modelGroup(of: id)?.modelMembers[user]?.role == .member {
            throw Refused(.noGroupRight)
        }
        let message = try readable(message, in: id, by: user)
        guard message.settings.contains([.history, .persist]) else { throw Refused(.forbidden) }
        if message.isRecalled { throw Refused(.noMessage) }
        if !message.visibleTo.isEmpty { throw Refused(.forbidden) }
        guard (message.pin != nil) != isPinned else {
            return .message(snapshot(message, for: user, isPersonal: true))
        }
        if isPinned {
            if id.hasPrefix("c2c_"), !isThere(String(id.dropFirst(4))) { throw Refused(.noTarget) }
            let pinned = pinned(in: message.thread)
            if pinned.count >= 50 { throw Refused(.tooMany) }
        }
        var changed = message
        changed.pin = isPinned ? (PinSnapshot(user: user, time: now), nextOrder()) : nil
        changed = change(message, to: changed, isVoid: false)
        return .message(snapshot(changed, for: user, isPersonal: true))
    }

    private func pinned(in thread: String) -> [ModelMessage] {
        (threads[thread] ?? []).filter { $0.pin != nil && isKept($0.time, days: options.messageDays) }
    }

    /// M-32.
    func pins(in id: String, by user: String) throws -> Reply {
        if id.hasPrefix("group_") {
            guard let group = modelGroup(of: id), !group.isGone else { throw Refused(.nimNoGroup) }
            guard group.modelMembers[user] != nil else { throw Refused(.nimNotInGroup) }
        } else if people[String(id.dropFirst(4))] == nil {
            throw Refused(.noTarget)
        }
        let found = pinned(in: thread(id, of: user)).filter { box(of: user, id).shows($0) && !$0.isGone(at: now) }
        return .messages(
            found.sorted { $0.pin!.order > $1.pin!.order }.map { snapshot($0, for: user, isPersonal: true) }, next: 0)
    }

    /// M-27, M-28: how many of them the user had.
    mutating func deleteMessages(_ messages: [ModelMessage?], in id: String, by user: String) throws -> Reply {
        try requireMembership(id, of: user, speaks: false)
        let found = Set(messages.compactMap { try? readable($0, in: id, by: user) }.map(\.seq))
        if found.isEmpty { return .number(0) }
        let shown = box(of: user, id).last?.seq
        let model = self
        change(user, id) { box in
            box.hidden.formUnion(found)
            box.calls.removeAll { found.contains($0.seq) }
            for index in box.copies.indices {
                let message = box.copies[index].message
                if found.contains(message.seq) {
                    box.copies[index].isUnread = false
                    box.copies[index].isPast = true
                } else if let shown, found.contains(shown),
                    message.isGone(at: model.now) || !model.isKept(message.time, days: model.options.messageDays)
                {
                    box.copies[index].isPast = true
                }
            }
        }
        let seq = note(.messagesDeleted(id, found.count), for: user)
        tell(user, .messagesDeleted(id, found.count, seq: seq))
        showChange(id, by: user)
        return .number(Int64(found.count))
    }

    // MARK: - Changes

    func changeHead(_ thread: String) -> (last: Seq, lost: Seq) { changeHeads[thread] ?? (0, 0) }

    /// M-09: what a sweep has found to be too old.
    mutating func sweepChanges() {
        for (thread, kept) in changes {
            let lost = kept.filter { !isKept($0.time, days: options.changeDays) }.map(\.place).max()
            guard let lost else { continue }
            changeHeads[thread]!.lost = max(changeHeads[thread]!.lost, lost)
            changes[thread] = kept.filter { isKept($0.time, days: options.changeDays) }
        }
    }

    func missedChanges(_ thread: String, after place: Seq) -> [ModelChange] {
        (changes[thread] ?? []).filter { $0.place > place }
    }

    func snapshot(_ change: ModelChange, for user: String) -> GroupChangeSnapshot {
        let message = threads[change.message.thread]![Int(change.message.seq.rawValue) - 1]
        let isKept = isKept(message.time, days: options.messageDays) && !message.isGone(at: now)
        return GroupChangeSnapshot(
            place: change.place, seq: message.seq, isRecalled: change.message.isRecalled && !change.message.isExpired,
            message: isKept ? snapshot(message, for: user, isPersonal: true) : nil)
    }

    /// M-10.
    func changes(in id: String, after place: Seq, limit: Int, by user: String) throws -> Reply {
        if id.hasPrefix("group_") {
            guard let group = modelGroup(of: id), !group.isGone else { throw Refused(.nimNoGroup) }
            guard group.modelMembers[user] != nil else { throw Refused(.nimNotInGroup) }
        } else if people[String(id.dropFirst(4))] == nil {
            throw Refused(.noTarget)
        }
        let thread = thread(id, of: user)
        // A group's conversation is there before anybody has said anything.
        guard threads[thread] != nil || id.hasPrefix("group_") else { return .changes([], place: 0, isFinished: true) }
        let (head, lost) = changeHead(thread)
        guard place <= head, place >= lost else { throw Refused(.resyncRequired) }
        let missed = missedChanges(thread, after: place)
        let page = missed.prefix(limit)
        let isFinished = page.count == missed.count
        let box = box(of: user, id)
        return .changes(
            page.filter { box.shows($0.message) }.map { snapshot($0, for: user) },
            place: isFinished ? head : page.last!.place, isFinished: isFinished)
    }

    /// M-09: a former member is told nothing any more.
    func resumeChanges(
        _ id: String, of user: String, from place: Seq, _ room: inout Int
    ) -> StreamSnapshot<GroupChangeSnapshot> {
        let thread = thread(id, of: user)
        let (head, lost) = changeHead(thread)
        guard place <= head, place >= lost else {
            return StreamSnapshot(verdict: .reset(from: lost + 1, why: place > head ? .beyond : .kept), seq: head)
        }
        let box = box(of: user, id)
        guard place < head, box.leftAt == nil else { return StreamSnapshot(verdict: .recovered([]), seq: head) }
        let missed = missedChanges(thread, after: place)
        guard missed.count <= room else { return StreamSnapshot(verdict: .gap(place + 1...head), seq: head) }
        room -= missed.count
        let told = missed.filter { box.shows($0.message) }.map { snapshot($0, for: user) }
        return StreamSnapshot(verdict: .recovered(told), seq: head)
    }

    // MARK: - Signals

    /// M-33, M-34.
    mutating func signal(_ name: String, _ data: String, in id: String, by user: String) throws -> Reply {
        try requireSignal(in: id, by: user)
        guard threads[thread(id, of: user)] != nil else { return .done }
        let key = SignalKey(from: user, id: id, name: name)
        if signals[key] != nil {
            signals[key] = .some(data)
        } else {
            signals[key] = .some(nil)
            tell(key, data)
        }
        return .done
    }

    private func requireSignal(in id: String, by user: String) throws {
        try requireMembership(id, of: user, speaks: true)
        if id.hasPrefix("c2c_"), !isThere(String(id.dropFirst(4))) { throw Refused(.noTarget) }
    }

    private mutating func tell(_ key: SignalKey, _ data: String) {
        if let group = modelGroup(of: key.id), key.id.hasPrefix("group_") {
            for (user, member) in group.modelMembers where user != key.from && !member.isBlocking {
                tell(key, data, to: user, in: key.id)
            }
        } else if key.id != "c2c_" + key.from {
            tell(key, data, to: String(key.id.dropFirst(4)), in: "c2c_" + key.from)
        }
    }

    private mutating func tell(_ key: SignalKey, _ data: String, to user: String, in id: String) {
        let box = box(of: user, id)
        guard box.isListed, box.option != .refuse else { return }
        tell(user, .signaled(id, from: key.from, name: key.name, data: data))
    }

    /// The newest of those that came too soon, if it could be sent now.
    mutating func sweepSignals() {
        let due = signals
        signals = [:]
        for (key, waiting) in due {
            guard let data = waiting, isThere(key.from), (try? requireSignal(in: key.id, by: key.from)) != nil
            else { continue }
            signals[key] = .some(nil)
            tell(key, data)
        }
    }

    /// Of a signal.
    func hasExpired(_ event: ObservedGroupEvent, of user: String) -> Bool {
        guard case .signaled(let id, _, _, _) = event else { return false }
        let box = box(of: user, id)
        return !box.isListed && box.hasExpired
    }
}
