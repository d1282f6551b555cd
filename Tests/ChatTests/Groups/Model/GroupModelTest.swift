import ClientProtocol
import Domain
import TestSupport

@testable import Chat

/// The state and the model side by side. Each step happens to both; then they must agree in everything.
struct GroupModelTest {
    let harness: ChatStateHarness
    private(set) var model: GroupModel
    /// The users whose devices get the events for all members of a group, as the gateway's subscribers have them.
    private var rooms: [String: Set<String>] = [:]
    /// The users who may be told the same again, by group: the state has forgotten that it told them.
    private var forgotten: [String: Set<String>] = [:]
    /// All the time.
    private let forgets: Bool
    /// Three of each user, which come and go: by user and name.
    private var devices: [[String]: GroupDevice] = [:]
    /// Events that wait for the next commit.
    private var waiting: [(user: String, told: ObservedGroupEvent)] = []
    private var committed: (model: GroupModel, rooms: [String: Set<String>])
    /// When the last round was gone, and when the last one that the devices have heard.
    private var lastRounds, heardRounds: Milliseconds

    init(_ options: ChatOptions, users: [String], forgets: Bool) throws {
        harness = try ChatStateHarness(options, replicas: HarnessNode.replicas)
        self.forgets = forgets
        model = GroupModel(options, now: harness.now)
        committed = (model, rooms)
        (lastRounds, heardRounds) = (harness.now, harness.now)
        for user in users { try step(Turn(user: user, step: .makeAccount, pause: 1)) }
        try step(Turn(user: users[0], step: .commit, pause: 1))
    }

    mutating func step(_ turn: Turn) throws {
        model.now += turn.pause
        harness.now = model.now
        switch turn.step {
        case .commit: try commit()
        case .attend(let device): try attend(turn, device)
        case .rollBack:
            try harness.rollBack()
            let now = model.now
            (model, rooms) = committed
            lastRounds = heardRounds
            model.now = now
            model.signals = [:]
            waiting = []
            forgetWhatWasTold()
        case .restart:
            // Stamps are reserved for a tenth of a second ahead; after that they are the time again.
            model.now += 200
            harness.now = model.now
            try harness.restart()
            model.signals = [:]
            waiting = []
            for name in devices.keys { devices[name]!.isThere = false }
            lastRounds = heardRounds
            try comeBack()
            try commit()
        default: try compare(turn)
        }
        if turn.goesRound { try goRounds() }
        try compareEverything()
    }

    private mutating func commit() throws {
        try harness.commit()
        committed = (model, rooms)
        heardRounds = lastRounds
        for (user, told) in waiting {
            for name in devices.keys where name[0] == user { devices[name]!.hear(told) }
        }
        waiting = []
        model.expire()
        for (name, device) in devices where device.isThere { try device.compare(model, user: name[0]) }
    }

    private mutating func attend(_ turn: Turn, _ name: String) throws {
        try commit()
        let key = [turn.user, name]
        if devices[key] == nil { devices[key] = GroupDevice() }
        if devices[key]!.isThere {
            devices[key]!.isThere = false
            try raiseMark(of: name, turn.user, isEnd: true)
            return
        }
        var turn = turn
        turn.step = .arrive(device: name, devices[key]!.positions)
        let answer = try compare(turn)
        try commit()
        guard case .arrival(let arrival) = answer else { return }
        try raiseMark(of: name, turn.user, isEnd: false)
        devices[key]!.come(arrival) { model.list(of: turn.user).map { model.snapshot($0, of: turn.user) } }
        try devices[key]!.compare(model, user: turn.user)
    }

    /// Here rounds may be later than a gateway lets them be: so no device is told more than the last ones have told.
    private mutating func raiseMark(of device: String, _ user: String, isEnd: Bool) throws {
        let (number, told) = (try harness.number(of: user), Stamp(milliseconds: heardRounds))
        if isEnd {
            try harness.chat.devices.raiseMark(of: device, number, to: told)
        } else {
            try harness.chat.devices.beginMark(of: device, number, at: told)
        }
        model.raiseMark(of: device, user, to: heardRounds, isEnd: isEnd)
    }

    /// All devices come anew, and know what they are told then.
    private mutating func comeBack() throws {
        rooms = [:]
        model.expire()
        model.expireMessages(atOnce: .max)
        _ = model.takePendingEvents()
        for user in model.people.keys.sorted() where model.isThere(user) {
            let login = try harness.chat.devices.logIn(UserID(user)!, device: "d", issuedAt: .max, resuming: nil)
            for group in login.groups { rooms[String(group.group), default: []].insert(user) }
            try same(login.total, model.total(of: user), "the total that \(user) comes back to")
            model.people[user]!.toldTotal = login.total
            model.people[user]!.behind = []
            _ = try harness.takeEffects()
        }
        forgetWhatWasTold()
    }

