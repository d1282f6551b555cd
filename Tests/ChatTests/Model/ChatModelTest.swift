import ClientProtocol
import Domain
import TestSupport

@testable import Chat

/// The state and the naive model side by side. Each step is done to both; then they must agree in everything.
struct ChatModelTest {
    let harness: ChatStateHarness
    var model: ChatModel
    /// As of the last commit.
    private var committed: ChatModel
    /// The users' places in their lists: the state's cursor, and the place that it should stand for.
    var walks: [String: (cursor: Int64, after: ChatModel.Place)] = [:]
    /// Three of each user, which come and go: by user and name.
    private var devices: [[String]: Device] = [:]
    /// Events that wait for the next commit.
    private var waiting: [(user: String, told: ObservedEvent)] = []

    init(_ options: ChatOptions, users: [String]) throws {
        harness = try ChatStateHarness(options, replicas: HarnessNode.replicas)
        model = ChatModel(options, now: harness.now)
        committed = model
        for user in users {
            try step(.create(user, ProfileChange()), after: 1)
        }
        try step(.commit, after: 1)
    }

    mutating func step(_ operation: ChatStep, after pause: Milliseconds) throws {
        model.now += pause
        harness.now = model.now
        switch operation {
        case .commit: try commit()
        case .rollBack:
            try harness.rollBack()
            returnToCommitted()
            model.signals = [:]
            waiting = []
        case .restart:
            // Stamps are reserved for a tenth of a second ahead; after that they are the time again.
            model.now += 200
            harness.now = model.now
            try harness.restart()
            model.signals = [:]
            try commit()
            for name in devices.keys { devices[name]!.isThere = false }
            expireAtStart()
        case .reconcilePresence(let user, let device): try reconcilePresence(user, device)
        default:
            _ = try compare(operation)
        }
        try compareEverything()
    }

    private mutating func commit() throws {
        try harness.commit()
        committed = model
        for (user, told) in waiting {
            for name in devices.keys where name[0] == user { devices[name]!.hear(told) }
        }
        waiting = []
        model.expire()
        for (name, device) in devices where device.isThere && !model.people[name[0]]!.isDisabled {
            try device.compare(model, user: name[0])
        }
    }

    /// M-36: what fell due is gone before anybody comes, and nobody is told.
    private mutating func expireAtStart() {
        model.expire()
        let users = model.expireMessages(atOnce: .max).users
        for user in users where model.isThere(user) { model.people[user]!.toldTotal = model.total(of: user) }
        committed = model
    }

    /// A device comes with all that it has, or leaves.
    private mutating func reconcilePresence(_ user: String, _ name: String) throws {
        try commit()
        let key = [user, name]
        if devices[key] == nil { devices[key] = Device() }
        if devices[key]!.isThere {
            devices[key]!.isThere = false
            return
        }
        let answer = try compare(.logIn(user: user, device: name, devices[key]!.positions))
        try commit()
        guard case .login(let login) = answer else { return }
        devices[key]!.come(login) { model.list(of: user).map { model.snapshot(of: user, with: $0) } }
        try devices[key]!.compare(model, user: user)
    }

    private mutating func returnToCommitted() {
        let (now, lastStamp) = (model.now, model.lastStamp)
        model = committed
        model.now = now
        model.lastStamp = lastStamp
    }

    // MARK: - One operation

    private mutating func compare(_ operation: ChatStep) throws -> Answer {
        let answer = try answer(to: operation)
        let told = try tell()
        for (user, pendingEvents) in told { waiting += pendingEvents.map { (user, $0) } }
        model.expire()
        let former = model
        let expected = try expectation(of: operation, answered: answer)
        try same(answer, expected.answer, "the answer")
        let concerned = Set(expected.told.keys).union(told.keys).union([operation.user].compactMap(\.self))
        for user in concerned.sorted() where model.people[user] != nil {
            var pendingEvents = (expected.told[user] ?? []).signalsFirst
            let total = model.total(of: user)
            if model.isThere(user), total != model.people[user]!.toldTotal {
                // A change by time alone may show at the next look.
                let hasMoved = former.people[user] == nil || former.total(of: user) != total
                if hasMoved || told[user]?.contains(where: \.isTotal) == true {
                    pendingEvents.append(.total(total))
                    model.people[user]!.toldTotal = total
                }
            }
            try same(told[user] ?? [], pendingEvents, "what \(user) is told")
        }
        return answer
    }

    /// The events that the state has left, by user and in order.
    private func tell() throws -> [String: [ObservedEvent]] {
        var told: [String: [ObservedEvent]] = [:]
        for effect in try harness.takeEffects() {
            told[effect.recipient.text, default: []] += ObservedEvent.all(effect)
        }
        return told.mapValues(\.signalsFirst)
    }

    // MARK: - Everything

    /// Each user's list, walked in pages, the total, the account. All that may be told meanwhile is totals.
    private mutating func compareEverything() throws {
        model.expire()
        for user in model.people.keys.sorted() {
            let view = try harness.chat.accountAdministration.accountView(UserID(user)!)
            let person = model.people[user]!
            try same(view != nil, !person.isDeleted, "whether \(user) is there")
            guard let view else { continue }
            try same(view.nickname, person.nickname, "the nickname of \(user)")
            try same(view.createdAt, person.createdAt, "the time of birth of \(user)")
            try same(view.isDisabled, person.isDisabled, "whether \(user) is disabled")
            guard !person.isDisabled else { continue }
            try compareList(of: user)
            try same(
                harness.chat.conversationLists.total(of: harness.number(of: user)), model.total(of: user),
                "the total of \(user)")
        }
        for (user, pendingEvents) in try tell() {
            guard model.isThere(user) else {
                throw Difference(description: "\(user), who is gone, is told \(pendingEvents)")
            }
            let total = model.total(of: user)
            try same(
                pendingEvents, total == model.people[user]!.toldTotal ? [] : [.total(total)],
                "what \(user) is told, being asked"
            )
            model.people[user]!.toldTotal = total
        }
        for (user, person) in model.people where !person.isDeleted && !person.isDisabled {
            try same(person.toldTotal, model.total(of: user), "the total that \(user) knows of")
        }
    }

    private func compareList(of user: String) throws {
        let number = try harness.number(of: user)
        var cursor: Int64 = 0
        var found: [ConversationSnapshot] = []
        repeat {
            let page = try harness.chat.conversationLists.list(of: number, after: cursor, count: 3)
            found += page.conversations.map(ConversationSnapshot.init)
            cursor = page.next
        } while cursor != 0
        let expected = model.list(of: user).map { model.snapshot(of: user, with: $0) }
        try same(found.map(\.id), expected.map(\.id), "the list of \(user)")
        for (one, other) in zip(found, expected) { try same(one, other, "a conversation of \(user)") }
    }
}
