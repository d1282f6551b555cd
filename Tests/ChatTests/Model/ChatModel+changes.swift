import Chat
import ClientProtocol
import Domain

/// M: what becomes of messages after they were sent.
extension ChatModel {
    /// M-01 to M-06. `user` nil: a backend.
    mutating func recall(_ stamp: Stamp, _ user: String?, _ peer: String, reason: String?) -> Effects {
        let found = talks.values.joined().first { $0.stamp == stamp && isKept($0.time, days: options.messageDays) }
        guard let message = found else { return Effects(.refused(.noMessage)) }
        if let user {
            guard [message.from, message.to].sorted() == [user, peer].sorted(),
                message.seq > box(of: user, with: peer).deletedThrough
            else { return Effects(.refused(.noMessage)) }
            guard message.from == user else { return Effects(.refused(.forbidden)) }
            let bound = Milliseconds(Int64(options.recallSeconds) * 1_000)
            if message.recall == nil, options.recallSeconds >= 0, now - message.time >= bound {
                return Effects(.refused(.tooLate))
            }
        }
        var effects = Effects(.done)
        if message.recall == nil { recall(message, RecallSnapshot(user: user, time: now, reason: reason), &effects) }
        if let user { effects.answer = .message(snapshot(self.message(stamp)!, for: user)) }
        return effects
    }

    func message(_ stamp: Stamp) -> ModelMessage? { talks.values.joined().first { $0.stamp == stamp } }

    private mutating func recall(_ former: ModelMessage, _ recall: RecallSnapshot, _ effects: inout Effects) {
        let pair = [former.from, former.to].sorted()
        var message = former
        message.recall = recall
        message.change = changeHead(former.from, former.to).last + 1
        changeHeads[pair, default: (0, 0)].last = message.change
        changes[pair, default: []].removeAll { $0.message.stamp == message.stamp }
        changes[pair]!.append(ModelChange(place: message.change, message: message, time: now))
        let index = talks[pair]!.firstIndex { $0.stamp == message.stamp }!
        talks[pair]![index] = message
        for (key, sent) in sent where sent.stamp == message.stamp { self.sent[key] = message }
        for user in Set(pair).sorted() {
            let peer = user == former.from ? former.to : former.from
            let before = box(of: user, with: peer)
            if before.copies.contains(where: { $0.message.stamp == message.stamp }) {
                change(user, peer) { box in
                    let index = box.copies.firstIndex { $0.message.stamp == message.stamp }!
                    box.copies[index].message = message
                    box.copies[index].isUnread = false
                }
            }
            guard isThere(user) else { continue }
            if message.seq > before.deletedThrough { effects.tell(user, .changed(snapshot(message, for: user))) }
            let after = box(of: user, with: peer)
            if after.isListed, after.unread != before.unread || after.last?.stamp == message.stamp {
                effects.tell(user, told(.changed, user, peer))
            }
        }
    }

    /// M-09: what a sweep has found to be too old.
    mutating func sweepChanges() {
        for (pair, kept) in changes {
            let lost = kept.filter { !isKept($0.time, days: options.changeDays) }.map(\.place).max()
            guard let lost else { continue }
            changeHeads[pair]!.lost = max(changeHeads[pair]!.lost, lost)
            changes[pair] = kept.filter { isKept($0.time, days: options.changeDays) }
        }
    }

    private func visibleChanges(_ user: String, _ peer: String, after place: Seq) -> [ModelChange] {
        (changes[[user, peer].sorted()] ?? []).filter { $0.place > place }
    }

    private func snapshot(_ change: ModelChange, for user: String) -> ChangeSnapshot {
        let message = self.message(change.message.stamp)!
        let isKept = isKept(message.time, days: options.messageDays)
        return ChangeSnapshot(
            place: change.place, stamp: message.stamp, seq: message.seq, isRecalled: message.recall != nil,
            message: isKept ? snapshot(message, for: user) : nil)
    }

    /// M-09.
    func resumeChanges(_ user: String, _ peer: String, from place: Seq, _ room: inout Int) -> StreamSnapshot<
        ChangeSnapshot
    > {
        guard talk(user, peer) != nil else { return StreamSnapshot(verdict: .reset(from: 1), seq: 0) }
        let (head, lost) = changeHead(user, peer)
        guard place <= head, place >= lost else { return StreamSnapshot(verdict: .reset(from: lost + 1), seq: head) }
        let missed = visibleChanges(user, peer, after: place)
        guard missed.count <= room else { return StreamSnapshot(verdict: .gap(place + 1...head), seq: head) }
        room -= missed.count
        let hidden = box(of: user, with: peer).deletedThrough
        let told = missed.filter { $0.message.seq > hidden }.map { snapshot($0, for: user) }
        return StreamSnapshot(verdict: .recovered(told), seq: head)
    }

    /// M-10.
    func changes(_ user: String, _ peer: String, after place: Seq, limit: Int) -> Effects {
        guard people[peer] != nil else { return Effects(.refused(.noTarget)) }
        guard talk(user, peer) != nil else { return Effects(.changes([], place: 0, isFinished: true)) }
        let (head, lost) = changeHead(user, peer)
        guard place <= head, place >= lost else { return Effects(.refused(.resyncRequired)) }
        let missed = visibleChanges(user, peer, after: place)
        let page = missed.prefix(limit)
        let hidden = box(of: user, with: peer).deletedThrough
        let isFinished = page.count == missed.count
        return Effects(
            .changes(
                page.filter { $0.message.seq > hidden }.map { snapshot($0, for: user) },
                place: isFinished ? head : page.last!.place, isFinished: isFinished))
    }
}
