import ClientProtocol
import Domain
import TestSupport

@testable import Chat

/// The state and the society side by side. Whatever happens, happens to both; then they must agree in everything.
struct SocietyTrial {
    let keeping: Bookkeeping
    private(set) var society: Society
    /// As of the last commit.
    private var committed: Society
    private var walks: [String: AskingWalk] = [:]
    private var devices: [String: ListeningDevice] = [:]
    var dice: Fate

    init(_ options: ChatOptions, _ rates: Society.Rates, users: [String], dice: Fate) throws {
        keeping = try Bookkeeping(options)
        society = Society(options, rates, now: keeping.now)
        committed = society
        self.dice = dice
        for user in users { try step(.create(user), after: 1) }
        try step(.commit, after: 1)
    }

    mutating func step(_ deed: Deed, after pause: Int64) throws {
        society.now += pause
        keeping.now = society.now
        switch deed {
        case .commit:
            try keeping.commit()
            committed = society
        case .rollBack:
            try keeping.rollBack()
            let (now, lastStamp, lastSerial) = (society.now, society.lastStamp, society.lastSerial)
            society = committed
            (society.now, society.lastStamp, society.lastSerial) = (now, lastStamp, lastSerial)
            society.forgetRates()
            walks = [:]
            devices = [:]
        case .restart:
            try keeping.restart()
            // Stamps of what was rolled back nobody knows of any more.
            society.lastStamp = society.talks.values.compactMap(\.last?.stamp).max() ?? 0
            society.forgetRates()
            committed = society
        case .ask(let user, let count):
            guard society.isThere(user) else { break }
            try devices[user, default: ListeningDevice()].ask(
                user, keeping.number(of: user), society, count: count, in: keeping.chat.store)
        case .walkAskings(let user, let count): try walk(user, count)
        default: try compare(deed)
        }
        try compareEverything()
    }

    // MARK: - One deed

    private mutating func compare(_ deed: Deed) throws {
        let answer = try answer(to: deed)
        let told = try tell()
        let former = society
        society.news.order = deed.others
        try same(answer, expectation(of: deed, answered: answer), "the answer")
        let expected = society.conclude(since: former)
        for user in Set(expected.keys).union(told.keys).sorted() {
            try same(told[user] ?? [], expected[user] ?? [], "what \(user) is told")
            let durable = (told[user] ?? []).filter { $0.seq != nil }
            guard society.canAct(user), let first = durable.first?.seq else { continue }
            try compareReplay(of: durable, to: user, after: first - 1)
        }
        if case .deleteAccount(let user) = deed { (walks[user], devices[user]) = (nil, nil) }
    }

    /// X-07, R-Q50: what was told live is what comes again.
    private func compareReplay(of told: [Tiding], to user: String, after position: Int64) throws {
        let page = try keeping.chat.events(
            of: keeping.number(of: user), on: "d", after: position, limit: told.count + 1)
        try same(page.events.map(Tiding.init), told.map(\.again), "what is told again to \(user)")
    }

    /// What the state have left to tell, by user and in order.
    func tell() throws -> [String: [Tiding]] {
        var told: [String: [Tiding]] = [:]
        for serverEvent in try keeping.takeEvents() {
            guard let tiding = Tiding(serverEvent) else {
                throw Difference(description: "\(serverEvent.recipient) is told \(serverEvent.content)")
            }
            told[serverEvent.recipient.text, default: []].append(tiding)
        }
        return told
    }

    // MARK: - Walks

    /// R-Q34 to R-Q36.
    private mutating func walk(_ user: String, _ count: Int) throws {
        guard society.isThere(user) else { return }
        var walk = walks[user] ?? AskingWalk()
        let list = try FriendRequestList(
            of: keeping.number(of: user), incoming: true, outgoing: true, seq: walk.seq, cursor: walk.cursor,
            count: count, now: keeping.now, in: keeping.chat.store)
        try same(list.seq, society.members[user]!.askingSeq, "the seq of \(user)'s requests")
        try same(list.unread, society.unreadAskings(of: user), "the unread requests of \(user)")
        do {
            try walk.take(list, count, of: society.askings(of: user))
        } catch let difference as Difference {
            throw Difference(description: "\(user)'s walk: \(difference)")
        }
        walks[user] = walk
    }
}

