import ClientProtocol
import Domain

@testable import Chat

// On either side.

extension VillageTrial {
    /// Has the state carry it out.
    func answer(to turn: Turn) throws -> Reply {
        keeping.chat.notifyExt = turn.notifyExt
        do {
            let number = try keeping.chat.account(UserID(turn.user)!)?.number
            return try carryOut(turn.act, turn.user, number ?? 0)
        } catch let refusal as Refusal {
            return .refused(refusal.code)
        }
    }

    private func carryOut(_ act: Act, _ user: String, _ number: Int64) throws -> Reply {
        let chat = keeping.chat
        func conversation(_ id: String) -> ConversationID { ConversationID(id)! }
        func results(_ results: [UserResult]) -> [String: ErrorCode?] {
            Dictionary(uniqueKeysWithValues: results.map { ($0.user, $0.error) })
        }
        switch act {
        case .send(let draft): return .letter(LetterFace(try chat.send(draft, from: number)))
        case .markRead(let id, let seq): return .number(try chat.markRead(conversation(id), upTo: seq, of: number))
        case .pin(let id, let isPinned): try chat.pin(conversation(id), isPinned, of: number)
        case .delete(let id): try chat.delete([conversation(id)], of: number)
        case .setOption(let option, let club): try chat.setOption(option, ofGroup: club, by: number)
        case .option(let club): return .option(try chat.option(ofGroup: club, by: number))
        case .block(let isBlocking, let club): try chat.block(isBlocking, group: club, by: number)
        case .history(let history, let club):
            let page = try history.page(of: .group(club), for: UserID(user)!, account: number, in: chat.store)
            return .letters(page.messages.map(LetterFace.init), next: page.next)
        case .create(let draft):
            let group = try chat.createGroup(draft, by: number)
            return .made(group.id, results(group.results))
        case .invite(let users, let club):
            return .results(results(try chat.invite(users, "come", to: club, by: number)))
        case .accept(let club): try chat.acceptInvitation(to: club, by: number)
        case .decline(let club): try chat.declineInvitation(to: club, reason: "no", by: number)
        case .acceptInvitations(let accepts): try chat.acceptInvitations(accepts, of: number)
        case .join(let club): return .yes(try chat.join(club, reason: "why", by: number))
        case .answer(let applicant, let club, true): try chat.approve(applicant, in: club, by: number)
        case .answer(let applicant, let club, false): try chat.decline(applicant, in: club, reason: "no", by: number)
        case .leave(let club): try chat.leaveGroup(club, by: number)
        case .remove(let users, let club): try chat.removeMembers(users, from: club, by: number)
        case .destroy(let club): try chat.destroyGroup(club, by: number)
        case .transfer(let heir, let club): try chat.transferGroup(club, to: heir, by: number)
        case .setAdmin(true, let target, let club): try chat.addAdmins(AdminCandidates(target), in: club, by: number)
        case .setAdmin(false, let target, let club):
            try chat.removeAdmins(AdminCandidates(target), in: club, by: number)
        case .mute(let users, 0, let club): try chat.unmute(users, in: club, by: number)
        case .mute(let users, let duration, let club):
            try chat.mute(users, forMilliseconds: duration, in: club, by: number)
        case .muteAll(let isMuted, let club): try chat.muteAll(isMuted, in: club, by: number)
        case .silence(let mute, let club): try chat.muteAll(mute, in: club, by: number)
        case .setWhiteListed(true, let users, let club): try chat.addToWhiteList(users, in: club, by: number)
        case .setWhiteListed(false, let users, let club): try chat.removeFromWhiteList(users, in: club, by: number)
        case .modify(let change, let club): try chat.modifyGroup(club, change, by: number)
        case .disable(let isDisabled, let club): try chat.disableGroup(club, isDisabled)
        case .makeAccount: return .yes(try chat.create(UserID(user)!))
        case .deleteAccount: return .yes(try chat.delete(UserID(user)!))
        case .arrive(let device, let positions):
            return .arrival(ArrivalFace(try chat.logIn(UserID(user)!, device: device, resuming: positions)))
        case .acknowledge(let device, let positions): try chat.acknowledge(positions, device: device, of: number)
        case .events(let position, let limit):
            let page = try chat.events(of: number, on: "d", after: position, limit: limit)
            return .events(page.events.map(Replayed.init), seq: page.seq, isFinished: page.isFinished)
        case .sweep: try chat.sweep()
        case .commit, .rollBack, .restart: preconditionFailure("no act of the books")
        }
        return .done
    }
}

extension Village {
    /// What the village makes of it.
    mutating func carryOut(_ turn: Turn, answered answer: Reply) throws -> Reply {
        let user = turn.user
        switch turn.act {
        case .send(let draft): return try send(draft, from: user, answered: answer)
        case .markRead(let id, let seq): return try markRead(id, upTo: seq, by: user)
        case .pin(let id, let isPinned): try pin(id, isPinned, by: user)
        case .delete(let id): delete(id, by: user)
        case .setOption(let option, let club): try setOption(option, of: club, by: user)
        case .option(let club): return try option(of: club, by: user)
        case .block(let isBlocking, let club): try block(isBlocking, club, by: user)
        case .history(let history, let club): return try self.history(history, of: club, by: user)
        case .create(let draft): return try create(draft, by: user)
        case .invite(let users, let club): return try invite(users, "come", to: club, by: user)
        case .accept(let club): try accept(club, by: user)
        case .decline(let club): try decline(club, by: user)
        case .acceptInvitations(let accepts): acceptInvitations(accepts, by: user)
        case .join(let club): return try join(club, by: user)
        case .answer(let applicant, let club, let approves):
            try self.answer(applicant, in: club, approves: approves, by: user)
        case .leave(let club): try leave(club, by: user)
        case .remove(let users, let club): try remove(users, from: club, by: user)
        case .destroy(let club): try destroy(club, by: user)
        case .transfer(let heir, let club): try transfer(club, to: heir, by: user)
        case .setAdmin(true, let target, let club): try addAdmin(target, in: club, by: user)
        case .setAdmin(false, let target, let club): try removeAdmin(target, in: club, by: user)
        case .mute(let users, let duration, let club): try mute(users, for: duration, in: club, by: user)
        case .muteAll(let isMuted, let club): try muteAll(isMuted, in: club, by: user)
        case .silence(let mute, let club): try silence(mute, in: club, by: user)
        case .setWhiteListed(let isListed, let users, let club):
            try setWhiteListed(isListed, users, in: club, by: user)
        case .modify(let change, let club): try modify(club, change, by: user)
        case .disable(let isDisabled, let club): try disable(club, isDisabled)
        case .makeAccount: return settle(user)
        case .deleteAccount: return deleteAccount(user)
        case .arrive(let device, let positions): return arrive(user, device: device, resuming: positions)
        case .acknowledge(let device, let positions): acknowledge(positions, device: device, by: user)
        case .events(let position, let limit): return try events(of: user, after: position, limit: limit)
        case .sweep: break
        case .commit, .rollBack, .restart: preconditionFailure("no act of the village")
        }
        return .done
    }
}
