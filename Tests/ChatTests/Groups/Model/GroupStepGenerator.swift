import Domain

@testable import Chat

/// Makes up what happens next: all kinds of things, and those more often that lead to something.
struct GroupStepGenerator {
    var random: any RandomNumberGenerator
    let users: [String]
    var lastClientID = 0
    private var lastName = 0
    /// The positions that devices had when they went away, by user and device.
    private var away: [[String]: StreamPositions] = [:]

    init(_ random: any RandomNumberGenerator, users: [String]) {
        self.random = random
        self.users = users
    }

    mutating func next(_ model: GroupModel) -> Turn {
        let present = users.filter(model.isThere)
        guard present.count > 2 else {
            let absent = users.first { !model.isThere($0) }!
            return Turn(user: absent, step: .makeAccount, pause: 1)
        }
        if happens(1, in: 20), let turn = aroundLeaving(model) { return turn }
        if happens(1, in: 12), let turn = aroundMention(model) { return turn }
        let user = pick(present)
        var later = model
        let pause = pause(in: model)
        later.now += pause
        return Turn(
            user: user, step: step(of: user, in: later), pause: pause,
            notifyExt: happens(1, in: 12) ? "ext" : nil, goesRound: happens(3, in: 4))
    }

    private mutating func step(of user: String, in model: GroupModel) -> GroupStep {
        if model.modelGroups.values.allSatisfy(\.isGone) { return create(user, in: model) }
        switch number(0...99) {
        case 0..<15: return .send(draft(from: user, in: model))
        case 15..<23: return mark(by: user, in: model)
        case 23..<27: return edit(by: user, in: model)
        case 27..<30: return recall(by: user, in: model)
        case 30..<40: return markRead(user, in: model)
        case 40..<43: return .pin(conversation(of: user, in: model), happens(2, in: 3))
        case 43..<46: return .delete(conversations(of: user, in: model))
        case 46..<68: return actInGroup(of: user, in: model)
        case 68..<74: return option(of: user, in: model)
        case 74..<77: return .history(history(of: user, in: model), modelGroup: modelGroup(of: user, in: model))
        case 77..<82: return create(user, in: model)
        case 82..<85: return account(user)
        case 85..<90: return arrive(user, in: model)
        case 90: return .acknowledge(device: device(), positions(of: user, in: model))
        case 91: return .events(after: near(model.people[user]!.streamSeq), limit: number(1...5))
        case 92..<94: return .sweep
        case 94: return .rollBack
        case 95: return .restart
        case 96: return .commit
        default: return .attend(device: pick(["x", "y", "z"]))
        }
    }

    /// By how many milliseconds the clock moves: mostly little, sometimes for days, and sometimes to the very moment at which
    /// a conversation or a message expires, or to the one before.
    private mutating func pause(in model: GroupModel) -> Milliseconds {
        switch number(0...99) {
        case 0: return .days(number(1...9))
        case 1, 2: return .hours(number(1...24))
        case 3, 4:
            let user = pick(users)
            guard let id = model.list(of: user).randomElement(using: &random) else { return 1 }
            let period = Milliseconds.days(model.options.conversationDays)
            return max(model.box(of: user, id).lastChange + period - model.now - Milliseconds(number(0...1)), 1)
        case 5..<8:
            let ends = model.threads.values.joined().compactMap(\.expireAt).filter { $0 > model.now }
            return max((ends.min() ?? 0) - model.now - Milliseconds(number(0...1)), 1)
        default: return Milliseconds(number(1...60_000))
        }
    }

    // MARK: - Of each kind

    private mutating func markRead(_ user: String, in model: GroupModel) -> GroupStep {
        let id = conversation(of: user, in: model)
        if happens(1, in: 4) { return .markUnread(id, happens(2, in: 3)) }
        guard id.hasPrefix("group_") else { return .pin(id, happens(1, in: 2)) }
        let isWhole = happens(1, in: 2) || model.strangeLetters(id, of: user) > 30
        return .markRead(id, upTo: isWhole ? nil : near(model.head(id, of: user)))
    }

