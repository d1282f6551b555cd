import Domain

@testable import Chat

/// Reactions, pins, replies, deletions for oneself, signals, and what is asked about them.
extension GroupStepGenerator {
    mutating func mark(by user: String, in model: GroupModel) -> GroupStep {
        let all = model.sent.values.sorted { $0.order > $1.order }.prefix(happens(3, in: 4) ? 8 : 40)
        guard let message = all.randomElement(using: &random) else { return .sweep }
        let name = MessageName(clientID: message.clientID, sender: message.from)
        let id =
            happens(1, in: 15) ? conversation(of: user, in: model) : model.snapshot(message, for: user).conversation
        switch number(0...15) {
        case 0..<4:
            let reaction = ["+1", "ok", "-1"][number(0...2)]
            return .react(reaction, to: name, in: id, removes: happens(1, in: 3))
        case 4..<7: return .pinMessage(name, in: id, happens(1, in: 6) == (message.pin != nil))
        case 7: return .pins(in: id)
        case 8..<11:
            let more = all.filter { $0.thread == message.thread }.prefix(number(0...2))
            return .deleteMessages(
                [name] + more.map { MessageName(clientID: $0.clientID, sender: $0.from) }, in: id)
        case 11:
            return .changes(
                in: id, after: near(model.changeHead(model.thread(id, of: user)).last), limit: number(1...4))
        case 12, 13: return .reply(newDraft(to: id), to: name)
        default: return .signal(happens(4, in: 5) ? "typing" : "looking", data: "{\"n\":\(number(1...9_999))}", in: id)
        }
    }
}
