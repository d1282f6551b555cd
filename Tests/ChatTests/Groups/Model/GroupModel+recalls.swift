import Chat
import ClientProtocol
import Domain

/// M: messages are taken back.
extension GroupModel {
    /// M-04, M-05, M-06. The conversation is as the user knows it; `message` is the last one with this id of the sender's own.
    mutating func recall(_ message: ModelMessage?, in id: String, by user: String, asBackend: Bool) throws -> Reply {
        if asBackend {
            guard let message, isKept(message.time, days: options.messageDays), !message.isGone(at: now) else {
                throw Refused(.noMessage)
            }
            _ = recall(message, by: nil)
            return .done
        }
        let isLeader: Bool
        if id.hasPrefix("group_") {
            guard let group = modelGroup(of: id), !group.isGone else { throw Refused(.noGroup) }
            guard let member = group.modelMembers[user] else { throw Refused(.notInGroup) }
            let sender = message.flatMap { group.modelMembers[$0.from]?.role }
            isLeader = member.role == .owner || member.role == .admin && sender != .owner
        } else {
            isLeader = false
        }
        let message = try readable(message, in: id, by: user)
        guard message.from == user || isLeader else {
            throw Refused(id.hasPrefix("group_") ? .noGroupRight : .forbidden)
        }
        let bound = Milliseconds(Int64(options.recallSeconds) * 1_000)
        if !isLeader, !message.isRecalled, options.recallSeconds >= 0, message.time + bound <= now {
            throw Refused(.tooLate)
        }
        let recalled = recall(message, by: user)
        return .message(snapshot(recalled, for: user))
    }

    private mutating func recall(_ message: ModelMessage, by user: String?) -> ModelMessage {
        if message.isRecalled { return message }
        var recalled = message
        recalled.recall = RecallSnapshot(user: user, time: now, reason: nil)
        recalled.pin = nil
        return change(message, to: recalled, isVoid: true)
    }

    /// The message, if it is one of the conversation that is kept, and that the user's history has.
    func readable(_ message: ModelMessage?, in id: String, by user: String) throws -> ModelMessage {
        guard let message, isKept(message.time, days: options.messageDays), message.thread == thread(id, of: user),
            box(of: user, id).shows(message), !message.isGone(at: now)
        else { throw Refused(.noMessage) }
        return message
    }

    /// M-18 to M-20. `mentions` nil: those that it has.
    mutating func edit(
        _ message: ModelMessage?, in id: String, by user: String, body: String, mentions: [String]?
    ) throws -> Reply {
        let group = modelGroup(of: id)
        var edited =
            message
            ?? ModelMessage(order: 0, seq: 0, time: 0, from: user, thread: "", settings: [], body: "")
        let version = message?.edit?.2.version ?? 0
        edited.edit = (body, [], EditSnapshot(time: now, version: version + 1))
        if id.hasPrefix("group_") {
            try checkEdit(of: edited, by: user, to: String(id.dropFirst("group_".count)))
        }
        let message = try readable(message, in: id, by: user)
        if group == nil, !isThere(String(id.dropFirst("c2c_".count))) { throw Refused(.noTarget) }
        guard message.from == user, message.settings.contains([.history, .persist]) else { throw Refused(.forbidden) }
        if message.isRecalled { throw Refused(.noMessage) }
        if message.time + Milliseconds(Int64(options.editSeconds) * 1_000) <= now { throw Refused(.tooLate) }
        if !message.visibleTo.isEmpty, mentions?.isEmpty == false { throw Refused(.messageParameters) }
        edited.edit!.1 = mentions.map { $0.isEmpty ? nil : $0 } ?? message.names
        if let group, mentions != nil { try checkEdit(of: edited, by: user, to: group.id) }
        edited = change(message, to: edited, isVoid: false)
        return .message(snapshot(edited, for: user, isPersonal: true))
    }

    /// As if it was sent again, to whom it went (M-54).
    private func checkEdit(of message: ModelMessage, by user: String, to group: String) throws {
        var probe = message
        (probe.from, probe.visibleTo) = (user, [])
        try checkSending(probe, to: group)
    }

    /// M-36: what a sweep finds to be due, so many at once; a start takes all.
    mutating func expireMessages(atOnce limit: Int = 64) {
        let due = threads.values.joined().filter { !$0.isExpired && $0.isGone(at: now) }
            .sorted { ($0.expireAt!, $0.order) < ($1.expireAt!, $1.order) }
        for former in due.prefix(limit) {
            var expired = former
            expired.isExpired = true
            expired.pin = nil
            let isLast = threads[former.thread]!.last(where: \.visibleTo.isEmpty)?.order == former.order
            if isLast || isKept(former.time, days: options.messageDays) {
                change(former, to: expired, isVoid: !former.isRecalled)
            } else {
                replace(expired)
            }
        }
    }