    private mutating func actInGroup(of user: String, in model: GroupModel) -> GroupStep {
        let modelGroup = modelGroup(of: user, in: model)
        switch number(0...41) {
        case 0..<5: return .invite(some(), modelGroup: modelGroup)
        case 5..<8: return .accept(modelGroup: invitation(to: user, in: model) ?? modelGroup)
        case 8: return .decline(modelGroup: invitation(to: user, in: model) ?? modelGroup)
        case 9..<13: return .join(modelGroup: happens(2, in: 3) ? anyGroup(in: model) : modelGroup)
        case 13..<16:
            let applicant = model.modelGroups[modelGroup]?.applicants.sorted().first ?? pick(users)
            return .answer(applicant, modelGroup: modelGroup, approves: happens(2, in: 3))
        case 16..<18: return .leave(modelGroup: modelGroup)
        case 18..<21: return .remove(some(), modelGroup: modelGroup)
        case 21: return .transfer(to: pick(users), modelGroup: modelGroup)
        case 22..<25: return .setAdmin(happens(2, in: 3), pick(users), modelGroup: modelGroup)
        case 25..<28: return .mute(some(), [nil, 0, 0, 1, 60_000, 3_600_000][number(0...5)], modelGroup: modelGroup)
        case 28, 29: return .muteAll(happens(1, in: 3), modelGroup: modelGroup)
        case 30: return .silence([.off, .off, .members, .all][number(0...3)], modelGroup: modelGroup)
        case 31..<33: return .setWhiteListed(happens(2, in: 3), some(), modelGroup: modelGroup)
        case 33..<36: return .modify(change(), modelGroup: modelGroup)
        case 36: return .disable(happens(1, in: 4), modelGroup: modelGroup)
        case 37, 38: return .destroy(modelGroup: ownGroup(of: user, in: model) ?? modelGroup)
        case 39: return .ban(some(), [nil, 1, 60, 86_400][number(0...3)], modelGroup: modelGroup)
        case 40: return .unban(users, modelGroup: modelGroup)
        default: return .acceptInvitations(happens(1, in: 2))
        }
    }

    private mutating func change() -> GroupChange {
        var change = GroupChange()
        lastName += 1
        if happens(1, in: 2) { change.name = "name \(lastName)" }
        if happens(1, in: 3) { change.avatar = happens(1, in: 2) ? "" : "face \(lastName)" }
        if happens(1, in: 4) { change.needsConfirmation = happens(1, in: 2) }
        if happens(1, in: 4) { change.joinMode = Int64(number(0...1)) }
        if happens(1, in: 4) { change.historyForNew = [-1, -1, 0, 1, 3][number(0...4)] }
        if happens(1, in: 6) { change.maxUsers = Int64(number(3...8)) }
        return change
    }

    private mutating func option(of user: String, in model: GroupModel) -> GroupStep {
        let modelGroup = modelGroup(of: user, in: model)
        switch number(0...9) {
        case 0..<3: return .block(happens(1, in: 2), modelGroup: modelGroup)
        case 3: return .option(modelGroup: modelGroup)
        default:
            return .setOption(
                ReceiveOption(rawValue: Int64([0, 0, 0, 1, 2, 3, 4, 4][number(0...7)]))!, modelGroup: modelGroup)
        }
    }

    private mutating func history(of user: String, in model: GroupModel) -> History {
        let seq = Seq(model.threads["group_" + modelGroup(of: user, in: model)]?.count ?? 0)
        return History(
            cursor: happens(1, in: 2) ? 0 : near(seq), direction: happens(1, in: 2) ? .older : .newer,
            limit: number(1...9),
            cutoff: Stamp(milliseconds: model.now - .days(model.options.messageDays)), now: model.now)
    }

