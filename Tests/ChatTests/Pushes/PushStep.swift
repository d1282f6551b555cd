import Domain
import TestSupport

/// One thing that may happen.
enum PushStep {
    case send(PushModel.ModelDraft)
    case setOption(ReceiveOption, String)
    case notify(GroupNotify, modelGroup: String)
    case block(Bool, modelGroup: String)
    case blacklist(Bool, String)
    case befriend(String, remark: String)
    case rename(String)
    case keepQuiet(QuietHours)
    case sign(device: String, PushService, PushPreferences, token: String)
    case signOff(device: String?)
    /// A session of the user begins, …
    case come
    /// … its client shows that it is there, …
    case hear(session: Int)
    /// … it ends with a word of the client, …
    case go(session: Int)
    /// … or is lost without one.
    case drop(session: Int)
    case read(String, upTo: Seq?)
    case forget(String)
    case found(GroupKind)
    case join(modelGroup: String)
    case leave(modelGroup: String)
    case remove(String, modelGroup: String)
    case dissolve(modelGroup: String)
    case crown(String, modelGroup: String)
    case setAdmin(Bool, String, modelGroup: String)
    case settle
    case disable(Bool)
    case delete
    /// The round goes over what has been ordered, …
    case decide
    /// … and provider clients over the decided pushes.
    case carry
    case commit
    case rollBack
    case restart
}

/// Makes up what happens next: all kinds of things, and those more often that lead to something.
struct PushStepGenerator {
    var random: SeededRandom
    private let users: [String]
    private var count = 0

    init(_ random: SeededRandom, users: [String]) {
        self.random = random
        self.users = users
    }

    mutating func next(_ model: PushModel) -> (user: String, PushStep) {
        let user = pick(users)
        let modelGroup = model.modelGroups.keys.sorted().randomElement(using: &random) ?? "9"
        let step: PushStep =
            switch number(0...149) {
            case 0..<45: .send(draft(of: user, model))
            case 45..<51:
                .setOption(ReceiveOption(rawValue: Int64(number(0...4)))!, target(of: user, model).description)
            case 51..<57: .notify(GroupNotify(rawValue: Int64(number(0...2)))!, modelGroup: modelGroup)
            case 57..<60: .block(happens(1, in: 2), modelGroup: modelGroup)
            case 60..<62: .blacklist(happens(1, in: 3), pick(users))
            case 62: .befriend(pick(users), remark: "dear")
            case 63..<65: .rename(pick(["", "Ann", "The \u{1F426}"]))
            case 65..<71: .keepQuiet(hours())
            case 71..<84:
                .sign(
                    device: device(), PushModel.services.randomElement(using: &random)!,
                    PushPreferences(
                        language: pick(["", "zh-Hans"]), preview: PushPreview.allCases.randomElement(using: &random)!),
                    token: "\(pick(["t", "t", "T"]))\(number(1...12))")
            case 84..<87: .signOff(device: happens(1, in: 4) ? nil : device())
            case 87..<90: .come
            case 90..<92: .go(session: number(0...2))
            case 92..<95: .drop(session: number(0...2))
            case 95: .hear(session: number(0...2))
            case 96..<102: .read(target(of: user, model).description, upTo: seq(of: user, model))
            case 102: .forget(target(of: user, model).description)
            case 103:
                model.modelGroups.count < 3
                    ? .found(happens(1, in: 2) ? .group : .superGroup) : .join(modelGroup: modelGroup)
            case 104..<111: .join(modelGroup: modelGroup)
            case 111..<113: .leave(modelGroup: modelGroup)
            case 113: .remove(pick(users), modelGroup: modelGroup)
            case 114: happens(1, in: 3) ? .dissolve(modelGroup: modelGroup) : .join(modelGroup: modelGroup)
            case 115..<117: .crown(pick(users), modelGroup: modelGroup)
            case 117..<120: .setAdmin(happens(2, in: 3), pick(users), modelGroup: modelGroup)
            case 120..<123: happens(1, in: 3) ? .delete : .settle
            case 123..<126: .disable(happens(1, in: 4))
            case 126..<133: .decide
            case 133..<138: .carry
            case 138..<140: .rollBack
            case 140: .restart
            default: .commit
            }
        return (user, step)
    }

    /// By how many milliseconds the clock moves: mostly little, sometimes by hours.
    mutating func pause() -> Milliseconds {
        Milliseconds(happens(1, in: 10) ? number(1...7_200_000) : number(1...60_000))
    }

    private mutating func draft(of user: String, _ model: PushModel) -> PushModel.ModelDraft {
        count += 1
        var draft = PushModel.ModelDraft(target: target(of: user, model), words: "word \(count)")
        if happens(1, in: 4) { draft.kind = [.image, .audio, .video, .location, .file, .tip][number(0...5)] }
        if happens(1, in: 5) { draft.settings.remove(.shouldBeCounted) }
        if happens(1, in: 12) { draft.settings.remove(.apnsEnabled) }
        if happens(1, in: 4) { draft.settings.remove(.apnsWithPrefix) }
        if happens(1, in: 3) { draft.pushText = "own \(count)" }
        if case .group = draft.target, happens(1, in: 3) {
            draft.mentions = happens(1, in: 3) ? [AtInfo.everybody] : somebody()
        }
        if case .group(let modelGroup) = draft.target, draft.mentions == nil, happens(1, in: 4) {
            draft.visibleTo = audience(in: modelGroup, model)
        }
        if happens(1, in: 3) {
            draft.force = MemberPushOption(
                isForced: happens(2, in: 3), users: happens(1, in: 3) ? nil : Set(happens(1, in: 8) ? [] : somebody()),
                text: happens(1, in: 2) ? pick(["", "forced \(count)"]) : nil)
        }
        return draft
    }

    /// Mostly of members.
    private mutating func audience(in modelGroup: String, _ model: PushModel) -> [String] {
        let modelMembers = model.modelGroups[modelGroup]?.modelMembers.keys.sorted() ?? []
        let chosen = modelMembers.filter { _ in happens(1, in: 2) }
        return chosen.isEmpty || happens(1, in: 10) ? somebody() : chosen
    }

    private mutating func target(of user: String, _ model: PushModel) -> ConversationID {
        let own = model.modelGroups.filter { $0.value.modelMembers[user] != nil }.keys.sorted()
        if let modelGroup = own.randomElement(using: &random), happens(2, in: 3) { return .group(modelGroup) }
        if happens(1, in: 20) { return .group("9") }
        return .c2c(UserID(pick(users))!)
    }

    private mutating func seq(of user: String, _ model: PushModel) -> Seq? {
        guard let copy = model.people[user]?.copies.randomElement(using: &random) else { return nil }
        return happens(1, in: 2) ? copy.seq : nil
    }

    private mutating func hours() -> QuietHours {
        let start = Int64(number(0...1_439))
        return QuietHours(
            isOn: happens(2, in: 3), start: start, end: happens(1, in: 5) ? start : Int64(number(0...1_439)),
            offset: Int64(number(-720...840)))
    }

    // MARK: - Dice

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    mutating func happens(_ times: Int, in all: Int) -> Bool { number(1...all) <= times }
    private mutating func pick(_ names: [String]) -> String { names.randomElement(using: &random)! }
    private mutating func device() -> String { "d\(number(1...4))" }

    private mutating func somebody() -> [String] {
        Array(Set((0..<number(1...3)).map { _ in happens(1, in: 8) ? "nobody" : pick(users) })).sorted()
    }
}
