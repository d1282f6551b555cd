import Domain
import Testing

/// Receivers, texts and quiet hours of pushes: as the checklist has them, and not as the code does.
struct PushRuleTests {
    /// A row of X-M with its push column.
    private struct XM: Sendable {
        let id: String
        let ignoredRanges: @Sendable (PushDecision.Facts) -> Bool
        let push: Push

        enum Push: Sendable {
            case no
            /// "no*"
            case onlyForced
            case yes
            /// "by M11–M13"
            case further
        }
    }

    private static let table = [
        XM(id: "X-M03", ignoredRanges: { $0.isBlocking }, push: .no),
        XM(id: "X-M04", ignoredRanges: { $0.option == .refuse }, push: .no),
        XM(id: "X-M05", ignoredRanges: { $0.isNotification }, push: .no),
        XM(id: "X-M06", ignoredRanges: { $0.option == .receiveMentions && !$0.isMentioned }, push: .no),
        XM(id: "X-M07", ignoredRanges: { $0.option == .receiveMentions }, push: .further),
        XM(id: "X-M08", ignoredRanges: { $0.option == .withoutPush }, push: .onlyForced),
        XM(id: "X-M09", ignoredRanges: { $0.option == .pushMentions && !$0.isMentioned }, push: .onlyForced),
        XM(id: "X-M10", ignoredRanges: { $0.option == .pushMentions }, push: .further),
    ]
    private static let further = [
        XM(id: "X-M11", ignoredRanges: { $0.notify == .none }, push: .onlyForced),
        XM(id: "X-M12", ignoredRanges: { $0.notify == .onlyManagers && !$0.isFromLeader }, push: .onlyForced),
        XM(id: "X-M13", ignoredRanges: { $0.isQuietHour }, push: .onlyForced),
        XM(id: "X-M13", ignoredRanges: { _ in true }, push: .yes),
    ]

    private static func row(_ facts: PushDecision.Facts) -> XM {
        let first = table.first { $0.ignoredRanges(facts) }
        if let first, case .further = first.push { return further.first { $0.ignoredRanges(facts) }! }
        return first ?? further.first { $0.ignoredRanges(facts) }!
    }

    @Test func `X-M03, X-M04, X-M05, X-M06, X-M07, X-M08, X-M09, X-M10, X-M11, X-M12, X-M13, X-52: every combination`()
    {
        var count = 0
        for bits in 0..<(1 << 6) {
            for option in ReceiveOption.allCases {
                for notify in GroupNotify.allCases {
                    var facts = PushDecision.Facts()
                    facts.isBlocking = bits & 1 != 0
                    facts.isNotification = bits & 2 != 0
                    facts.isMentioned = bits & 4 != 0
                    facts.isFromLeader = bits & 8 != 0
                    facts.isQuietHour = bits & 16 != 0
                    facts.isForced = bits & 32 != 0
                    facts.option = option
                    facts.notify = notify
                    let row = Self.row(facts)
                    let isPushed = row.push == .yes || row.push == .onlyForced && facts.isForced
                    switch PushDecision.outcome(of: facts) {
                    case .push: #expect(isPushed, "\(facts)")
                    case .none(let obstacle):
                        #expect(!isPushed, "\(facts)")
                        #expect(obstacle.rule == row.id, "\(facts)")
                    }
                    count += 1
                }
            }
        }
        #expect(count == 64 * 5 * 3)
    }

    @Test(arguments: [
        (\PushDecision.Facts.isOwn, true, PushObstacle.ownMessage), (\.isMember, false, .notMember),
        (\.isSwitchedOn, false, .switchedOff),
    ])
    func `T-Q24: not even force push`(
        fact: any WritableKeyPath<PushDecision.Facts, Bool> & Sendable, value: Bool, obstacle: PushObstacle
    ) {
        var facts = PushDecision.Facts()
        facts.isForced = true
        #expect(PushDecision.outcome(of: facts) == .push)
        facts[keyPath: fact] = value
        #expect(PushDecision.outcome(of: facts) == .none(obstacle))
    }

