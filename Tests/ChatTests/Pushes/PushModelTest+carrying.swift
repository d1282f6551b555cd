import Chat
import Domain

/// Providers, and what is told of the pushes that they have taken.
extension PushModelTest {
    /// Gives waiting pushes to their provider, which answers most: a device that has another token of the provider by now
    /// is reached by that token.
    mutating func carry() throws {
        for service in PushModel.services {
            let page = try PushOutbox.due(
                at: service, now: model.now, cutoff: 0, limit: 10_000, except: [], conversationPeriod: .days(7),
                in: harness.chat.work.store)
            var expected: [String] = []
            var reports: [PushReport] = page.void.map { PushReport(push: $0, state: .expired, isAttempt: false) }
            var answers: [String: PushState] = [:]
            let people = model.people
            for push in page.pushes {
                let answer = [PushState.accepted, .refused, .unregistered, .waiting].randomElement(using: &random)!
                answers["\(push.message) \(push.token)"] = answer
                reports.append(PushReport(push: push.push, state: answer, status: 200, answer: ""))
            }
            for (id, message) in model.messages.sorted(by: { $0.key < $1.key }) {
                for (user, outcome) in message.outcomes.sorted(by: { $0.key < $1.key }) {
                    guard case .pushed(let badge, var deliveries) = outcome else { continue }
                    for index in deliveries.indices where deliveries[index].state == .waiting {
                        let former = deliveries[index].device
                        guard former.service == service else { continue }
                        let present = people[user]!.devices.first {
                            $0.name == former.name && $0.service == service
                        }
                        guard let present, case .meant(let planned)? = message.plans[user],
                            !message.lost.contains(user)
                        else {
                            deliveries[index].state = .expired
                            continue
                        }
                        deliveries[index].attempts += 1
                        deliveries[index].state = answers["\(id) \(present.token)"] ?? .waiting
                        expected.append(
                            "\(id) \(user) \(present.token) \(badge) \(planned.isForced) \(planned.text) "
                                + "\(model.preferences[present.order]!)")
                        // A registration since then is another device.
                        guard deliveries[index].state == .unregistered else { continue }
                        model.people[user]!.devices.removeAll { $0.order == former.order }
                    }
                    model.messages[id]!.outcomes[user] = .pushed(badge: badge, deliveries)
                }
            }
            let found = page.pushes.map {
                "\($0.message) \($0.user.text) \($0.token) \($0.badge) \($0.isForced) \($0.text) \($0.preferences)"
            }
            try same(found.sorted(), expected.sorted(), "what is carried")
            try harness.chat.pushes.note(reports)
            try hear(of: page.pushes)
        }
    }

    /// Devices and makers tell of some of them (P-43, P-45).
    private mutating func hear(of pushes: [DuePush]) throws {
        for push in pushes where Int.random(in: 0..<3, using: &random) == 0 {
            let event = PushReceipt.Event.allCases.randomElement(using: &random)!
            let ticket = PushTicket(push).text(harness.chat.work.digestKey)
            let noted = try harness.chat.pushReceipts.note([
                PushReceipt(ticket: ticket, event: event, reason: "why"),
                PushReceipt(ticket: String(ticket.dropLast()), event: .opened),
            ])
            let place = try device(push.address)
            let expected = model.hear(event, of: push.message, to: push.user.text) {
                "\($0.name) \($0.service.rawValue) \($0.token)" == place
            }
            try same(noted, expected ? 1 : 0, "a receipt \(event) of \(push.message) to \(push.user)")
        }
    }
}
