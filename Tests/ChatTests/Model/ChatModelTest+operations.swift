import ClientProtocol
import Domain

@testable import Chat

// On either side.

extension ChatModelTest {
    /// Has the state carry it out.
    mutating func answer(to operation: ChatStep) throws -> Answer {
        do {
            return try carryOut(operation)
        } catch {
            guard let refusal = error.refusal else { throw error }
            return .refused(refusal.code)
        }
    }

    private mutating func carryOut(_ operation: ChatStep) throws -> Answer {
        let chat = harness.chat
        let number = try operation.user.map(harness.number) ?? 0
        func id(_ peer: String) -> ConversationID { .c2c(UserID(peer)!) }
        switch operation {
        case .send(_, let draft): return .message(MessageSnapshot(try chat.messages.send(draft, from: number)))
        case .recall(let user, let peer, let stamp, let reason):
            guard user != nil else {
                _ = try chat.edits.recall(MessageNumber(stamp), reason: reason)
                return .done
            }
            let recalled = try chat.edits.recall(MessageNumber(stamp), in: id(peer), reason: reason, by: number)
            return .message(MessageSnapshot(recalled))
        case .edit(_, let peer, let stamp, let body, let version):
            let edit = MessageEdit(body: body, pushText: nil, mentions: nil, version: version)
            return .message(
                MessageSnapshot(try chat.edits.edit(MessageNumber(stamp), in: id(peer), edit, by: number)))
        case .react(_, let peer, let stamp, let reaction, let removes):
            return .message(
                MessageSnapshot(
                    try chat.reactions.react(
                        reaction, to: MessageNumber(stamp), in: id(peer), removes: removes, by: number)))
        case .deleteMessages(_, let peer, let stamps):
            let numbers = stamps.map { MessageNumber($0) }
            return .deleted(try chat.messageChanges.delete(numbers, in: id(peer), of: number).map(\.stamp))
        case .pinMessage(_, let peer, let stamp, let isPinned):
            return .message(
                MessageSnapshot(try chat.reactions.pin(MessageNumber(stamp), in: id(peer), isPinned, by: number)))
        case .pins(let user, let peer):
            let page = try harness.pins(in: id(peer), for: user)
            return .pins(page.messages.map(MessageSnapshot.init), place: page.change)
        case .signal(_, let peer, let name, let data):
            try chat.signals.signal(Signal(name: name, data: data), in: id(peer), by: number)
        case .changes(let user, let peer, let place, let limit):
            let page = try harness.changes(of: peer, after: place, limit: limit, for: user)
            return .changes(page.changes.map(ChangeSnapshot.init), place: page.place, isFinished: page.isFinished)
        case .markRead(_, let peer, let seq):
            return .number(try chat.conversationLists.markRead(id(peer), upTo: seq, of: number))
        case .receipt(_, let peer, let time): try chat.conversationLists.acknowledge(id(peer), upTo: time, of: number)
        case .pin(_, let peer, let isPinned): try chat.conversationLists.pin(id(peer), isPinned, of: number)
        case .delete(_, let peers): try chat.conversationLists.delete(peers.map(id), of: number)
        case .markAllRead(_, let type): return .number(try chat.conversationLists.markAllRead(type, of: number))
        case .markUnread(_, let peer, let isMarked):
            try chat.conversationLists.markUnread(id(peer), isMarked, of: number)
        case .setTags(_, let peer, let tags):
            try chat.conversationLists.setTags(tags, ext: nil, of: id(peer), by: number)
        case .find(_, let peers):
            let found = try chat.conversationLists.views(peers.map(id), for: number, bytes: .max)
            return .found(found.map { $0.view.map(ConversationSnapshot.init) })
        case .setOption(_, let peers, let option):
            return .options(
                try chat.conversationLists.setOption(option, towards: peers, of: number).map { $0.option?.rawValue })
        case .options(_, let peers):
            return .options(try chat.conversationLists.options(towards: peers, of: number).map { $0.option?.rawValue })
        case .history(let user, let peer, let history):
            let page = try harness.page(history, of: peer, for: user)
            return .messages(page.messages.map(MessageSnapshot.init), next: page.next)
        case .walk(let user, let count):
            let page = try chat.conversationLists.list(of: number, after: walks[user]?.cursor ?? 0, count: count)
            walks[user]?.cursor = page.next
            if walks[user] == nil { walks[user] = (page.next, ChatModel.Place(isPinned: true, stamp: .max)) }
            return .conversations(page.conversations.map(ConversationSnapshot.init), isFinished: page.next == 0)
        case .create(let user, let profile):
            let (nickname, faceURL) = (profile.nickname ?? "", profile.faceURL ?? "")
            return .yes(try chat.accountAdministration.create(UserID(user)!, nickname: nickname, faceURL: faceURL))
        case .rename(let user, let profile): try chat.profiles.modifyProfile(profile, of: UserID(user)!)
        case .disable(let user, let isDisabled):
            return .yes(try chat.accountAdministration.disable(UserID(user)!, isDisabled))
        case .deleteAccount(let user): return .yes(try chat.accountAdministration.delete(UserID(user)!))
        case .logIn(let user, let device, let positions):
            return .login(
                LoginSnapshot(
                    try chat.devices.logIn(UserID(user)!, device: device, issuedAt: .max, resuming: positions))
            )
        case .acknowledge(_, let device, let positions):
            try chat.devices.acknowledge(positions, device: device, of: number)
        case .events(_, let position, let limit):
            let page = try chat.devices.events(of: number, on: "d", after: position, limit: limit)
            return .events(page.events.map(StreamEventSnapshot.init), seq: page.seq, isFinished: page.isFinished)
        case .sweep: try chat.sweep()
        case .reconcilePresence, .commit, .rollBack, .restart: preconditionFailure("no operation of the state")
        }
        return .done
    }

