import ClientProtocol
import Domain
import TestSupport

@testable import Chat

/// The state and the model side by side. Each step happens to both; then they must agree in everything.
struct RelationModelTest {
    let harness: ChatStateHarness
    private(set) var model: RelationModel
    /// As of the last commit.
    private var committed: RelationModel
    private var walks: [String: AskingWalk] = [:]
    private var devices: [String: ListeningDevice] = [:]
    var dice: RelationStepGenerator

    init(_ options: ChatOptions, _ rates: RelationModel.Rates, users: [String], dice: RelationStepGenerator) throws {
        harness = try ChatStateHarness(options, replicas: HarnessNode.replicas)
        model = RelationModel(options, rates, now: harness.now)
        committed = model
        self.dice = dice
        for user in users { try step(.create(user), after: 1) }
        try step(.commit, after: 1)
    }

    mutating func step(_ step: RelationStep, after pause: Milliseconds) throws {
        model.now += pause
        harness.now = model.now
        switch step {
        case .commit:
            try harness.commit()
            committed = model
        case .rollBack:
            try harness.rollBack()
            let (now, lastStamp, lastSerial) = (model.now, model.lastStamp, model.lastSerial)
            model = committed
            (model.now, model.lastStamp, model.lastSerial) = (now, lastStamp, lastSerial)
            model.forgetRates()
            walks = [:]
            devices = [:]
        case .restart:
            try harness.restart()
            // Stamps of what was rolled back nobody knows of any more.
            model.lastStamp = model.talks.values.compactMap(\.last?.stamp).max() ?? 0
            model.forgetRates()
            committed = model
        case .ask(let user, let count):
            guard model.isThere(user) else { break }
            try devices[user, default: ListeningDevice()].ask(
                user, harness.number(of: user), model, count: count, in: harness.chat.work.store)
        case .walkAskings(let user, let count): try walk(user, count)
        default: try compare(step)
        }
        try compareEverything()
    }

    // MARK: - One act

    private mutating func compare(_ step: RelationStep) throws {
        let answer = try answer(to: step)
        let told = try tell()
        let former = model
        model.pendingEvents.order = step.others
        try same(answer, expectation(of: step, answered: answer), "the answer")
        let expected = model.conclude(since: former)
        for user in Set(expected.keys).union(told.keys).sorted() {
            try same(told[user] ?? [], expected[user] ?? [], "what \(user) is told")
            let durable = (told[user] ?? []).filter { $0.seq != nil }
            guard model.canAct(user), let first = durable.first?.seq else { continue }
            try compareReplay(of: durable, to: user, after: first - 1)
        }
        if case .deleteAccount(let user) = step { (walks[user], devices[user]) = (nil, nil) }
    }

    /// X-07, R-Q50: what was told live is what comes again.
    private func compareReplay(of told: [ObservedRelationEvent], to user: String, after position: Seq) throws {
        let page = try harness.chat.devices.events(
            of: harness.number(of: user), on: "d", after: position, limit: told.count + 1)
        try same(page.events.map(ObservedRelationEvent.init), told.map(\.again), "what is told again to \(user)")
    }

    /// The events that the state has left, by user and in order.
    func tell() throws -> [String: [ObservedRelationEvent]] {
        var told: [String: [ObservedRelationEvent]] = [:]
        for effect in try harness.takeEffects() {
            guard let observed = ObservedRelationEvent(effect) else {
                throw Difference(description: "\(effect.recipient) is told \(effect)")
            }
            told[effect.recipient.text, default: []].append(observed)
        }
        return told
    }

    // MARK: - Walks

    /// R-Q34 to R-Q36.
    private mutating func walk(_ user: String, _ count: Int) throws {
        guard model.isThere(user) else { return }
        var walk = walks[user] ?? AskingWalk()
        let list = try FriendRequestList(
            of: harness.number(of: user), incoming: true, outgoing: true, seq: walk.seq, cursor: walk.cursor,
            count: count, now: harness.now, in: harness.chat.work.store)
        try same(list.seq, model.members[user]!.askingSeq, "the seq of \(user)'s requests")
        try same(list.unread, model.unreadAskings(of: user), "the unread requests of \(user)")
        do {
            try walk.take(list, count, of: model.askings(of: user))
        } catch let difference as Difference {
            throw Difference(description: "\(user)'s walk: \(difference)")
        }
        walks[user] = walk
    }
}

