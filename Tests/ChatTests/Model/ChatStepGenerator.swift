import Domain

@testable import Chat

/// Makes up what happens next: all kinds of things, and those more often that lead to something.
struct ChatStepGenerator {
    var random: any RandomNumberGenerator
    let users: [String]
    private var lastClientID = 0

    init(_ random: any RandomNumberGenerator, users: [String]) {
        self.random = random
        self.users = users
    }

    mutating func next(_ model: ChatModel) -> ChatStep {
        let user = pick(users)
        switch number(0...99) {
        case 0..<18: return .send(user: user, draft(from: user, in: model))
        case 18..<21: return standOut(user, in: model)
        case 21..<24: return deleteMessages(user, in: model)
        case 24..<28: return react(user, in: model)
        case 28..<32: return edit(user, in: model)
        case 32..<36: return recall(user, in: model)
        case 36:
            let peer = knownPeer(of: user, in: model)
            let place = near(model.changeHead(user, peer).last)
            return .changes(user: user, peer: peer, after: place, limit: number(1...4))
        case 37..<49: return markRead(user, in: model)
        case 49..<51: return receipt(user, in: model)
        case 51..<58: return .pin(user: user, peer: knownPeer(of: user, in: model), happens(2, in: 3))
        case 58..<61: return delete(user, in: model)
        case 61: return listing(user, in: model)
        case 62:
            let tags = ["a", "b", "c"].filter { _ in happens(1, in: 2) }
            return .setTags(user: user, peer: knownPeer(of: user, in: model), tags)
        case 63..<65: return .markUnread(user: user, peer: knownPeer(of: user, in: model), happens(2, in: 3))
        case 65..<69: return setOption(user)
        case 69: return .options(user: user, peers: somebody())
        case 70..<73: return history(user, in: model)
        case 73..<77: return .walk(user: user, count: number(1...3))
        case 77..<79: return .rename(user, appearance())
        case 79..<84: return account(user)
        case 84..<86: return .reconcilePresence(user: user, device: pick(["x", "y", "z"]))
        case 86..<89:
            return .logIn(user: user, device: device(), happens(4, in: 5) ? positions(of: user, in: model) : nil)
        case 89: return .acknowledge(user: user, device: device(), positions(of: user, in: model))
        case 90: return .events(user: user, after: near(model.people[user]!.streamSeq), limit: number(1...5))
        case 91..<94: return .sweep
        case 94: return .rollBack
        case 95..<97: return .restart
        default: return .commit
        }
    }

    /// By how many milliseconds the clock moves before the next thing happens: mostly little, sometimes for days, and
    /// sometimes to the very moment at which a conversation or a message expires, or to the one before.
    mutating func pause(in model: ChatModel) -> Milliseconds {
        switch number(0...99) {
        case 0: return .days(number(1...9))
        case 1: return .hours(number(1...24))
        case 2:
            let user = pick(users)
            guard let peer = model.list(of: user).randomElement(using: &random) else { return 1 }
            let box = model.box(of: user, with: peer)
            let change = max(box.changedAt, (box.last?.stamp ?? box.listedAt).time)
            return max(
                change + .days(model.options.conversationDays) - model.now - Milliseconds(number(0...1)), 1)
        case 3..<6:
            let ends = model.talks.values.joined().compactMap(\.expireAt).filter { $0 > model.now }
            return max((ends.min() ?? 0) - model.now - Milliseconds(number(0...1)), 1)
        default: return Milliseconds(number(1...60_000))
        }
    }

    // MARK: - Of each kind

    private mutating func draft(from user: String, in model: ChatModel) -> Draft {
        if happens(1, in: 12), let former = model.messages(from: user).randomElement(using: &random) {
            if happens(3, in: 4) { return former.draft }
            return Draft(to: pick(users), former.draft.clientID)
        }
        lastClientID += 1
        var settings = MessageSettings.standard
        if happens(1, in: 4) { settings.remove(.shouldBeCounted) }
        for setting in [MessageSettings.history, .roaming, .persist, .sync] where happens(1, in: 10) {
            settings.remove(setting)
        }
        let peer = target(of: user, in: model)
        var draft = Draft(
            to: peer, "m\(lastClientID)", settings: settings, body: "{\"text\":\"\(lastClientID)\"}",
            expireSeconds: happens(1, in: 5) ? [1, 30, 60, 300, 3_600, 259_200][number(0...5)] : nil)
        if happens(1, in: 6) {
            let other = happens(1, in: 8) ? pick(users) : peer
            draft.replyTo = MessageNumber(someMessage(of: user, with: other, in: model))
        }
        return draft
    }

