import Domain

@testable import Chat

/// Messages and conversations as a user is shown them.
extension GroupModel {
    /// `isPersonal`: of a reply, which says what is the user's own. `isHidden`: the user can read it no more.
    func snapshot(
        _ message: ModelMessage, for user: String, isPersonal: Bool = false, isHidden: Bool = false
    ) -> GroupMessageSnapshot {
        let pair = message.thread.split(separator: "|").map(String.init)
        let id = pair.count == 2 ? "c2c_" + (pair[0] == user ? pair[1] : pair[0]) : message.thread
        let isGone = isHidden || message.isGone(at: now)
        return GroupMessageSnapshot(
            conversation: id, seq: message.seq, time: message.time, from: message.from, kind: message.kind,
            settings: isGone ? message.settingsAtEnd : message.shownSettings, clientID: message.clientID,
            body: message.isRecalled || isGone ? "{}" : message.edit?.body ?? message.body,
            mentions: isGone ? nil : message.shownMentions,
            session: pair.count == 2 ? .p2p : profile(id, of: user).kind == .superGroup ? .superGroup : .group,
            life: life(of: message, isGone: isGone, isPersonal ? user : nil))
    }

    /// `user`: who is told its own reactions.
    private func life(of message: ModelMessage, isGone: Bool, _ user: String?) -> GroupMessageLife {
        var life = GroupMessageLife(
            change: message.change, expireAt: message.expireAt, visibleTo: message.visibleTo)
        if isGone { return life }
        life.recall = message.recall
        if message.isRecalled { return life }
        (life.edit, life.reply, life.pin) = (message.edit?.2, message.reply, message.pin?.shown)
        life.reactions = Dictionary(grouping: message.reactions, by: \.reaction)
            .sorted { $0.value[0].kindOrder < $1.value[0].kindOrder }
            .map { ReactionSnapshot(reaction: $0, count: Int64($1.count), users: $1.prefix(5).map(\.user)) }
        if let user, !message.reactions.isEmpty {
            life.mine = Set(ownReactions(message, user).map(\.reaction))
        }
        return life
    }

    /// Not those of a former user of the name.
    func ownReactions(_ message: ModelMessage, _ user: String) -> [ModelReaction] {
        message.reactions.filter { $0.user == user && $0.time >= people[user]!.createdAt }
    }

    func snapshot(_ id: String, of user: String) -> ThreadSnapshot {
        let box = box(of: user, id)
        var face = ThreadSnapshot(
            id: id, name: String(id.dropFirst(4)), avatar: "", unread: box.unread, option: box.option.rawValue,
            isPinned: box.isPinned, isMarked: box.isMarked, last: box.last.map { self.snapshot($0, for: user) },
            seq: listedHead(id, of: user),
            readSeq: box.readSeq, kind: nil, calls: [], change: changeHead(thread(id, of: user)).last)
        if id.hasPrefix("group_") {
            let profile = profile(id, of: user)
            (face.name, face.avatar, face.kind) = (profile.name, profile.avatar, profile.kind)
            face.calls = calls(id, of: user)
        }
        return face
    }

    /// C-Q12.
    func calls(_ id: String, of user: String) -> [AtInfo] {
        let (box, messages) = (box(of: user, id), threads[id] ?? [])
        return box.calls.filter { $0.seq > box.readSeq }.compactMap { call in
            // Calls to all go with the messages that they are in.
            if isKept(messages[Int(call.seq.rawValue) - 1].time, days: options.messageDays) { return call }
            return call.kind == .all ? nil : AtInfo(seq: call.seq, kind: .me)
        }
    }
}

extension GroupModel.ModelMessage {
    fileprivate var shownSettings: MessageSettings {
        isRecalled ? settings.union(.recalled) : namesAll ? settings.union(.atAll) : settings
    }

    fileprivate var settingsAtEnd: MessageSettings { settings.subtracting(.history).union([.recalled, .expired]) }

    fileprivate var shownMentions: String? {
        names.map { "[" + $0.map(quoted).joined(separator: ",") + "]" }
    }
}