    /// The model's answer and events. It takes the stamp of a sent message from the state's answer.
    mutating func expectation(of operation: ChatStep, answered answer: Answer) throws -> Effects {
        if let user = operation.user, !operation.isAnybodys, let refusal = model.refusal(of: user) { return refusal }
        switch operation {
        case .send(let user, let draft):
            let former = model.lastStamp
            let effects = model.send(draft, from: user, answered: answer)
            if model.lastStamp != former {
                try same(model.lastStamp.time, model.now, "the time of a message")
                try same(model.lastStamp > former, true, "whether stamps rise")
            }
            return effects
        case .recall(let user, let peer, let stamp, let reason):
            return model.recall(stamp, user, peer, reason: reason)
        case .edit(let user, let peer, let stamp, let body, let version):
            return model.edit(stamp, user, peer, body: body, version: version)
        case .react(let user, let peer, let stamp, let reaction, let removes):
            return model.react(reaction, stamp, user, peer, removes: removes)
        case .deleteMessages(let user, let peer, let stamps): return model.deleteMessages(stamps, user, peer)
        case .pinMessage(let user, let peer, let stamp, let isPinned):
            return model.pinMessage(stamp, isPinned, user, peer)
        case .pins(let user, let peer): return model.pins(user, peer)
        case .signal(let user, let peer, let name, let data): return model.signal(name, data, user, peer)
        case .changes(let user, let peer, let place, let limit):
            return model.changes(user, peer, after: place, limit: limit)
        case .markRead(let user, let peer, let seq): return model.markRead(user, peer, upTo: seq)
        case .receipt(let user, let peer, let time): return model.sendReceipt(user, peer, time: time)
        case .pin(let user, let peer, let isPinned): return model.pin(user, peer, isPinned)
        case .delete(let user, let peers): return model.delete(user, peers)
        case .markAllRead(let user, let type): return model.markAllRead(user, type)
        case .markUnread(let user, let peer, let isMarked): return model.markUnread(user, peer, isMarked)
        case .setTags(let user, let peer, let tags): return model.setTags(user, peer, tags)
        case .find(let user, let peers): return model.find(user, peers)
        case .setOption(let user, let peers, let option): return model.setOption(user, peers, option)
        case .options(let user, let peers): return model.options(user, peers)
        case .history(let user, let peer, let history): return model.history(user, peer, history)
        case .walk(let user, let count): return walked(user, count)
        case .create(let user, let appearance): return model.create(user, appearance)
        case .rename(let user, let profile): return model.rename(user, profile)
        case .disable(let user, let isDisabled): return model.disable(user, isDisabled)
        case .deleteAccount(let user): return model.deleteAccount(user)
        case .logIn(let user, let device, let positions): return model.logIn(user, device: device, resuming: positions)
        case .acknowledge(let user, let device, let positions):
            return model.acknowledge(positions, device: device, user)
        case .events(let user, let position, let limit): return model.events(user, after: position, limit: limit)
        case .sweep:
            var effects = model.expireMessages().effects
            model.sweepChanges()
            effects.add(model.sweepSignals())
            return effects
        case .reconcilePresence, .commit, .rollBack, .restart: preconditionFailure("no operation of the state")
        }
    }

    /// C-Q02: the list as it is now, from behind the place where the last page ended.
    private mutating func walked(_ user: String, _ count: Int) -> Effects {
        let after = walks[user]!.after
        let rest = model.list(of: user).filter { after.stamp == .max || after < model.place(of: user, with: $0) }
        let page = rest.prefix(count)
        walks[user]!.after = page.last.map { model.place(of: user, with: $0) } ?? after
        if page.count == rest.count { walks[user] = nil }
        return Effects(
            .conversations(page.map { model.snapshot(of: user, with: $0) }, isFinished: page.count == rest.count))
    }
}