    private mutating func forgetWhatWasTold() {
        for modelGroup in model.modelGroups.values {
            for user in modelGroup.modelMembers.keys {
                forgotten[user, default: []].formUnion([modelGroup.id, "the total"])
            }
        }
    }

    // MARK: - One turn

    @discardableResult
    private mutating func compare(_ turn: Turn) throws -> Reply {
        let answer = try answer(to: turn)
        let heard = try listen()
        model.expire()
        model.notifyExt = turn.notifyExt
        let expected: Reply
        do {
            expected = try model.carryOut(turn, answered: answer)
        } catch let refused as GroupModel.Refused {
            expected = .refused(refused.code)
        }
        model.notifyExt = nil
        try same(answer, expected, "the answer")
        let pendingEvents = model.takePendingEvents()
        for user in Set(pendingEvents.told.keys).union(heard.keys).sorted() {
            // A conversation that has expired is listed until somebody looks.
            let found = (heard[user] ?? []).filter { $0.total == nil && !model.hasExpired($0, of: user) }.signalsFirst
            var due = (pendingEvents.told[user] ?? []).signalsFirst
            if case .block(true, let modelGroup) = turn.step, found.count > due.count {
                let more = Array(found.dropFirst(due.count))
                try compareRepeated(more, to: user, of: model.modelGroups[modelGroup]!)
                due += more
            }
            try same(found, due, "what \(user) is told")
        }
        try compareTotals(heard, due: pendingEvents.touched)
        if case .deleteAccount = turn.step { for modelGroup in rooms.keys { rooms[modelGroup]!.remove(turn.user) } }
        return answer
    }

    /// C-29, C-Q17: told at the end of an act, when it is another. Those who wait for a round wait for it there.
    private mutating func compareTotals(_ heard: [String: [ObservedGroupEvent]], due: Set<String>) throws {
        for user in model.people.keys.sorted() where model.isThere(user) {
            let total = model.total(of: user)
            let told = (heard[user] ?? []).compactMap(\.total)
            if model.people[user]!.hasUnsureTotal {
                if !told.isEmpty { try same(told, [total], "the totals that \(user) is told") }
                model.people[user]!.toldTotal = total
                continue
            }
            let isMoved = total != model.people[user]!.toldTotal
            let isDue = due.contains(user) && model.people[user]!.behind.isEmpty
            if told.isEmpty, !(isMoved && isDue) { continue }
            let isRepeated = told == [total] && (forgets || forgotten[user] != nil)
            if !isRepeated { try same(told, isMoved ? [total] : [], "the totals that \(user) is told") }
            try same(heard[user]?.last?.total, total, "whether the total comes last to \(user)")
            model.people[user]!.toldTotal = total
            if forgotten[user] == ["the total"] { forgotten[user] = nil }
        }
    }

    /// The events that the state has left, by user and in order; those for all members go to the members of that moment.
    private mutating func listen() throws -> [String: [ObservedGroupEvent]] {
        let heard = try takeHeard()
        for (user, told) in heard { waiting += told.map { (user, $0) } }
        return heard
    }

    private mutating func takeHeard() throws -> [String: [ObservedGroupEvent]] {
        var heard: [String: [ObservedGroupEvent]] = [:]
        for effect in try harness.takeEffects() {
            switch effect {
            case .entered(let group, let user): rooms[String(group), default: []].insert(user.text)
            case .left(let group, let user): rooms[String(group), default: []].remove(user.text)
            default:
                let observed = ObservedGroupEvent.all(effect)
                if case .member(let account, let group) = effect.event?.audience {
                    for user in rooms[String(group)] ?? [] where try harness.number(of: user) == account {
                        heard[user, default: []] += observed
                    }
                    continue
                }
                guard case .group(let group, let exceptions) = effect.event?.audience else {
                    heard[effect.recipient.text, default: []] += observed
                    continue
                }
                for user in rooms[String(group)] ?? [] where !exceptions.contains(try harness.number(of: user)) {
                    heard[user, default: []] += observed
                }
            }
        }
        return heard
    }

