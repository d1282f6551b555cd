import Chat
import ClientProtocol
import Domain

/// M: what becomes of messages after they were sent.
extension ChatModel {
    /// M-01 to M-06. `user` nil: a backend.
    mutating func recall(_ stamp: Stamp, _ user: String?, _ peer: String, reason: String?) -> Effects {
        let found = present(stamp)
        guard let message = found else { return Effects(.refused(.noMessage)) }
        if let user {
            guard [message.from, message.to].sorted() == [user, peer].sorted(),
                shows(message, to: user, peer)
            else { return Effects(.refused(.noMessage)) }
            guard message.from == user else { return Effects(.refused(.forbidden)) }
            let bound = Milliseconds(Int64(options.recallSeconds) * 1_000)
            if message.recall == nil, options.recallSeconds >= 0, now - message.time >= bound {
                return Effects(.refused(.tooLate))
            }
        }
        var effects = Effects(.done)
        if message.recall == nil {
            var recalled = message
            recalled.recall = RecallSnapshot(user: user, time: now, reason: reason)
            recalled.pin = nil
            change(message, to: recalled, isVoid: true, &effects)
        }
        if let user { effects.answer = .message(snapshot(self.message(stamp)!, for: user, isPersonal: true)) }
        return effects
    }

    /// A message that is given out.
    private func present(_ stamp: Stamp) -> ModelMessage? {
        message(stamp).flatMap { isKept($0.time, days: options.messageDays) && !$0.isGone(at: now) ? $0 : nil }
    }

    /// M-36: what a sweep finds to be due, so many at once; a start takes all. Also tells whose lists were looked at.
    mutating func expireMessages(atOnce limit: Int = 64) -> (effects: Effects, users: Set<String>) {
        let due = talks.values.joined().filter { !$0.isExpired && $0.isGone(at: now) }
            .sorted { ($0.expireAt!, $0.stamp) < ($1.expireAt!, $1.stamp) }
        var (effects, users) = (Effects(.done), Set<String>())
        for former in due.prefix(limit) {
            var expired = message(former.stamp)!
            expired.isExpired = true
            expired.pin = nil
            if isAbout(former) {
                users.formUnion([former.from, former.to])
                change(former, to: expired, isVoid: former.recall == nil, &effects)
            } else {
                replace(expired)
            }
        }
        return (effects, users)
    }

    private mutating func replace(_ message: ModelMessage) {
        let pair = [message.from, message.to].sorted()
        let index = talks[pair]!.firstIndex { $0.stamp == message.stamp }!
        talks[pair]![index] = message
        for (key, sent) in sent where sent.stamp == message.stamp { self.sent[key] = message }
        for user in Set(pair) {
            change(user, user == message.from ? message.to : message.from) { box in
                for index in box.copies.indices where box.copies[index].message.stamp == message.stamp {
                    box.copies[index].message = message
                }
            }
        }
    }

    /// M-18, M-19.
    mutating func edit(_ stamp: Stamp, _ user: String, _ peer: String, body: String, version: Int64?) -> Effects {
        let found = present(stamp)
        guard let message = found, [message.from, message.to].sorted() == [user, peer].sorted(),
            shows(message, to: user, peer)
        else { return Effects(.refused(.noMessage)) }
        guard isThere(peer) else { return Effects(.refused(.noTarget)) }
        guard message.from == user, message.draft.settings.contains([.history, .persist]) else {
            return Effects(.refused(.forbidden))
        }
        if message.recall != nil { return Effects(.refused(.noMessage)) }
        if now - message.time >= Milliseconds(Int64(options.editSeconds) * 1_000) {
            return Effects(.refused(.tooLate))
        }
        let former = message.edit?.version ?? 0
        if let version, version != former { return Effects(.refused(.conflict)) }
        var edited = message
        edited.edit = EditSnapshot(time: now, version: former + 1)
        edited.editedBody = body
        var effects = Effects(.done)
        change(message, to: edited, isVoid: false, &effects)
        effects.answer = .message(snapshot(self.message(stamp)!, for: user, isPersonal: true))
        return effects
    }

    /// M-23 to M-25.
    mutating func react(
        _ reaction: String, _ stamp: Stamp, _ user: String, _ peer: String, removes: Bool
    ) -> Effects {
        let found = present(stamp)
        guard let message = found, [message.from, message.to].sorted() == [user, peer].sorted(),
            shows(message, to: user, peer)
        else { return Effects(.refused(.noMessage)) }
        guard message.draft.settings.contains([.history, .persist]) else { return Effects(.refused(.forbidden)) }
        if message.recall != nil { return Effects(.refused(.noMessage)) }
        let own = message.reactions.first { $0.user == user && $0.reaction == reaction }
        let isThere = own.map { $0.time >= people[user]!.createdAt } ?? false
        guard isThere == removes else { return Effects(.message(snapshot(message, for: user, isPersonal: true))) }
        let kinds = Set(message.reactions.map(\.reaction))
        if !removes {
            guard self.isThere(peer) else { return Effects(.refused(.noTarget)) }
            if !kinds.contains(reaction), kinds.count >= options.reactionsPerMessage {
                return Effects(.refused(.tooMany))
            }
        }
        var reacted = message
        reacted.reactions.removeAll { $0.user == user && $0.reaction == reaction }
        if !removes {
            let order = reacted.reactions.first { $0.reaction == reaction }?.kindOrder
            let last = reacted.reactions.map(\.kindOrder).max() ?? 0
            reacted.reactions.append(
                ModelReaction(reaction: reaction, user: user, time: now, kindOrder: order ?? last + 1))
        }
        var effects = Effects(.done)
        change(message, to: reacted, isVoid: false, isReaction: user, &effects)
        effects.answer = .message(snapshot(self.message(stamp)!, for: user, isPersonal: true))
        return effects
    }