// MARK: - On either side

extension RelationModelTest {
    private func answer(to step: RelationStep) throws -> RelationModel.Answer {
        do {
            if let user = step.caller { return try carryOut(step, for: harness.number(of: user)) }
            return try carryOut(step)
        } catch {
            guard let refusal = error.refusal else { throw error }
            return .refused(refusal.code)
        }
    }

    private func carryOut(_ step: RelationStep, for number: AccountNumber) throws -> RelationModel.Answer {
        let chat = harness.chat
        func results(_ results: [UserResult]) -> RelationModel.Answer {
            .results(results.map(RelationModel.Result.init))
        }
        func texts(_ names: [Spelling]) -> [String] { names.map(\.text) }
        switch step {
        case .add(_, let other, let requestDraft):
            return results([try chat.friends.addFriend(other, requestDraft, of: number)])
        case .deleteFriends(_, let others, let bothWays):
            return results(try chat.friends.deleteFriends(others, bothWays: bothWays, of: number))
        case .respond(_, let other, let response, let remark):
            return results([try chat.friends.respond(to: other, response, remark: remark, of: number)])
        case .check(_, let others, let bothWays):
            let checks = try FriendCheck.all(
                of: others, bothWays: bothWays, for: UserID(step.caller!)!, number, in: chat.work.store)
            return .relations(checks.map { RelationModel.Result($0.result) }, checks.map(\.relation))
        case .modify(_, let other, let change): try chat.friends.modifyFriend(other, change, of: number)
        case .createGroups(_, let groups, let others):
            return results(try chat.friends.createFriendGroups(texts(groups), with: others, of: number))
        case .deleteGroups(_, let groups): try chat.friends.deleteFriendGroups(texts(groups), of: number)
        case .changeGroup(_, let group, let others, true):
            return results(try chat.friends.addToFriendGroup(group.text, others, of: number))
        case .changeGroup(_, let group, let others, false):
            return results(try chat.friends.removeFromFriendGroup(group.text, others, of: number))
        case .renameGroup(_, let group, let newName):
            try chat.friends.renameFriendGroup(group.text, to: newName.text, of: number)
        case .block(_, let others, let keepsFriends):
            return results(try chat.friends.block(others, keepsFriends: keepsFriends, of: number))
        case .unblock(_, let others): return results(try chat.friends.unblock(others, of: number))
        case .deleteAskings(_, let others, let outgoing):
            try chat.relations.deleteRequests(others, areOutgoing: outgoing, of: number)
        case .reportAskings(_, let time): return .number(try chat.relations.reportRequests(upTo: time, of: number))
        case .changeProfile(_, let change): try chat.profiles.modifyProfile(change, of: number)
        case .send(_, let draft): return .message(MessageSnapshot(try chat.messages.send(draft, from: number)))
        case .markRead(_, let peer):
            guard let user = UserID(peer) else { return .refused(.conversationParameters) }
            return .number(try chat.conversationLists.markRead(.c2c(user), upTo: nil, of: number))
        case .receipt(_, let peer, let time):
            guard let user = UserID(peer) else { return .refused(.noTarget) }
            try chat.conversationLists.acknowledge(.c2c(user), upTo: time, of: number)
        case .events(_, let position, let limit):
            let page = try chat.devices.events(of: number, on: "d", after: position, limit: limit)
            return .happenings(page.events.map(ObservedRelationEvent.init), seq: page.seq, isFinished: page.isFinished)
        default: preconditionFailure("\(step) has no caller")
        }
        return .done
    }