    private mutating func replace(_ message: ModelMessage) {
        threads[message.thread]![Int(message.seq.rawValue) - 1] = message
        for (key, sent) in sent where sent.order == message.order { self.sent[key] = message }
    }

    /// `actor`: of a reaction. Returns the message with its place.
    @discardableResult
    mutating func change(
        _ former: ModelMessage, to next: ModelMessage, isVoid: Bool, isReactionOf actor: String? = nil
    ) -> ModelMessage {
        var message = next
        message.change = changeHead(message.thread).last + 1
        changeHeads[message.thread, default: (0, 0)].last = message.change
        changes[message.thread, default: []].removeAll { $0.message.order == message.order }
        changes[message.thread]!.append(ModelChange(place: message.change, message: message, time: now))
        replace(message)
        for user in people.keys.sorted() {
            for id in people[user]!.boxes.keys.sorted() where thread(id, of: user) == message.thread {
                if let actor {
                    react(message, in: id, of: user, by: actor)
                } else {
                    change(former, to: message, isVoid: isVoid, in: id, of: user)
                }
            }
        }
        return message
    }

    /// M-24: no list shows it, and those are not told who want nothing of the conversation.
    private mutating func react(_ message: ModelMessage, in id: String, of user: String, by actor: String) {
        change(user, id) { box in
            for index in box.copies.indices where box.copies[index].message.order == message.order {
                box.copies[index].message = message
            }
        }
        let box = box(of: user, id)
        guard isThere(user), box.shows(message) else { return }
        if let group = modelGroup(of: id), id.hasPrefix("group_") {
            guard let member = group.modelMembers[user], !group.isGone else { return }
            if user != actor, member.isBlocking || box.option == .refuse { return }
        } else if user != actor, box.option == .refuse {
            return
        }
        tell(user, .changed(snapshot(message, for: user, isPersonal: user == actor)))
    }

    private mutating func change(
        _ former: ModelMessage, to message: ModelMessage, isVoid: Bool, in id: String, of user: String
    ) {
        let before = box(of: user, id)
        let isMember = modelGroup(of: id).map { !$0.isGone && $0.modelMembers[user] != nil } ?? true
        change(user, id) { box in
            for index in box.copies.indices where box.copies[index].message.order == message.order {
                box.copies[index].message = message
                if isVoid { box.copies[index].isUnread = false }
            }
            box.rename(former, message, user, isMember: isMember)
        }
        guard isThere(user) else { return }
        let after = box(of: user, id)
        let kinds = (before.kind(of: message), after.kind(of: message))
        let isConcerned =
            after.unread != before.unread || after.last?.order == message.order
            || former.namesAll != message.namesAll && kinds.0 != kinds.1
        let told = snapshot(message, for: user)
        let isTold = isMember && before.shows(message)
        if isTold { tell(user, message.isExpired ? .gone(told) : .changed(told)) }
        if !id.hasPrefix("group_") {
            if after.isListed, isConcerned {
                let seq = note(.thread(id: id, isNew: false), for: user)
                tell(user, .thread(snapshot(id, of: user), isNew: false, seq: seq))
                pendingEvents.touched.insert(user)
            }
            return
        }
        // C-Q12: who has a mark of its own is told at once, the others in a round.
        if (kinds.0 ?? .all == .all) != (kinds.1 ?? .all == .all) {
            show(id, to: user, noted: false)
        } else if after.isListed, isConcerned {
            // No round tells a former member: it is right when the user looks.
            people[user]!.behind.insert(id)
            if !isMember { people[user]!.hasUnsureTotal = true }
        }
    }
}

extension GroupModelUser.Box {
    /// How an unread message names the user.
    fileprivate func kind(of message: GroupModel.ModelMessage) -> AtInfo.Kind? {
        calls.first { $0.seq == message.seq && $0.seq > readSeq }?.kind
    }

    /// The message names others than before. The mark of one who was named before is gone once the user has lost it.
    fileprivate mutating func rename(
        _ former: GroupModel.ModelMessage, _ message: GroupModel.ModelMessage, _ user: String, isMember: Bool
    ) {
        let held = calls.first { $0.seq == message.seq }?.kind
        calls.removeAll { $0.seq == message.seq }
        let copy = copies.last { $0.message.order == message.order }
        guard let copy, copy.isSeen, copy.isInList, !copy.isPast, message.from != user, message.seq > readSeq else {
            return
        }
        let wasNamed = former.names?.contains(user) == true
        let isNamed = message.names?.contains(user) == true
        let isMine = isNamed && (wasNamed ? held == .me || held == .both : isMember)
        guard isMine || message.namesAll else { return }
        let kind: AtInfo.Kind = !message.namesAll ? .me : isMine ? .both : .all
        calls.append(AtInfo(seq: message.seq, kind: kind))
        calls.sort { $0.seq < $1.seq }
    }
}