    /// M-27, M-28.
    mutating func deleteMessages(_ stamps: [Stamp], _ user: String, _ peer: String) -> Effects {
        let found = (talk(user, peer) ?? []).filter { message in
            stamps.contains(message.stamp) && isKept(message.time, days: options.messageDays)
                && !message.isGone(at: now) && shows(message, to: user, peer)
        }.map(\.stamp)
        var effects = Effects(.deleted(found))
        guard !found.isEmpty else { return effects }
        let shown = box(of: user, with: peer).last?.stamp
        let model = self
        change(user, peer) { box in
            box.hidden.formUnion(found)
            for index in box.copies.indices where found.contains(box.copies[index].message.stamp) {
                box.copies[index].isUnread = false
                box.copies[index].isPast = true
            }
            guard let shown, found.contains(shown) else { return }
            for index in box.copies.indices
            where !model.isKept(box.copies[index].message.time, days: model.options.messageDays)
                || box.copies[index].message.isGone(at: model.now)
            {
                box.copies[index].isPast = true
            }
        }
        let seq = note(.messagesDeleted(found), about: peer, for: user)
        effects.tell(user, .messagesDeleted(Self.conversation(with: peer), found, seq: seq))
        effects.tell(user, tellChange(user, peer))
        return effects
    }

    func message(_ stamp: Stamp) -> ModelMessage? { talks.values.joined().first { $0.stamp == stamp } }

    mutating func change(
        _ former: ModelMessage, to next: ModelMessage, isVoid: Bool, isReaction actor: String? = nil,
        _ effects: inout Effects
    ) {
        let pair = [former.from, former.to].sorted()
        var message = next
        message.change = changeHead(former.from, former.to).last + 1
        changeHeads[pair, default: (0, 0)].last = message.change
        changes[pair, default: []].removeAll { $0.message.stamp == message.stamp }
        changes[pair]!.append(ModelChange(place: message.change, message: message, time: now))
        let boxes = people.mapValues(\.boxes)
        replace(message)
        for user in Set(pair).sorted() {
            let peer = user == former.from ? former.to : former.from
            let before = boxes[user]?[peer] ?? Box()
            if isVoid {
                change(user, peer) { box in
                    for index in box.copies.indices where box.copies[index].message.stamp == message.stamp {
                        box.copies[index].isUnread = false
                    }
                }
            }
            guard isThere(user) else { continue }
            if let actor {
                guard shows(message, to: user, peer) else { continue }
                if user == actor || before.option != .refuse {
                    effects.tell(user, .changed(snapshot(message, for: user, isPersonal: user == actor)))
                } else {
                    people[user]!.untold.insert(message.stamp)
                }
                continue
            }
            people[user]!.untold.remove(message.stamp)
            if shows(message, to: user, peer) {
                let told = snapshot(message, for: user)
                effects.tell(user, message.isExpired ? .gone(told) : .changed(told))
            }
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
        let isKept = isKept(message.time, days: options.messageDays) && !message.isGone(at: now)
        return ChangeSnapshot(
            place: change.place, stamp: message.stamp, seq: message.seq,
            isRecalled: change.message.recall != nil && !change.message.isExpired,
            message: isKept ? snapshot(message, for: user, isPersonal: true) : nil)
    }

    /// M-09.
    func resumeChanges(_ user: String, _ peer: String, from place: Seq, _ room: inout Int) -> StreamSnapshot<
        ChangeSnapshot
    > {
        guard talk(user, peer) != nil else { return StreamSnapshot(verdict: .reset(from: 1, why: .unknown), seq: 0) }
        let (head, lost) = changeHead(user, peer)
        guard place <= head, place >= lost else {
            return StreamSnapshot(verdict: .reset(from: lost + 1, why: place > head ? .beyond : .kept), seq: head)
        }
        let missed = visibleChanges(user, peer, after: place)
        guard missed.count <= room else { return StreamSnapshot(verdict: .gap(place + 1...head), seq: head) }
        room -= missed.count
        let told = missed.filter { shows($0.message, to: user, peer) }.map { snapshot($0, for: user) }
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
        let isFinished = page.count == missed.count
        return Effects(
            .changes(
                page.filter { shows($0.message, to: user, peer) }.map { snapshot($0, for: user) },
                place: isFinished ? head : page.last!.place, isFinished: isFinished))
    }
}