    /// A message is pinned or not, or what is pinned is asked for; or a signal.
    private mutating func standOut(_ user: String, in model: ChatModel) -> ChatStep {
        let peer = knownPeer(of: user, in: model)
        switch number(0...9) {
        case 0..<5:
            let stamp = someMessage(of: user, with: peer, in: model)
            let isPinned = model.message(stamp)?.pin != nil
            return .pinMessage(user: user, peer: peer, stamp, happens(1, in: 6) == isPinned)
        case 5, 6: return .pins(user: user, peer: peer)
        default:
            lastClientID += 1
            let name = happens(4, in: 5) ? "typing" : "looking"
            let peer = happens(1, in: 10) ? target(of: user, in: model) : peer
            return .signal(user: user, peer: peer, name: name, data: "{\"n\":\(lastClientID)}")
        }
    }

    /// Mostly one that is not old.
    private mutating func someMessage(of user: String, with peer: String, in model: ChatModel) -> Stamp {
        let talk = (model.talk(user, peer) ?? []).suffix(happens(3, in: 4) ? 5 : 40)
        return talk.randomElement(using: &random)?.stamp ?? model.lastStamp.next
    }

    /// Mostly an own message that is not old.
    private mutating func recall(_ user: String, in model: ChatModel) -> ChatStep {
        let reason = happens(1, in: 3) ? "a slip" : nil
        let mine = model.messages(from: user).suffix(happens(3, in: 4) ? 3 : 40)
        guard let message = mine.randomElement(using: &random), !happens(1, in: 12) else {
            let peer = knownPeer(of: user, in: model)
            let stamp = model.talk(user, peer)?.randomElement(using: &random)?.stamp ?? model.lastStamp.next
            return .recall(user: user, peer: peer, stamp, reason: reason)
        }
        if happens(1, in: 4) { return .recall(user: nil, peer: message.to, message.stamp, reason: reason) }
        let peer = happens(1, in: 20) ? pick(users) : message.to
        return .recall(user: user, peer: peer, message.stamp, reason: reason)
    }

    /// Mostly an own message, and the version that it has.
    private mutating func edit(_ user: String, in model: ChatModel) -> ChatStep {
        lastClientID += 1
        let body = "{\"edited\":\"\(lastClientID)\"}"
        let mine = model.messages(from: user).suffix(happens(3, in: 4) ? 3 : 40)
        guard let message = mine.randomElement(using: &random), !happens(1, in: 8) else {
            let peer = knownPeer(of: user, in: model)
            let stamp = model.talk(user, peer)?.randomElement(using: &random)?.stamp ?? model.lastStamp.next
            return .edit(user: user, peer: peer, stamp, body: body, version: nil)
        }
        let version = model.message(message.stamp)?.edit?.version ?? 0
        return .edit(
            user: user, peer: message.to, message.stamp, body: body,
            version: happens(1, in: 2) ? nil : happens(4, in: 5) ? version : version + 1)
    }

    /// Mostly to a message that is not old.
    private mutating func react(_ user: String, in model: ChatModel) -> ChatStep {
        let peer = knownPeer(of: user, in: model)
        let talk = (model.talk(user, peer) ?? []).suffix(happens(3, in: 4) ? 3 : 40)
        let stamp = talk.randomElement(using: &random)?.stamp ?? model.lastStamp
        let reaction = ["+1", "-1", "\u{1F44D}", "ok"][number(0...3)]
        return .react(
            user: user, peer: happens(1, in: 20) ? pick(users) : peer, stamp, reaction, removes: happens(1, in: 3))
    }

    /// Mostly the last ones.
    private mutating func deleteMessages(_ user: String, in model: ChatModel) -> ChatStep {
        let peer = knownPeer(of: user, in: model)
        let talk = (model.talk(user, peer) ?? []).suffix(happens(1, in: 2) ? 2 : 30).shuffled(using: &random)
        let stamps = talk.prefix(number(1...3)).map(\.stamp)
        return .deleteMessages(user: user, peer: peer, stamps.isEmpty ? [model.lastStamp] : stamps)
    }