    private mutating func create(_ user: String, in model: GroupModel) -> GroupStep {
        let living = model.modelGroups.values.count { !$0.isGone }
        guard living < 3 || happens(1, in: 8) else {
            return .invite(some(), modelGroup: modelGroup(of: user, in: model))
        }
        lastName += 1
        let styles: [GroupStyle] = [
            .publicOpen, .publicOpen, .publicWithApproval, .privateForMembers, .privateForOwners,
        ]
        return .create(
            GroupDraft(
                kind: happens(1, in: 5) ? .superGroup : .group, info: GroupInfo(name: "name \(lastName)"),
                style: styles[number(0...4)], maxUsers: Int64(number(3...8)), needsConfirmation: happens(1, in: 2),
                invitees: happens(3, in: 4) ? some() : [], message: ""))
    }

    private mutating func account(_ user: String) -> GroupStep {
        happens(1, in: 4) ? .deleteAccount : .acceptInvitations(happens(1, in: 2))
    }

    /// A member leaves or is removed, the group gets another name meanwhile, and the member comes back in one of all ways.
    private mutating func aroundLeaving(_ model: GroupModel) -> Turn? {
        let living = model.modelGroups.values.filter { !$0.isGone && !$0.isDisabled }.sorted { $0.id < $1.id }
        guard let modelGroup = living.randomElement(using: &random) else { return nil }
        func turn(_ user: String, _ step: GroupStep) -> Turn { Turn(user: user, step: step, pause: 1_000) }
        let former = users.filter { user in
            model.isThere(user) && modelGroup.modelMembers[user] == nil
                && model.box(of: user, modelGroup.conversation).leftAt != nil
        }
        let members = modelGroup.modelMembers.keys.filter { $0 != modelGroup.owner }.sorted()
        if let user = former.randomElement(using: &random), happens(2, in: 3) {
            if happens(1, in: 3) { return turn(modelGroup.owner, .modify(change(), modelGroup: modelGroup.id)) }
            return modelGroup.style == .publicOpen
                ? turn(user, .join(modelGroup: modelGroup.id))
                : turn(modelGroup.owner, .invite([user], modelGroup: modelGroup.id))
        }
        guard let user = members.randomElement(using: &random) else { return nil }
        return happens(1, in: 2)
            ? turn(user, .leave(modelGroup: modelGroup.id))
            : turn(modelGroup.owner, .remove([user], modelGroup: modelGroup.id))
    }

    /// Between a mention and its reading: the group is blocked or not, pushed or not, one device reads or comes, and the mention
    /// itself changes.
    private mutating func aroundMention(_ model: GroupModel) -> Turn? {
        let named = users.filter(model.isThere).flatMap { user in
            model.list(of: user).compactMap { id in model.calls(id, of: user).last.map { (user, id, $0.seq) } }
        }
        guard let (user, id, seq) = named.randomElement(using: &random), let group = model.modelGroup(of: id) else {
            return nil
        }
        func turn(_ step: GroupStep) -> Turn {
            Turn(user: user, step: step, pause: 1_000, goesRound: happens(1, in: 2))
        }
        switch number(0...9) {
        case 0, 1: return turn(.block(group.modelMembers[user]?.isBlocking != true, modelGroup: group.id))
        case 2, 3: return turn(.markRead(id, upTo: happens(1, in: 2) ? nil : near(seq)))
        case 4: return turn(.setOption(happens(1, in: 2) ? .withoutPush : .receive, modelGroup: group.id))
        case 5: return turn(.markUnread(id, true))
        case 6:
            let message = model.messages(id, of: user)[Int(seq.rawValue) - 1]
            guard model.isThere(message.from) else { return nil }
            lastClientID += 1
            let edit = GroupStep.edit(
                clientID: message.clientID, sender: message.from, in: id, body: "{\"edited\":\"\(lastClientID)\"}",
                mentions: happens(1, in: 2) ? [] : nil)
            return Turn(user: message.from, step: edit, pause: 1_000)
        case 7: return Turn(user: user, step: .commit, pause: 1)
        default: return turn(.attend(device: pick(["x", "y", "z"])))
        }
    }

