import ClientProtocol
import Domain

@testable import Chat

// On either side.

extension GroupModelTest {
    /// Has the state carry it out.
    func answer(to turn: Turn) throws -> Reply {
        harness.chat.work.notifyExt = turn.notifyExt
        do {
            let number = try harness.chat.accounts.account(UserID(turn.user)!)?.number
            return try carryOut(turn.step, turn.user, number ?? 0)
        } catch {
            guard let refusal = error.refusal else { throw error }
            return .refused(refusal.code)
        }
    }

    private func carryOut(_ step: GroupStep, _ user: String, _ number: AccountNumber) throws -> Reply {
        let chat = harness.chat
        func conversation(_ id: String) -> ConversationID { ConversationID(id)! }
        func results(_ results: [UserResult]) -> [String: ErrorCode?] {
            Dictionary(uniqueKeysWithValues: results.map { ($0.user, $0.error) })
        }
        switch step {
        case .send(let draft): return .message(GroupMessageSnapshot(try chat.messages.send(draft, from: number)))
        case .recall(let clientID, let sender, let id, let asBackend):
            let message = try harness.message(MessageName(clientID: clientID, sender: sender))
            if asBackend {
                _ = try chat.edits.recall(message, reason: nil)
                return .done
            }
            return .message(
                GroupMessageSnapshot(
                    try chat.edits.recall(message, in: conversation(id), reason: nil, by: number)))
        case .edit(let clientID, let sender, let id, let body, let mentions):
            let edit = MessageEdit(body: body, pushText: nil, mentions: mentions, version: nil)
            let message = try harness.message(MessageName(clientID: clientID, sender: sender))
            return .message(
                GroupMessageSnapshot(try chat.edits.edit(message, in: conversation(id), edit, by: number)))
        case .reply(var draft, let name):
            draft.replyTo = try harness.message(name)
            return .message(GroupMessageSnapshot(try chat.messages.send(draft, from: number)))
        case .react(let reaction, let name, let id, let removes):
            return .message(
                GroupMessageSnapshot(
                    try chat.reactions.react(
                        reaction, to: harness.message(name), in: conversation(id), removes: removes, by: number)))
        case .pinMessage(let name, let id, let isPinned):
            return .message(
                GroupMessageSnapshot(
                    try chat.reactions.pin(harness.message(name), in: conversation(id), isPinned, by: number)))
        case .pins(let id):
            let page = try harness.pins(in: conversation(id), for: user)
            return .messages(page.messages.map(GroupMessageSnapshot.init), next: 0)
        case .deleteMessages(let names, let id):
            let numbers = try names.map(harness.message)
            return .number(
                Int64(try chat.messageChanges.delete(numbers, in: conversation(id), of: number).count))
        case .changes(let id, let place, let limit):
            let page = try harness.changes(in: conversation(id), after: place, limit: limit, for: user)
            return .changes(
                page.changes.map(GroupChangeSnapshot.init), place: page.place, isFinished: page.isFinished)
        case .signal(let name, let data, let id):
            try chat.signals.signal(Signal(name: name, data: data), in: conversation(id), by: number)
        case .markRead(let id, let seq):
            return .number(try chat.conversationLists.markRead(conversation(id), upTo: seq, of: number))
        case .pin(let id, let isPinned): try chat.conversationLists.pin(conversation(id), isPinned, of: number)
        case .markUnread(let id, let isMarked):
            try chat.conversationLists.markUnread(conversation(id), isMarked, of: number)
        case .delete(let ids): try chat.conversationLists.delete(ids.map(conversation), of: number)
        case .setOption(let option, let modelGroup):
            try chat.conversationLists.setOption(option, ofGroup: modelGroup, by: number)
        case .option(let modelGroup): return .option(try chat.conversationLists.option(ofGroup: modelGroup, by: number))
        case .block(let isBlocking, let modelGroup):
            try chat.groupAdministration.block(isBlocking, group: modelGroup, by: number)
        case .history(let history, let modelGroup):
            let page = try history.page(
                of: .group(modelGroup), for: UserID(user)!, account: number, in: chat.work.store)
            return .messages(page.messages.map(GroupMessageSnapshot.init), next: page.next)
        case .create(let draft):
            let group = try chat.groupLife.createGroup(draft, by: number)
            return .made(group.id, results(group.results))
        case .invite(let users, let modelGroup):
            return .results(results(try chat.groupJoins.invite(users, "come", to: modelGroup, by: number)))
        case .accept(let modelGroup): try chat.groupJoins.acceptInvitation(to: modelGroup, by: number)
        case .decline(let modelGroup):
            try chat.groupJoins.declineInvitation(to: modelGroup, reason: "no", by: number)
        case .acceptInvitations(let accepts): try chat.groupAdministration.acceptInvitations(accepts, of: number)
        case .join(let modelGroup): return .yes(try chat.groupJoins.join(modelGroup, reason: "why", by: number))
        case .answer(let applicant, let modelGroup, true):
            try chat.groupJoins.approveRequest(applicant, in: modelGroup, by: number)
        case .answer(let applicant, let modelGroup, false):
            try chat.groupJoins.declineRequest(applicant, in: modelGroup, reason: "no", by: number)
        case .leave(let modelGroup): try chat.groupLife.leaveGroup(modelGroup, by: number)
        case .remove(let users, let modelGroup): try chat.groupLife.removeMembers(users, from: modelGroup, by: number)
        case .ban(let users, let seconds, let modelGroup):
            try chat.groupLife.ban(users, for: seconds, from: modelGroup, by: number)
        case .unban(let users, let modelGroup): try chat.groupLife.unban(users, from: modelGroup, by: number)
        case .destroy(let modelGroup): try chat.groupLife.destroyGroup(modelGroup, by: number)
        case .transfer(let successor, let modelGroup):
            try chat.groupLife.transferGroup(modelGroup, to: successor, by: number)
        case .setAdmin(true, let target, let modelGroup):
            try chat.groupAdministration.addAdmins(AdminCandidates(target), in: modelGroup, by: number)
        case .setAdmin(false, let target, let modelGroup):
            try chat.groupAdministration.removeAdmins(AdminCandidates(target), in: modelGroup, by: number)
        case .mute(let users, 0, let modelGroup): try chat.groupAdministration.unmute(users, in: modelGroup, by: number)
        case .mute(let users, let duration, let modelGroup):
            try chat.groupAdministration.mute(users, forMilliseconds: duration, in: modelGroup, by: number)
        case .muteAll(let isMuted, let modelGroup):
            try chat.groupAdministration.muteAll(isMuted, in: modelGroup, by: number)
        case .silence(let mute, let modelGroup): try chat.groupAdministration.muteAll(mute, in: modelGroup, by: number)
        case .setWhiteListed(true, let users, let modelGroup):
            try chat.groupAdministration.addToWhiteList(users, in: modelGroup, by: number)
        case .setWhiteListed(false, let users, let modelGroup):
            try chat.groupAdministration.removeFromWhiteList(users, in: modelGroup, by: number)
        case .modify(let change, let modelGroup):
            try chat.groupAdministration.modifyGroup(modelGroup, change, by: number)
        case .disable(let isDisabled, let modelGroup): try chat.groupAdministration.disableGroup(modelGroup, isDisabled)
        case .makeAccount: return .yes(try chat.accountAdministration.create(UserID(user)!))
        case .deleteAccount: return .yes(try chat.accountAdministration.delete(UserID(user)!))
        case .arrive(let device, let positions):
            return .arrival(
                ArrivalSnapshot(
                    try chat.devices.logIn(UserID(user)!, device: device, issuedAt: .max, resuming: positions)))
        case .acknowledge(let device, let positions):
            try chat.devices.acknowledge(positions, device: device, of: number)
        case .events(let position, let limit):
            let page = try chat.devices.events(of: number, on: "d", after: position, limit: limit)
            return .events(page.events.map(ReplayedEvent.init), seq: page.seq, isFinished: page.isFinished)
        case .sweep: try chat.sweep()
        case .attend, .commit, .rollBack, .restart: preconditionFailure("no act of a user")
        }
        return .done
    }
}

