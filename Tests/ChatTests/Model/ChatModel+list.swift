import Chat
import Domain

/// Changes of the users' lists that nobody asked for.
extension ChatModel {
    /// C-Q25: whatever has not changed for the period is out of the lists.
    mutating func expire() {
        for (user, person) in people {
            for (peer, box) in person.boxes where box.isListed {
                let change = max(box.changedAt, (box.last?.stamp ?? box.listedAt).time)
                if now - change >= .days(options.conversationDays) { unlist(user, peer) }
            }
        }
    }

    /// X-58, C-Q20: what was unread is no more, and the pin is lost; the option stays.
    mutating func unlist(_ user: String, _ peer: String) {
        change(user, peer) { box in
            box.isListed = false
            box.isPinned = false
            box.isMarked = false
            box.markRead { _ in true }
        }
    }

    /// C-Q24: for the one that comes, the last one that is not pinned goes; if all are, the last of those. Returns whether it
    /// is new in the list.
    mutating func enlist(_ user: String, _ peer: String, at stamp: Stamp) -> Bool {
        guard !box(of: user, with: peer).isListed else { return false }
        let present = list(of: user)
        if present.count >= options.conversationsPerUser {
            let goes = present.last { !box(of: user, with: $0).isPinned } ?? present.last!
            unlist(user, goes)
        }
        change(user, peer) { box in
            box.isListed = true
            box.listedAt = stamp
        }
        return true
    }

    mutating func change(_ user: String, _ peer: String, _ body: (inout Box) -> Void) {
        body(&people[user]!.boxes[peer, default: Box()])
    }

    /// Notes an event in the user's stream, and returns its seq. A receipt is there once for each conversation.
    mutating func note(_ content: Event.Content, about peer: String, for user: String) -> Seq {
        if case .receipt = content {
            let kept = keptEvents(of: user).first?.seq ?? .max
            people[user]!.events.removeAll { event in
                guard case .receipt = event.content else { return false }
                return event.peer == peer && event.seq >= kept
            }
        }
        people[user]!.streamSeq += 1
        let seq = people[user]!.streamSeq
        people[user]!.events.append(Event(seq: seq, time: now, peer: peer, content: content))
        return seq
    }

    /// The events on the user's devices after a change by the user.
    mutating func tellChange(_ user: String, _ peer: String) -> [ObservedEvent] {
        change(user, peer) { [now] box in box.changedAt = now }
        return box(of: user, with: peer).isListed ? [told(.changed, user, peer)] : []
    }

    mutating func told(_ content: Event.Content, _ user: String, _ peer: String) -> ObservedEvent {
        let seq = note(content, about: peer, for: user)
        return .conversation(snapshot(of: user, with: peer), isNew: content == .new, seq: seq)
    }
}

extension Box {
    mutating func markRead(_ isRead: (ModelMessage) -> Bool) {
        for index in copies.indices where copies[index].isUnread && isRead(copies[index].message) {
            copies[index].isUnread = false
        }
    }
}