// MARK: - On either side

extension SocietyTrial {
    private func answer(to deed: Deed) throws -> Society.Answer {
        do {
            if let user = deed.caller { return try carryOut(deed, for: keeping.number(of: user)) }
            return try carryOut(deed)
        } catch let refusal as Refusal {
            return .refused(refusal.code)
        }
    }

    private func carryOut(_ deed: Deed, for number: Int64) throws -> Society.Answer {
        let chat = keeping.chat
        func results(_ results: [UserResult]) -> Society.Answer { .results(results.map(Society.Result.init)) }
        func texts(_ names: [Spelling]) -> [String] { names.map(\.text) }
        switch deed {
        case .add(_, let other, let wish): return results([try chat.addFriend(other, wish, of: number)])
        case .deleteFriends(_, let others, let bothWays):
            return results(try chat.deleteFriends(others, bothWays: bothWays, of: number))
        case .respond(_, let other, let response, let remark):
            return results([try chat.respond(to: other, response, remark: remark, of: number)])
        case .check(_, let others, let bothWays):
            let checks = try FriendCheck.all(
                of: others, bothWays: bothWays, for: UserID(deed.caller!)!, number, in: chat.store)
            return .relations(checks.map { Society.Result($0.result) }, checks.map(\.relation))
        case .modify(_, let other, let change): try chat.modifyFriend(other, change, of: number)
        case .createGroups(_, let groups, let others):
            return results(try chat.createFriendGroups(texts(groups), with: others, of: number))
        case .deleteGroups(_, let groups): try chat.deleteFriendGroups(texts(groups), of: number)
        case .changeGroup(_, let group, let others, true):
            return results(try chat.addToFriendGroup(group.text, others, of: number))
        case .changeGroup(_, let group, let others, false):
            return results(try chat.removeFromFriendGroup(group.text, others, of: number))
        case .renameGroup(_, let group, let newName):
            try chat.renameFriendGroup(group.text, to: newName.text, of: number)
        case .block(_, let others, let keepsFriends):
            return results(try chat.block(others, keepsFriends: keepsFriends, of: number))
        case .unblock(_, let others): return results(try chat.unblock(others, of: number))
        case .deleteAskings(_, let others, let outgoing):
            try chat.deleteRequests(others, areOutgoing: outgoing, of: number)
        case .reportAskings(_, let time): return .number(try chat.reportRequests(upTo: time, of: number))
        case .changeProfile(_, let change): try chat.modifyProfile(change, of: number)
        case .send(_, let draft): return .message(MessageFace(try chat.send(draft, from: number)))
        case .markRead(_, let peer):
            guard let user = UserID(peer) else { return .refused(.conversationParameters) }
            return .number(try chat.markRead(.c2c(user), upTo: nil, of: number))
        case .receipt(_, let peer, let time):
            guard let user = UserID(peer) else { return .refused(.noTarget) }
            try chat.acknowledge(.c2c(user), upTo: time, of: number)
        case .events(_, let position, let limit):
            let page = try chat.events(of: number, on: "d", after: position, limit: limit)
            return .happenings(page.events.map(Tiding.init), seq: page.seq, isFinished: page.isFinished)
        default: preconditionFailure("\(deed) has no caller")
        }
        return .done
    }