extension GroupModel {
    /// The model's answer to the act.
    mutating func carryOut(_ turn: Turn, answered answer: Reply) throws -> Reply {
        let user = turn.user
        switch turn.step {
        case .send(let draft): return try send(draft, from: user, answered: answer)
        case .recall(let clientID, let sender, let id, let asBackend):
            return try recall(sent[[sender, clientID]], in: id, by: user, asBackend: asBackend)
        case .edit(let clientID, let sender, let id, let body, let mentions):
            return try edit(sent[[sender, clientID]], in: id, by: user, body: body, mentions: mentions)
        case .reply(let draft, let name):
            return try send(draft, from: user, replyingTo: .some(sent[name.key]), answered: answer)
        case .react(let reaction, let name, let id, let removes):
            return try react(reaction, to: sent[name.key], in: id, removes: removes, by: user)
        case .pinMessage(let name, let id, let isPinned):
            return try pinMessage(sent[name.key], in: id, isPinned, by: user)
        case .pins(let id): return try pins(in: id, by: user)
        case .deleteMessages(let names, let id):
            return try deleteMessages(names.map { sent[$0.key] }, in: id, by: user)
        case .changes(let id, let place, let limit):
            return try changes(in: id, after: place, limit: limit, by: user)
        case .signal(let name, let data, let id): return try signal(name, data, in: id, by: user)
        case .markRead(let id, let seq): return try markRead(id, upTo: seq, by: user)
        case .pin(let id, let isPinned): try pin(id, isPinned, by: user)
        case .markUnread(let id, let isMarked): try markUnread(id, isMarked, by: user)
        case .delete(let ids): delete(ids, by: user)
        case .setOption(let option, let modelGroup): try setOption(option, of: modelGroup, by: user)
        case .option(let modelGroup): return try option(of: modelGroup, by: user)
        case .block(let isBlocking, let modelGroup): try block(isBlocking, modelGroup, by: user)
        case .history(let history, let modelGroup): return try self.history(history, of: modelGroup, by: user)
        case .create(let draft): return try create(draft, by: user)
        case .invite(let users, let modelGroup): return try invite(users, "come", to: modelGroup, by: user)
        case .accept(let modelGroup): try accept(modelGroup, by: user)
        case .decline(let modelGroup): try decline(modelGroup, by: user)
        case .acceptInvitations(let accepts): acceptInvitations(accepts, by: user)
        case .join(let modelGroup): return try join(modelGroup, by: user)
        case .answer(let applicant, let modelGroup, let approves):
            try self.answer(applicant, in: modelGroup, approves: approves, by: user)
        case .leave(let modelGroup): try leave(modelGroup, by: user)
        case .remove(let users, let modelGroup): try remove(users, from: modelGroup, by: user)
        case .ban(let users, let seconds, let modelGroup): try ban(users, for: seconds, from: modelGroup, by: user)
        case .unban(let users, let modelGroup): try unban(users, from: modelGroup, by: user)
        case .destroy(let modelGroup): try destroy(modelGroup, by: user)
        case .transfer(let successor, let modelGroup): try transfer(modelGroup, to: successor, by: user)
        case .setAdmin(true, let target, let modelGroup): try addAdmin(target, in: modelGroup, by: user)
        case .setAdmin(false, let target, let modelGroup): try removeAdmin(target, in: modelGroup, by: user)
        case .mute(let users, let duration, let modelGroup): try mute(users, for: duration, in: modelGroup, by: user)
        case .muteAll(let isMuted, let modelGroup): try muteAll(isMuted, in: modelGroup, by: user)
        case .silence(let mute, let modelGroup): try silence(mute, in: modelGroup, by: user)
        case .setWhiteListed(let isListed, let users, let modelGroup):
            try setWhiteListed(isListed, users, in: modelGroup, by: user)
        case .modify(let change, let modelGroup): try modify(modelGroup, change, by: user)
        case .disable(let isDisabled, let modelGroup): try disable(modelGroup, isDisabled)
        case .makeAccount: return settle(user)
        case .deleteAccount: return deleteAccount(user)
        case .arrive(let device, let positions): return arrive(user, device: device, resuming: positions)
        case .acknowledge(let device, let positions): acknowledge(positions, device: device, by: user)
        case .events(let position, let limit): return try events(of: user, after: position, limit: limit)
        case .sweep:
            expireMessages()
            sweepChanges()
            sweepSignals()
        case .attend, .commit, .rollBack, .restart: preconditionFailure("no act of the village")
        }
        return .done
    }
}
