import Chat
import Domain
import TestSupport

/// Makes up what happens next: all kinds of things, and those more often that lead to something.
struct RelationStepGenerator {
    private var random: SeededRandom
    private let users: [String]
    private let allowTypes: [AllowType]
    private var lastClientID = 0

    /// The same character in two spellings makes two names.
    private let groups: [Spelling] = ["kin", "work", "\u{E9}", "e\u{301}", "golf"]
    /// Some of them are other users' names.
    private let names = ["", "", "pal", "ann", "Bob", "\u{E9}", "e\u{301}"]

    init(_ random: SeededRandom, users: [String], allowTypes: [AllowType]) {
        self.random = random
        self.users = users
        self.allowTypes = allowTypes
    }

    mutating func next(_ model: RelationModel) -> RelationStep {
        let user = pick(users)
        if !model.isThere(user), happens(3, in: 4) { return .create(user) }
        let member = model.members[user]!
        if member.isBarred, happens(1, in: 4) { return .bar(user, false) }
        if member.isDisabled, happens(1, in: 3) { return .disable(user, false) }
        switch number(0...99) {
        case 0..<22: return add(user, member)
        case 22..<34: return respond(in: model) ?? add(user, member)
        case 34..<39: return .deleteFriends(user, several(friends(of: member)), bothWays: happens(1, in: 2))
        case 39: return administer(user, member, model.now)
        case 40: return .check(user, several(friends(of: member)), bothWays: happens(1, in: 2))
        case 41..<48: return .modify(user, mostly(friends(of: member)), change(member))
        case 48..<57: return changeGroups(user, member)
        case 57..<59: return .block(user, several(related(to: member)), keepsFriends: happens(1, in: 2))
        case 59..<63: return unblock(in: model) ?? add(user, member)
        case 63..<65: return deleteAskings(user, member)
        case 65..<67: return reportAskings(user, member, model.now)
        case 67..<72: return .walkAskings(user, count: number(1...2))
        case 72..<74: return .ask(user, count: number(1...4))
        case 74..<77: return .changeProfile(user, profileChange())
        case 77..<79: return .update(user, profileChange())
        case 79: return happens(1, in: 3) ? .deleteAccount(user) : .create(user)
        case 80: return happens(1, in: 2) ? .bar(user, true) : .disable(user, true)
        case 81..<87: return .send(user, draft(from: user))
        case 87..<90: return .markRead(user, peer(of: member))
        case 90..<92: return .receipt(user, peer(of: member), model.now + Milliseconds(number(-9_000...1_000)))
        case 92: return .logIn(user, from: happens(1, in: 4) ? nil : near(member.streamSeq))
        case 93: return administer(user, member, model.now)
        case 94: return .events(user, after: near(member.streamSeq), limit: number(1...9))
        case 95: return happens(1, in: 2) ? .rollBack : .restart
        default: return .commit
        }
    }

    /// By how many milliseconds the clock moves before the next thing happens: within a second or beyond, and at times back.
    mutating func pause() -> Milliseconds {
        switch number(0...39) {
        case 0: Milliseconds(-number(1...3_000))
        case 1: .hours(number(1...48))
        case 2..<12: Milliseconds(number(1...9)) * 700
        default: Milliseconds(number(0...150))
        }
    }

    // MARK: - Of each kind

    private mutating func requestDraft() -> FriendRequestDraft {
        FriendRequestDraft(
            remark: pick(names), wording: pick(["", "hi", "it is me"]),
            source: pick(["", "AddSource_Type_Web", "AddSource_Type_Card"]),
            group: happens(1, in: 2) ? "" : pick(groups).text, isMutual: happens(3, in: 4))
    }

    /// Mostly a user whom this one does not have.
    private mutating func add(_ user: String, _ member: RelationModel.Member) -> RelationStep {
        let strangers = others(than: user).filter { member.friends[$0] == nil }
        let other = strangers.isEmpty || happens(1, in: 6) ? other(than: user) : pick(strangers)
        return .add(user, other, requestDraft())
    }

    private mutating func respond(in model: RelationModel) -> RelationStep? {
        let asked = users.filter { !model.members[$0]!.askedBy.isEmpty }
        guard !asked.isEmpty || happens(1, in: 20) else { return nil }
        let user = pick(asked.isEmpty ? users : asked)
        return .respond(
            user, mostly(model.members[user]!.askedBy.map(\.other)),
            pick([.agree, .agreeAndAdd, .agreeAndAdd, .reject]), remark: pick(names))
    }

    private mutating func unblock(in model: RelationModel) -> RelationStep? {
        let blocking = users.filter { !model.members[$0]!.blocked.isEmpty }
        guard !blocking.isEmpty || happens(1, in: 20) else { return nil }
        let user = pick(blocking.isEmpty ? users : blocking)
        return .unblock(user, several(Array(model.members[user]!.blocked.keys)))
    }

    private mutating func change(_ member: RelationModel.Member) -> FriendChange {
        var change = FriendChange()
        if happens(1, in: 2) { change.remark = pick(names) }
        if happens(1, in: 2) {
            change.groups = (0..<number(0...3)).map { _ in existingGroup(of: member).text }
        }
        if happens(1, in: 4) { change.custom["Num"] = .number(Int64(number(-1...1))) }
        if happens(1, in: 6) { change.custom["Note"] = happens(3, in: 4) ? .bytes([0xFF, 0]) : .number(1) }
        if happens(1, in: 40) { change.custom["None"] = .number(1) }
        return change
    }