    private static let everybody = MemberPushOption(isForced: true, users: nil, text: "forced")
    private static let kept = MemberPushOption(isForced: false, users: ["bob"], text: "for bob")

    @Test(
        arguments: [
            ("own", nil, true, "Ann:own"), ("own", nil, false, "own"), (nil, nil, true, "Ann:standard"),
            ("own", everybody, true, "forced"), ("own", everybody, false, "forced"),
            ("own", kept, true, "Ann:for bob"), ("own", kept, false, "for bob"),
            ("own", MemberPushOption(isForced: true, users: nil, text: nil), true, "own"),
            ("own", MemberPushOption(isForced: true, users: nil, text: ""), true, "own"),
            (nil, MemberPushOption(isForced: true, users: nil, text: nil), true, "standard"),
        ] as [(String?, MemberPushOption?, Bool, String)])
    func `T-58, T-59, T-60, T-61, T-62, T-Q23, T-Q25: the text`(
        own: String?, option: MemberPushOption?, hasPrefix: Bool, text: String
    ) {
        let made = PushText.text(
            own: own, option: option, standard: "standard", sender: "Ann", hasPrefix: hasPrefix)
        #expect(made == text)
    }

    @Test func `T-57, T-Q22, T-Q26: whom a member option is for`() {
        #expect(Self.everybody.covers("bob", between: false))
        #expect(Self.kept.covers("bob", between: false))
        #expect(!Self.kept.covers("carol", between: false))
        #expect(Self.kept.covers("carol", between: true))
        #expect(!MemberPushOption(isForced: true, users: [], text: nil).covers("bob", between: false))
    }

    @Test func `T-Q23: the text of a message that brings none`() {
        #expect(PushText.standard(.text, text: "Hello") == "Hello")
        let long = String(repeating: "\u{1F426}", count: 501)
        #expect(PushText.standard(.text, text: long).unicodeScalars.count == 500)
        let texts = MessageKind.sendable.filter { $0 != .text }.map { PushText.standard($0, text: nil) }
        #expect(texts.allSatisfy { $0.hasPrefix("[") && $0.hasSuffix("]") })
    }

    /// The minute of the day at UTC, and whether 22:30 to 7:00, 7:00 to 22:30, and 12:00 to 12:00 are then.
    @Test(arguments: [
        (0, true, false), (419, true, false), (420, false, true), (1_349, false, true), (1_350, true, false),
        (1_439, true, false),
    ])
    func `T-Q20: the window begins at its start, ends before its end, and may cross midnight`(
        minute: Int64, night: Bool, day: Bool
    ) {
        func contains(_ start: Int64, _ end: Int64, _ offset: Int64) -> [Bool] {
            let hours = QuietHours(isOn: true, start: start, end: end, offset: offset)
            let first = (20_000 * 1_440 + minute - offset) * 60_000
            return [hours.contains(Milliseconds(first)), hours.contains(Milliseconds(first + 59_999))]
        }
        for offset in [0, -720, 480, 840] as [Int64] {
            #expect(contains(1_350, 420, offset) == [night, night])
            #expect(contains(420, 1_350, offset) == [day, day])
            #expect(contains(720, 720, offset) == [true, true])
        }
        let off = QuietHours(isOn: false, start: 720, end: 720, offset: 0)
        #expect(!off.contains(Milliseconds(minute * 60_000)))
    }

    @Test(arguments: [("0:00", 0), ("7:05", 425), ("07:05", 425), ("23:59", 1_439)] as [(String, Int64)])
    func `T-Q20: a time of the day`(text: String, minute: Int64) {
        #expect(QuietHours.minute(text) == minute)
        #expect(QuietHours.minute(QuietHours.text(minute)) == minute)
    }

    @Test(arguments: ["", "7", "24:00", "7:60", "7:5", "-1:00", "007:00", "7:05:00", "a:00", "+7:00", "7 :00"])
    func `T-Q20: no time of the day`(text: String) {
        #expect(QuietHours.minute(text) == nil)
    }
}
