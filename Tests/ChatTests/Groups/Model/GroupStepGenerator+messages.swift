import Domain

@testable import Chat

/// Messages, and what their senders do with them.
extension GroupStepGenerator {
    /// Mostly of a message that is not old.
    mutating func recall(by user: String, in model: GroupModel) -> GroupStep {
        let sent = model.sent.values.sorted { $0.order > $1.order }
        let own = sent.filter { $0.from == user }
        let choice = own.isEmpty || happens(2, in: 5) ? sent.prefix(8) : own.prefix(3)
        guard let message = choice.randomElement(using: &random) else { return .send(draft(from: user, in: model)) }
        return .recall(
            clientID: message.clientID, sender: message.from, in: model.snapshot(message, for: user).conversation,
            asBackend: happens(1, in: 5))
    }

    /// Mostly of an own message.
    mutating func edit(by user: String, in model: GroupModel) -> GroupStep {
        let sent = model.sent.values.sorted { $0.order > $1.order }
        let own = sent.filter { $0.from == user }
        let choice = own.isEmpty || happens(1, in: 8) ? sent.prefix(8) : own.prefix(4)
        guard let message = choice.randomElement(using: &random) else { return .send(draft(from: user, in: model)) }
        lastClientID += 1
        let id = model.snapshot(message, for: user).conversation
        let mentions: [String]? = id.hasPrefix("group_") && happens(1, in: 2) ? self.mentions() : nil
        return .edit(
            clientID: message.clientID, sender: message.from, in: id, body: "{\"edited\":\"\(lastClientID)\"}",
            mentions: happens(1, in: 4) ? mentions.map { _ in [] } : mentions)
    }

    mutating func draft(from user: String, in model: GroupModel) -> Draft {
        let former = model.sent.values.filter { $0.from == user && $0.reply == nil }.max { $0.order < $1.order }
        if happens(1, in: 20), let former {
            let isOther = happens(1, in: 4)
            var draft = Draft(
                target: ConversationID(model.snapshot(former, for: user).conversation)!, clientID: former.clientID,
                kind: .text, settings: former.settings, body: isOther ? "{}" : former.body, pushText: nil,
                mentions: former.mentions)
            draft.visibleTo = former.visibleTo
            draft.expireSeconds = former.expireAt.map { Int(($0 - former.time).rawValue / 1_000) }
            return draft
        }
        lastClientID += 1
        var settings = MessageSettings.standard
        if happens(1, in: 4) { settings.remove(.shouldBeCounted) }
        for setting in [MessageSettings.history, .roaming, .persist, .sync] where happens(1, in: 12) {
            settings.remove(setting)
        }
        let isToGroup = happens(5, in: 6)
        let mentions: [String]? = isToGroup && happens(1, in: 3) ? self.mentions() : nil
        var draft = Draft(
            target: isToGroup ? .group(modelGroup(of: user, in: model)) : .c2c(UserID(pick(users))!),
            clientID: "m\(lastClientID)", kind: .text, settings: settings,
            body: "{\"text\":\"\(lastClientID)\"}", pushText: nil, mentions: mentions)
        if mentions == nil, happens(1, in: 5), case .group(let id) = draft.target {
            draft.visibleTo = audience(in: id, model)
        }
        if happens(1, in: 5) { draft.expireSeconds = [1, 30, 60, 300, 3_600, 259_200][number(0...5)] }
        return draft
    }

    mutating func newDraft(to id: String) -> Draft {
        lastClientID += 1
        return Draft(
            target: ConversationID(id)!, clientID: "m\(lastClientID)", kind: .text, settings: .standard,
            body: "{\"text\":\"\(lastClientID)\"}", pushText: nil)
    }

    /// Mostly of members.
    private mutating func audience(in id: String, _ model: GroupModel) -> [String] {
        let members = model.modelGroups[id]?.modelMembers.keys.sorted() ?? []
        let chosen = members.filter { _ in happens(1, in: 2) }
        return chosen.isEmpty || happens(1, in: 10) ? some() : chosen
    }

    private mutating func mentions() -> [String] {
        var names = some()
        if happens(1, in: 3) { names.append(AtInfo.everybody) }
        if happens(1, in: 10) { names.append("nobody") }
        return names
    }
}