    private mutating func changeGroups(_ user: String, _ member: RelationModel.Member) -> RelationStep {
        let friends = friends(of: member)
        switch number(0...9) {
        case 0..<3:
            let names = (0..<number(1...2)).map { _ in pick(groups) }
            return .createGroups(user, names, happens(1, in: 2) ? several(friends) : [])
        case 3: return .deleteGroups(user, (0..<number(1...2)).map { _ in existingGroup(of: member) })
        case 4..<6: return .renameGroup(user, existingGroup(of: member), pick(groups))
        case 6..<9: return .changeGroup(user, existingGroup(of: member), several(friends), isAdding: true)
        default: return .changeGroup(user, existingGroup(of: member), several(friends), isAdding: false)
        }
    }

    private mutating func deleteAskings(_ user: String, _ member: RelationModel.Member) -> RelationStep {
        let outgoing = happens(1, in: 2)
        return .deleteAskings(
            user, several((outgoing ? member.asked : member.askedBy).map(\.other)), outgoing: outgoing)
    }

    /// Mostly up to the very second of one of them, or the one before.
    private mutating func reportAskings(_ user: String, _ member: RelationModel.Member, _ now: Milliseconds)
        -> RelationStep
    {
        let seconds = member.askedBy.map(\.addedAt)
        let second = seconds.isEmpty || happens(1, in: 4) ? now.seconds : pick(seconds)
        return .reportAskings(user, upTo: second - Seconds(number(-1...1)))
    }

    private mutating func administer(_ user: String, _ member: RelationModel.Member, _ now: Milliseconds)
        -> RelationStep
    {
        switch number(0...2) {
        case 0:
            let requestDrafts = (0..<number(1...3)).map { _ in (mostly(others(than: user)), requestDraft()) }
            return .addFriends(user, requestDrafts, isForced: happens(1, in: 2))
        case 1:
            // Each once: what is changed twice at once may be told though it is as before.
            let entries = Set(several(happens(1, in: 2) ? friends(of: member) : others(than: user))).sorted().map {
                other in
                ImportedFriend(
                    user: other, since: happens(1, in: 2) ? nil : now.seconds - Seconds(number(0...9)),
                    remark: happens(1, in: 2) ? nil : pick(names),
                    groups: happens(1, in: 2) ? nil : (0..<number(0...2)).map { _ in pick(groups).text },
                    wording: happens(1, in: 2) ? nil : "imported", source: nil,
                    custom: happens(1, in: 4) ? ["Num": .number(Int64(number(0...1)))] : [:])
            }
            return .importFriends(user, entries)
        default:
            let entries = several(related(to: member) + Array(member.blocked.keys)).map { other in
                (other, happens(1, in: 2) ? nil : now.seconds - Seconds(number(0...9)))
            }
            return .importBlacklist(user, entries, keepsFriends: happens(1, in: 2))
        }
    }

    private mutating func profileChange() -> ProfileChange {
        var change = ProfileChange()
        if happens(1, in: 2) { change.allowType = pick(allowTypes) }
        if happens(1, in: 3) { change.nickname = pick(names) }
        if happens(1, in: 4) { change.faceURL = pick(["", "a.png"]) }
        if happens(1, in: 6) { change.gender = pick([.unknown, .male]) }
        if happens(1, in: 6) { change.signature = pick([[], [0xFF]]) }
        if happens(1, in: 9) { change.birthday = pick([0, .max]) }
        if happens(1, in: 9) { change.custom["Blood"] = .number(pick([1, .max])) }
        return change
    }

    private mutating func draft(from user: String) -> Draft {
        lastClientID += 1
        return Draft(
            to: happens(1, in: 20) ? "nobody" : happens(1, in: 9) ? user : pick(others(than: user)), "m\(lastClientID)")
    }

    // MARK: - Dice

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func happens(_ times: Int, in all: Int) -> Bool { number(1...all) <= times }
    private mutating func pick<Thing>(_ things: [Thing]) -> Thing { things.randomElement(using: &random)! }

    private func friends(of member: RelationModel.Member) -> [String] { Array(member.friends.keys) }
    private func related(to member: RelationModel.Member) -> [String] {
        friends(of: member) + (member.asked + member.askedBy).map(\.other)
    }
    private func others(than user: String) -> [String] { users.filter { $0 != user } }

    private mutating func other(than user: String) -> String {
        happens(1, in: 20) ? somebody() : pick(others(than: user))
    }

    private mutating func somebody() -> String {
        switch number(0...40) {
        case 0: "nobody"
        case 1: "\u{E9}"
        default: pick(users)
        }
    }

    /// Mostly one of those for whom it matters.
    private mutating func mostly(_ likely: [String]) -> String {
        likely.isEmpty || happens(1, in: 8) ? somebody() : pick(likely.sorted())
    }

    /// At times a user twice.
    private mutating func several(_ likely: [String]) -> [String] {
        (0..<number(1...3)).map { _ in mostly(likely) }
    }

    private mutating func peer(of member: RelationModel.Member) -> String {
        member.chats.isEmpty || happens(1, in: 8) ? pick(users) : pick(member.chats.keys.sorted())
    }

    private mutating func existingGroup(of member: RelationModel.Member) -> Spelling {
        member.groups.isEmpty || happens(1, in: 8) ? pick(groups) : pick(member.groups)
    }

    /// A seq that is, was or could be.
    private mutating func near(_ seq: Seq) -> Seq {
        happens(1, in: 12) ? seq + 1 : max(seq - Int64(happens(1, in: 4) ? number(0...40) : number(0...4)), 0)
    }
}