    private func carryOut(_ deed: Deed) throws -> Society.Answer {
        let chat = keeping.chat
        func results(_ results: [UserResult]) -> Society.Answer { .results(results.map(Society.Result.init)) }
        switch deed {
        case .addFriends(let user, let wishes, let isForced):
            return results(try chat.addFriends(wishes, isForced: isForced, of: user))
        case .importFriends(let user, let entries): return results(try chat.importFriends(entries, of: user))
        case .importBlacklist(let user, let entries, let keepsFriends):
            return results(try chat.importBlacklist(entries, keepsFriends: keepsFriends, of: user))
        case .update(let user, let change): try chat.modifyProfile(change, of: UserID(user)!)
        case .create(let user): return .yes(try chat.create(UserID(user)!))
        case .deleteAccount(let user): return .yes(try chat.delete(UserID(user)!))
        case .bar(let user, let isBarred): return .yes(try chat.barAdding(UserID(user)!, isBarred))
        case .disable(let user, let isDisabled): return .yes(try chat.disable(UserID(user)!, isDisabled))
        case .logIn(let user, let position):
            let positions = position.map { StreamPositions(user: $0) }
            return .login(Society.LoginFace(try chat.logIn(UserID(user)!, device: "d", resuming: positions)))
        default: preconditionFailure("\(deed) has a caller")
        }
        return .done
    }

    /// What the society makes of it. Of the state' answer it takes the stamp of a message that was sent.
    private mutating func expectation(of deed: Deed, answered answer: Society.Answer) throws -> Society.Answer {
        if let caller = deed.caller, !deed.isOnlyRead, !society.canAct(caller) { return .refused(.forbidden) }
        switch deed {
        case .add(let user, let other, let wish): return society.add(user, other, wish)
        case .deleteFriends(let user, let others, let bothWays):
            return society.deleteFriends(user, others, bothWays: bothWays)
        case .respond(let user, let other, let response, let remark):
            return society.respond(user, other, response, remark: remark)
        case .check(let user, let others, let bothWays): return society.check(user, others, bothWays: bothWays)
        case .modify(let user, let other, let change): return society.modify(user, other, change)
        case .createGroups(let user, let groups, let others): return society.createGroups(user, groups, others)
        case .deleteGroups(let user, let groups): return society.deleteGroups(user, groups)
        case .changeGroup(let user, let group, let others, let isAdding):
            return society.changeGroup(user, group, others, isAdding: isAdding)
        case .renameGroup(let user, let group, let newName): return society.renameGroup(user, group, newName)
        case .block(let user, let others, let keepsFriends):
            return society.block(user, others, keepsFriends: keepsFriends)
        case .addFriends(let user, let wishes, let isForced):
            return society.addFriends(user, wishes, isForced: isForced)
        case .importFriends(let user, let entries): return society.importFriends(user, entries)
        case .importBlacklist(let user, let entries, let keepsFriends):
            return society.importBlacklist(user, entries, keepsFriends: keepsFriends)
        case .unblock(let user, let others): return society.unblock(user, others)
        case .deleteAskings(let user, let others, let outgoing):
            return society.deleteAskings(user, others, outgoing: outgoing)
        case .reportAskings(let user, let time): return society.reportAskings(user, upTo: time)
        case .changeProfile(let user, let change): return society.changeOwnProfile(user, change)
        case .update(let user, let change):
            return society.isThere(user) ? society.changeProfile(user, change) : .refused(.noAccount)
        case .create(let user): return society.create(user)
        case .deleteAccount(let user): return society.deleteAccount(user)
        case .bar(let user, let isBarred): return society.bar(user, isBarred)
        case .disable(let user, let isDisabled): return society.disable(user, isDisabled)
        case .send(let user, let draft):
            let former = society.lastStamp
            var stamp = former
            if case .message(let face) = answer { stamp = face.stamp }
            let expected = society.send(draft, from: user, stamp: stamp)
            if case .message = expected { try same(stamp > former, true, "whether stamps rise") }
            return expected
        case .markRead(let user, let peer): return society.markRead(user, peer)
        case .receipt(let user, let peer, let time): return society.sendReceipt(user, peer, time)
        case .events(let user, let position, let limit): return society.events(user, after: position, limit: limit)
        case .logIn(let user, let position): return society.logIn(user, from: position)
        case .walkAskings, .ask, .commit, .rollBack, .restart: preconditionFailure("no operation of the books")
        }
    }
}