    private func carryOut(_ step: RelationStep) throws -> RelationModel.Answer {
        let chat = harness.chat
        func results(_ results: [UserResult]) -> RelationModel.Answer {
            .results(results.map(RelationModel.Result.init))
        }
        switch step {
        case .addFriends(let user, let requestDrafts, let isForced):
            return results(try chat.friends.addFriends(requestDrafts, isForced: isForced, of: user))
        case .importFriends(let user, let entries):
            return results(try chat.friends.importFriends(entries, of: user))
        case .importBlacklist(let user, let entries, let keepsFriends):
            return results(try chat.friends.importBlacklist(entries, keepsFriends: keepsFriends, of: user))
        case .update(let user, let change): try chat.profiles.modifyProfile(change, of: UserID(user)!)
        case .create(let user): return .yes(try chat.accountAdministration.create(UserID(user)!))
        case .deleteAccount(let user): return .yes(try chat.accountAdministration.delete(UserID(user)!))
        case .bar(let user, let isBarred):
            return .yes(try chat.accountAdministration.barAdding(UserID(user)!, isBarred))
        case .disable(let user, let isDisabled):
            return .yes(try chat.accountAdministration.disable(UserID(user)!, isDisabled))
        case .logIn(let user, let position):
            let positions = position.map { StreamPositions(user: $0) }
            return .login(
                RelationModel.LoginSnapshot(
                    try chat.devices.logIn(UserID(user)!, device: "d", issuedAt: .max, resuming: positions)))
        default: preconditionFailure("\(step) has a caller")
        }
        return .done
    }

    /// The model's answer and events. It takes the stamp of a sent message from the state's answer.
    private mutating func expectation(of step: RelationStep, answered answer: RelationModel.Answer) throws
        -> RelationModel.Answer
    {
        if let caller = step.caller, !step.isOnlyRead, !model.canAct(caller) { return .refused(.forbidden) }
        switch step {
        case .add(let user, let other, let requestDraft): return model.add(user, other, requestDraft)
        case .deleteFriends(let user, let others, let bothWays):
            return model.deleteFriends(user, others, bothWays: bothWays)
        case .respond(let user, let other, let response, let remark):
            return model.respond(user, other, response, remark: remark)
        case .check(let user, let others, let bothWays): return model.check(user, others, bothWays: bothWays)
        case .modify(let user, let other, let change): return model.modify(user, other, change)
        case .createGroups(let user, let groups, let others): return model.createGroups(user, groups, others)
        case .deleteGroups(let user, let groups): return model.deleteGroups(user, groups)
        case .changeGroup(let user, let group, let others, let isAdding):
            return model.changeGroup(user, group, others, isAdding: isAdding)
        case .renameGroup(let user, let group, let newName): return model.renameGroup(user, group, newName)
        case .block(let user, let others, let keepsFriends):
            return model.block(user, others, keepsFriends: keepsFriends)
        case .addFriends(let user, let requestDrafts, let isForced):
            return model.addFriends(user, requestDrafts, isForced: isForced)
        case .importFriends(let user, let entries): return model.importFriends(user, entries)
        case .importBlacklist(let user, let entries, let keepsFriends):
            return model.importBlacklist(user, entries, keepsFriends: keepsFriends)
        case .unblock(let user, let others): return model.unblock(user, others)
        case .deleteAskings(let user, let others, let outgoing):
            return model.deleteAskings(user, others, outgoing: outgoing)
        case .reportAskings(let user, let time): return model.reportAskings(user, upTo: time)
        case .changeProfile(let user, let change): return model.changeOwnProfile(user, change)
        case .update(let user, let change):
            return model.isThere(user) ? model.changeProfile(user, change) : .refused(.noAccount)
        case .create(let user): return model.create(user)
        case .deleteAccount(let user): return model.deleteAccount(user)
        case .bar(let user, let isBarred): return model.bar(user, isBarred)
        case .disable(let user, let isDisabled): return model.disable(user, isDisabled)
        case .send(let user, let draft):
            let former = model.lastStamp
            var stamp = former
            if case .message(let face) = answer { stamp = face.stamp }
            let expected = model.send(draft, from: user, stamp: stamp)
            if case .message = expected { try same(stamp > former, true, "whether stamps rise") }
            return expected
        case .markRead(let user, let peer): return model.markRead(user, peer)
        case .receipt(let user, let peer, let time): return model.sendReceipt(user, peer, time)
        case .events(let user, let position, let limit): return model.events(user, after: position, limit: limit)
        case .logIn(let user, let position): return model.logIn(user, from: position)
        case .walkAskings, .ask, .commit, .rollBack, .restart: preconditionFailure("no operation of the state")
        }
    }
}
