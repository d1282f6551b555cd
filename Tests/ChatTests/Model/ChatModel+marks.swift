import Chat
import ClientProtocol
import Domain

/// M-30 to M-34: replies, messages that stand out, and signals.
extension ChatModel {
    /// M-30: the message that a reply names, if the sender may.
    func original(_ stamp: Stamp, _ user: String, _ peer: String) -> ModelMessage? {
        guard let message = readable(stamp, user, peer), message.recall == nil,
            message.draft.settings.contains([.history, .persist])
        else { return nil }
        return message
    }

    /// One of the conversation that is kept, and that the user's history has.
    private func readable(_ stamp: Stamp, _ user: String, _ peer: String) -> ModelMessage? {
        talk(user, peer)?.first { message in
            message.stamp == stamp && isKept(message.time, days: options.messageDays) && !message.isGone(at: now)
                && shows(message, to: user, peer)
        }
    }

    /// M-31.
    mutating func pinMessage(_ stamp: Stamp, _ isPinned: Bool, _ user: String, _ peer: String) -> Effects {
        guard let message = readable(stamp, user, peer) else { return Effects(.refused(.noMessage)) }
        guard message.draft.settings.contains([.history, .persist]) else { return Effects(.refused(.forbidden)) }
        if message.recall != nil { return Effects(.refused(.noMessage)) }
        guard (message.pin != nil) != isPinned else {
            return Effects(.message(snapshot(message, for: user, isPersonal: true)))
        }
        if isPinned {
            guard isThere(peer) else { return Effects(.refused(.noTarget)) }
            let kept = talk(user, peer)!.filter { isKept($0.time, days: options.messageDays) }
            if kept.count(where: { $0.pin != nil }) >= 50 { return Effects(.refused(.tooMany)) }
        }
        var changed = message
        lastPin += 1
        changed.pin = isPinned ? (PinSnapshot(user: user, time: now), lastPin) : nil
        var effects = Effects(.done)
        change(message, to: changed, isVoid: false, &effects)
        effects.answer = .message(snapshot(self.message(stamp)!, for: user, isPersonal: true))
        return effects
    }

    /// M-32.
    func pins(_ user: String, _ peer: String) -> Effects {
        guard people[peer] != nil else { return Effects(.refused(.noTarget)) }
        let pinned = (talk(user, peer) ?? []).filter { $0.pin != nil && readable($0.stamp, user, peer) != nil }
            .sorted { $0.pin!.order > $1.pin!.order }
        return Effects(
            .pins(
                pinned.map { snapshot($0, for: user, isPersonal: true) }, place: changeHead(user, peer).last))
    }

    // MARK: - Signals

    /// M-33, M-34.
    mutating func signal(_ name: String, _ data: String, _ user: String, _ peer: String) -> Effects {
        guard isThere(peer) else { return Effects(.refused(.noTarget)) }
        var effects = Effects(.done)
        guard talk(user, peer) != nil else { return effects }
        let key = SignalKey(from: user, to: peer, name: name)
        if signals[key] != nil {
            signals[key] = .some(data)
        } else {
            signals[key] = .some(nil)
            tell(key, data, &effects)
        }
        return effects
    }

    private func tell(_ key: SignalKey, _ data: String, _ effects: inout Effects) {
        let box = box(of: key.to, with: key.from)
        guard key.from != key.to, box.isListed, box.option != .refuse else { return }
        effects.tell(
            key.to, .signaled(Self.conversation(with: key.from), from: key.from, name: key.name, data: data))
    }

    /// M-34: the newest of those that came too soon, if it could be sent now.
    mutating func sweepSignals() -> Effects {
        var effects = Effects(.done)
        let due = signals
        signals = [:]
        for (key, waiting) in due {
            guard let data = waiting, isThere(key.to), refusal(of: key.from) == nil else { continue }
            signals[key] = .some(nil)
            tell(key, data, &effects)
        }
        return effects
    }
}