    /// A device comes: with what it had when it went, or with anything, or afresh.
    private mutating func arrive(_ user: String, in model: GroupModel) -> GroupStep {
        let device = device()
        let former = away[[user, device]]
        away[[user, device]] = happens(3, in: 4) ? everything(of: user, in: model) : nil
        if let former { return .arrive(device: device, former) }
        return .arrive(device: device, happens(3, in: 4) ? positions(of: user, in: model) : nil)
    }

    /// The positions of a device that misses nothing.
    private func everything(of user: String, in model: GroupModel) -> StreamPositions {
        var positions = StreamPositions(user: model.people[user]!.streamSeq)
        for id in model.list(of: user) { positions.conversations[id] = model.head(id, of: user) }
        for (id, modelGroup) in model.modelGroups where modelGroup.modelMembers[user] != nil {
            positions.groups[id] = Seq(modelGroup.events.count)
        }
        return positions
    }

    /// The positions that a device names: all sorts of numbers, mostly near the truth.
    private mutating func positions(of user: String, in model: GroupModel) -> StreamPositions {
        var positions = StreamPositions(user: happens(3, in: 4) ? near(model.people[user]!.streamSeq) : nil)
        for id in model.people[user]!.boxes.keys.sorted() + ["c2c_nobody", "group_99"] where happens(2, in: 3) {
            positions.conversations[id] = happens(1, in: 8) ? 0 : near(model.head(id, of: user))
        }
        for id in model.people[user]!.boxes.keys.sorted() where happens(1, in: 3) {
            positions.changes[id] = near(model.changeHead(model.thread(id, of: user)).last)
        }
        for (id, modelGroup) in model.modelGroups.sorted(by: { $0.key < $1.key }) where happens(2, in: 3) {
            positions.groups[id] = near(Seq(modelGroup.events.count))
        }
        return positions
    }

    // MARK: - Dice

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func happens(_ times: Int, in all: Int) -> Bool { number(1...all) <= times }
    mutating func pick(_ names: [String]) -> String { names.randomElement(using: &random)! }
    private mutating func device() -> String { "d\(number(1...3))" }

    /// One or more, each once.
    mutating func some() -> [String] {
        Array(users.shuffled(using: &random).prefix([1, 1, 1, 2, 3][number(0...4)]))
    }

    /// A seq that is, was or could be.
    mutating func near(_ seq: Seq) -> Seq {
        happens(1, in: 12) ? seq + 1 : max(seq - Int64(happens(1, in: 4) ? number(0...40) : number(0...4)), 0)
    }

    mutating func conversation(of user: String, in model: GroupModel) -> String {
        let listed = model.list(of: user)
        if !listed.isEmpty, happens(4, in: 5) { return pick(listed) }
        return happens(1, in: 4) ? "c2c_" + pick(users) : "group_" + anyGroup(in: model)
    }

    /// Mostly one, each once.
    private mutating func conversations(of user: String, in model: GroupModel) -> [String] {
        let several = (0..<(happens(2, in: 3) ? 1 : number(2...4))).map { _ in conversation(of: user, in: model) }
        var known: Set<String> = []
        return several.filter { known.insert($0).inserted }
    }

    /// Mostly one that the user is in.
    mutating func modelGroup(of user: String, in model: GroupModel) -> String {
        let own = model.modelGroups.values.filter { $0.modelMembers[user] != nil }.map(\.id).sorted()
        return own.isEmpty || happens(1, in: 8) ? anyGroup(in: model) : pick(own)
    }

    private func ownGroup(of user: String, in model: GroupModel) -> String? {
        model.modelGroups.values.filter { $0.modelMembers[user]?.role == .owner }.map(\.id).min()
    }

    private mutating func anyGroup(in model: GroupModel) -> String {
        let living = model.modelGroups.values.filter { !$0.isGone }.map(\.id).sorted()
        let all = model.modelGroups.keys.sorted()
        if !living.isEmpty, happens(7, in: 8) { return pick(living) }
        return all.isEmpty || happens(1, in: 4) ? "99" : pick(all)
    }

    private func invitation(to user: String, in model: GroupModel) -> String? {
        model.modelGroups.values.filter { !$0.isGone && $0.invitations[user] != nil }.map(\.id).min()
    }
}
