import Domain
import Synchronization
import TestSupport

@testable import Chat
@testable import Storage

/// Sessions, their signs of life, and the pushes after a session was lost (T-Q35).
extension PushModelTest {
    mutating func move(_ user: String, _ step: PushStep) throws {
        guard !model.people[user]!.isDeleted else { return }
        let sessions = model.people[user]!.sessions
        switch step {
        case .come:
            model.come(user)
            // A client says something at once.
            model.hear(sessions.count, of: user)
        case .hear(let session) where session < sessions.count: model.hear(session, of: user)
        case .go(let session) where session < sessions.count:
            model.hear(session, of: user)
            try end(session, .atEnd, of: user)
        case .drop(let session) where session < sessions.count:
            try end(session, .at(Stamp(milliseconds: sessions[session].lastHeard) + 999), of: user)
        default: return
        }
        setPresence(of: user)
    }

    private mutating func end(_ session: Int, _ sign: LastSign, of user: String) throws {
        model.end(session, of: user)
        setPresence(of: user)
        try harness.chat.pushes.sessionEnded(sign, of: harness.number(of: user))
        try harness.chat.finish()
    }

    /// As the gateway does it after it has decided what was ordered.
    mutating func decideLost() throws {
        let (round, chat) = (PushDecider(options), harness.chat)
        var made: [MessageNumber: [PushDecider.Push]] = [:]
        while true {
            let some = try round.unheard(dueBy: model.now, in: chat.work.store)
            if some.isEmpty { break }
            for unheard in some {
                if round.isReached(unheard.user) {
                    try chat.pushes.putOffUnheard(unheard)
                    continue
                }
                for decision in try round.decisions(on: unheard, in: chat.work.store) {
                    let count = try chat.pushes.putLate(decision.pushes, of: decision.message)
                    if count > 0 { made[decision.message, default: []] += decision.pushes }
                }
                try chat.pushes.settleUnheard(unheard)
            }
        }
        for user in users.sorted() {
            for id in model.reconsider(user) { try compareLost(id, user, &made) }
        }
        try same(made.filter { !$0.value.isEmpty }.keys.sorted(), [], "what else is pushed late")
    }

    private mutating func compareLost(
        _ id: MessageNumber, _ user: String, _ made: inout [MessageNumber: [PushDecider.Push]]
    ) throws {
        guard let message = model.messages[id], case .meant(let planned)? = message.plans[user],
            !message.lost.contains(user)
        else { return }
        let kept = planned.devices.filter(model.people[user]!.devices.contains)
        if kept.isEmpty { return }
        if case .pushed? = message.outcomes[user] { return }
        // Between two, nothing was written when it was sent: the sender is called as it is now.
        if case .c2c = message.draft.target, message.atHome.contains(user) {
            var renamed = planned
            renamed.text = model.text(
                of: message.draft, from: model.shownName(of: message.from, asSender: id), for: user)
            model.messages[id]!.plans[user] = .meant(renamed)
        }
        let number = try harness.number(of: user)
        let pushes = made[id, default: []].filter { $0.account == number }
        made[id]?.removeAll { $0.account == number }
        let devices = try pushes.map { try device($0.address) }.sorted()
        let expected = kept.map { "\($0.name) \($0.service.rawValue) \($0.token)" }.sorted()
        try same(devices, expected, "the devices of a late push: \(id) to \(user)")
        let copies = model.people[user]!.copies
        let badge = Int64(copies.count { $0.isUnread && planned.unread.contains($0.message) })
        try same(Set(pushes.map(\.badge)), [badge], "the badge of a late push: \(id) to \(user)")
        model.messages[id]!.outcomes[user] = .pushed(
            badge: badge, kept.map { PushModel.Outcome.Delivery(device: $0, isLate: true) })
    }

    func setPresence(of user: String) {
        let isThere = !model.people[user]!.sessions.isEmpty
        atHome.users.withLock { if isThere { $0.insert(user) } else { $0.remove(user) } }
    }
}