    /// C-22: as the gateway does it for those who are there.
    private mutating func goRounds() throws {
        lastRounds = model.now
        model.expire()
        for modelGroup in model.modelGroups.values.sorted(by: { $0.id < $1.id }) where !modelGroup.isGone {
            let numbers = try modelGroup.modelMembers.keys.map { try harness.number(of: $0) }.sorted()
            try harness.chat.groupMembers.showGroup(GroupNumber(modelGroup.id)!, to: numbers)
            let heard = try listen()
            model.goRound(modelGroup)
            let pendingEvents = model.takePendingEvents()
            for user in modelGroup.modelMembers.keys.sorted() {
                let found = (heard[user] ?? []).filter { $0.total == nil }
                let expected = pendingEvents.told[user] ?? []
                if expected.isEmpty {
                    try compareRepeated(found, to: user, of: modelGroup)
                } else {
                    try same(found, expected, "what \(user) is told in a round")
                }
            }
            try compareTotals(heard, due: pendingEvents.touched)
            for user in modelGroup.modelMembers.keys where heard[user]?.contains(where: { $0.total == nil }) == true {
                forgotten[user]?.remove(modelGroup.id)
            }
        }
    }

    /// Nothing has to be told; but it may be if the state does not know better.
    private func compareRepeated(_ found: [ObservedGroupEvent], to user: String, of modelGroup: ModelGroup) throws {
        if found.isEmpty { return }
        let again = ObservedGroupEvent.thread(model.snapshot(modelGroup.conversation, of: user), isNew: false, seq: nil)
        // A round does not look for messages that the user has deleted: such a one may have named it (M-28).
        let isUnsure =
            forgets || forgotten[user]?.contains(modelGroup.id) == true
            || !model.box(of: user, modelGroup.conversation).hidden.isEmpty
        try same(found, isUnsure ? [again] : [], "what \(user) is told again")
    }

    // MARK: - Everything

    /// Each user's list, walked in pages, the total, the end of the stream, and the members of each group. Only totals may be told meanwhile.
    private mutating func compareEverything() throws {
        model.expire()
        for user in model.people.keys.sorted() where model.isThere(user) {
            let number = try harness.number(of: user)
            var found: [ThreadSnapshot] = []
            var cursor: Int64 = 0
            repeat {
                let page = try harness.chat.conversationLists.list(of: number, after: cursor, count: 3)
                found += page.conversations.map(ThreadSnapshot.init)
                cursor = page.next
            } while cursor != 0
            let expected = model.list(of: user).map { model.snapshot($0, of: user) }
            try same(found.map(\.id), expected.map(\.id), "the list of \(user)")
            for (one, other) in zip(found, expected) { try same(one, other, "a conversation of \(user)") }
            try same(harness.chat.conversationLists.total(of: number), model.total(of: user), "the total of \(user)")
            let seq = try harness.chat.work.userStreams.streamSeq(of: harness.chat.accounts.account(number))
            try same(seq, model.people[user]!.streamSeq, "the end of \(user)'s stream")
        }
        for modelGroup in model.modelGroups.values { try compare(modelGroup) }
        let heard = try listen()
        for (user, pendingEvents) in heard {
            try same(pendingEvents.filter { $0.total == nil }, [], "what \(user) is told, being asked")
        }
        try compareTotals(heard, due: Set(model.people.keys))
    }

    private func compare(_ modelGroup: ModelGroup) throws {
        try same(
            rooms[modelGroup.id] ?? [], Set(modelGroup.modelMembers.keys), "who is in the room of \(modelGroup.id)")
        guard !modelGroup.isGone else { return }
        let details = try harness.chat.groupAdministration.groupDetails(
            modelGroup.id, withMembers: true, for: harness.number(of: modelGroup.owner))
        let modelMembers = modelGroup.modelMembers.sorted { $0.value.joined > $1.value.joined }
        let byRole = [GroupRole.owner, .admin, .member].flatMap { role in modelMembers.filter { $0.value.role == role }
        }
        try same(details.members!.map(\.text), byRole.map(\.key), "the members of \(modelGroup.id)")
        try same(details.admins.map(\.text), modelMembers.filter { $0.value.role == .admin }.map(\.key), "the admins")
        try same(
            details.whiteList!.map(\.text), modelMembers.filter(\.value.isWhiteListed).map(\.key), "the white list")
        let muted = modelMembers.filter { model.isMuted($0.value) }.map { "\($0.key) until \($0.value.muteUntil)" }
        try same(details.muted!.map { "\($0.user) until \($0.until)" }, muted, "the muted ones")
    }
}