    private mutating func target(of user: String, in model: ChatModel) -> String {
        if happens(1, in: 40) { return "nobody" }
        return happens(1, in: 2) ? knownPeer(of: user, in: model) : pick(users)
    }

    private mutating func markRead(_ user: String, in model: ChatModel) -> ChatStep {
        let peer = knownPeer(of: user, in: model)
        return .markRead(user: user, peer: peer, upTo: happens(1, in: 2) ? nil : near(model.lastSeq(user, peer)))
    }

    private mutating func receipt(_ user: String, in model: ChatModel) -> ChatStep {
        .receipt(
            user: user, peer: knownPeer(of: user, in: model), time: model.now + Milliseconds(number(-100_000...100_000))
        )
    }

    private mutating func delete(_ user: String, in model: ChatModel) -> ChatStep {
        let several = (0..<(happens(3, in: 4) ? 1 : number(2...4))).map { _ in knownPeer(of: user, in: model) }
        var known: Set<String> = []
        return .delete(user: user, peers: several.filter { known.insert($0).inserted })
    }

    private mutating func listing(_ user: String, in model: ChatModel) -> ChatStep {
        if happens(1, in: 2) {
            return .markAllRead(user: user, happens(1, in: 3) ? happens(1, in: 2) ? .c2c : .group : nil)
        }
        return .find(user: user, peers: (0..<number(1...3)).map { _ in knownPeer(of: user, in: model) })
    }

    private mutating func setOption(_ user: String) -> ChatStep {
        .setOption(user: user, peers: somebody(), ReceiveOption(rawValue: Int64(number(0...2)))!)
    }

    private mutating func history(_ user: String, in model: ChatModel) -> ChatStep {
        let peer = knownPeer(of: user, in: model)
        let history = History(
            cursor: happens(1, in: 2) ? 0 : near(model.lastSeq(user, peer)),
            direction: happens(1, in: 2) ? .older : .newer,
            limit: number(1...6), cutoff: Stamp(milliseconds: model.now - .days(model.options.messageDays)),
            now: model.now)
        return .history(user: user, peer: peer, history)
    }

    private mutating func account(_ user: String) -> ChatStep {
        switch number(0...9) {
        case 0: .deleteAccount(user)
        case 1: .disable(user, true)
        case 2...4: .disable(user, false)
        default: .create(user, appearance())
        }
    }

    /// The positions that a device names: all sorts of numbers, mostly near the truth.
    private mutating func positions(of user: String, in model: ChatModel) -> StreamPositions {
        var positions = StreamPositions(user: happens(3, in: 4) ? near(model.people[user]!.streamSeq) : nil)
        for peer in users + ["nobody"] where happens(1, in: 2) {
            positions.conversations[ChatModel.conversation(with: peer)] =
                happens(1, in: 8) ? 0 : near(model.lastSeq(user, peer))
        }
        for peer in users where happens(1, in: 3) {
            positions.changes[ChatModel.conversation(with: peer)] = near(model.changeHead(user, peer).last)
        }
        return positions
    }

    // MARK: - Dice

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func happens(_ times: Int, in all: Int) -> Bool { number(1...all) <= times }
    mutating func pick(_ names: [String]) -> String { names.randomElement(using: &random)! }

    private mutating func somebody() -> [String] {
        (0..<number(1...3)).map { _ in happens(1, in: 20) ? "nobody" : pick(users) }
    }

    /// Mostly one that is in the user's list, or was there.
    private mutating func knownPeer(of user: String, in model: ChatModel) -> String {
        let listed = model.list(of: user)
        if !listed.isEmpty, happens(2, in: 3) { return pick(listed) }
        let known = model.people[user]!.boxes.keys.sorted()
        return known.isEmpty || happens(1, in: 3) ? pick(users) : pick(known)
    }

    /// A seq that is, was or could be.
    private mutating func near(_ seq: Seq) -> Seq {
        happens(1, in: 12) ? seq + 1 : max(seq - Int64(happens(1, in: 4) ? number(0...40) : number(0...4)), 0)
    }

    private mutating func device() -> String { "d\(number(1...4))" }

    private mutating func appearance() -> ProfileChange {
        let names = ["", "Ann", "Bo"]
        return ProfileChange(
            nickname: happens(2, in: 3) ? pick(names) : nil, faceURL: happens(1, in: 3) ? pick(names) : nil)
    }
}
