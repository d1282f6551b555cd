import Chat
import ClientProtocol
import Domain

/// M: messages are taken back.
extension GroupModel {
    /// M-04, M-05, M-06. The conversation is as the user knows it; `message` is the last one with this id of the sender's own.
    mutating func recall(_ message: ModelMessage?, in id: String, by user: String, asBackend: Bool) throws -> Reply {
        if asBackend {
            guard let message, isKept(message.time, days: options.messageDays) else { throw Refused(.noMessage) }
            if !message.isRecalled { recall(message) }
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
        guard let message, isKept(message.time, days: options.messageDays), message.thread == thread(id, of: user),
            message.seq > box(of: user, id).hiddenThrough
        else { throw Refused(.noMessage) }
        guard message.from == user || isLeader else {
            throw Refused(id.hasPrefix("group_") ? .noGroupRight : .forbidden)
        }
        let bound = Milliseconds(Int64(options.recallSeconds) * 1_000)
        if !isLeader, !message.isRecalled, options.recallSeconds >= 0, message.time + bound <= now {
            throw Refused(.tooLate)
        }
        if !message.isRecalled { recall(message) }
        var recalled = message
        recalled.isRecalled = true
        return .message(snapshot(recalled, for: user))
    }

    private mutating func recall(_ former: ModelMessage) {
        var message = former
        message.isRecalled = true
        threads[message.thread]![Int(message.seq.rawValue) - 1] = message
        for (key, sent) in sent where sent.order == message.order { self.sent[key] = message }
        for user in people.keys.sorted() {
            for id in people[user]!.boxes.keys.sorted() where thread(id, of: user) == message.thread {
                recall(message, in: id, of: user)
            }
        }
    }

    private mutating func recall(_ message: ModelMessage, in id: String, of user: String) {
        let before = box(of: user, id)
        change(user, id) { box in
            for index in box.copies.indices where box.copies[index].message.order == message.order {
                box.copies[index].message = message
                box.copies[index].isUnread = false
            }
            box.calls.removeAll { $0.seq == message.seq }
        }
        guard isThere(user) else { return }
        let after = box(of: user, id)
        let isConcerned = after.unread != before.unread || after.last?.order == message.order
        if !id.hasPrefix("group_") {
            if message.seq > before.hiddenThrough { tell(user, .changed(snapshot(message, for: user))) }
            if after.isListed, isConcerned {
                show(id, to: user, noted: true)
                pendingEvents.touched.insert(user)
            }
            return
        }
        let group = modelGroup(of: id)!
        let isMember = !group.isGone && group.modelMembers[user] != nil
        if isMember, message.seq > before.hiddenThrough { tell(user, .changed(snapshot(message, for: user))) }
        // C-Q12: who has a mark of its own is told at once, the others in a round.
        let isMarked = before.calls.contains { $0.seq == message.seq && $0.kind != .all && $0.seq > before.readSeq }
        if isMarked {
            show(id, to: user, noted: false)
        } else if after.isListed, isConcerned {
            // No round tells a former member: it is right when the user looks.
            people[user]!.behind.insert(id)
            if !isMember { people[user]!.hasUnsureTotal = true }
        }
    }
}
