import Domain
import Testing

struct DomainTests {
    private static let form = UserIDRule(bytes: 128, isASCII: false)
    private static let tim = UserIDRule(bytes: 32, isASCII: true)

    @Test(
        arguments: [
            ("a", nil, nil), ("A b~", nil, nil), (" ", nil, nil), ("\u{7E}", nil, nil), ("", .empty, .empty),
            ("550e8400-e29b-41d4-a716-446655440000", nil, .tooLong(limit: 32)),
            (String(repeating: "x", count: 32), nil, nil),
            (String(repeating: "x", count: 33), nil, .tooLong(limit: 32)),
            (String(repeating: "x", count: 128), nil, .tooLong(limit: 32)),
            (String(repeating: "x", count: 129), .tooLong(limit: 128), .tooLong(limit: 32)),
            (String(repeating: "天", count: 42) + "12", nil, .tooLong(limit: 32)),
            (String(repeating: "天", count: 43), .tooLong(limit: 128), .tooLong(limit: 32)),
            ("\u{7F}", .control, .control), ("\u{1F}", .control, .control), ("tab\t", .control, .control),
            ("line\n", .control, .control), ("\u{0}", .control, .control), ("\u{85}", .control, .control),
            ("\u{2028}", .control, .control), ("名\r", .control, .control),
            ("名", nil, .notASCII), ("\u{E4}", nil, .notASCII), ("👩‍👩‍👧", nil, .notASCII), ("می‌خواهم", nil, .notASCII),
            ("a\u{200B}b", nil, .notASCII), ("\u{FEFF}", nil, .notASCII), ("a\u{327}", nil, .notASCII),
            // A letter and its mark, a sign for a letter, a syllable in its parts, marks in the wrong order.
            ("e\u{301}", .notNormal, .notASCII), ("\u{212B}", .notNormal, .notASCII),
            ("\u{1100}\u{1161}", .notNormal, .notASCII), ("q\u{307}\u{323}", .notNormal, .notASCII),
            ("q\u{323}\u{307}", nil, .notASCII),
            ("a\u{202E}b", .direction, .direction), ("\u{200E}a", .direction, .direction),
            ("\u{200F}", .direction, .direction), ("\u{61C}", .direction, .direction),
            ("a\u{2066}", .direction, .direction), ("a\u{2069}", .direction, .direction),
        ] as [(String, UserIDRule.Fault?, UserIDRule.Fault?)])
    func `R-Q08, X-01: what a user id is, by default and as TIM has it`(
        text: String, fault: UserIDRule.Fault?, timFault: UserIDRule.Fault?
    ) {
        #expect(Self.form.fault(of: text) == fault)
        #expect(Self.tim.fault(of: text) == timFault)
        #expect(UserID(text).map { Array($0.text.utf8) } == (fault == nil ? Array(text.utf8) : nil))
    }

    @Test(
        arguments: [
            (0, nil, false), (0, 0, false), (100, nil, true), (100, 99, true), (100, 100, true), (100, 101, false),
            (100, .max, false), (100, -1, true),
        ] as [(Seconds, Seconds?, Bool)])
    func `X-64: which tokens are revoked`(second: Seconds, issuedAt: Seconds?, isRevoked: Bool) {
        let revocation = TokenRevocation.none.extended(upTo: second)
        #expect(revocation.covers(issuedAt: issuedAt) == isRevoked)
        #expect(revocation.extended(upTo: second - Seconds(1)) == revocation)
    }

    @Test func `R-Q08: a user id is case-sensitive`() {
        #expect(UserID("Alice") != UserID("alice"))
    }

    struct Login {
        let policy: LoginPolicy
        let present: [(device: String, platform: Platform)]
        let device: String
        let platform: Platform
        let ended: [Int: LoginPolicy.Reason]
    }

    private static let open = LoginPolicy(exclusive: [], sessionsPerUser: 3)
    private static let mobile = LoginPolicy(exclusive: [[.ios, .android], [.web]], sessionsPerUser: 3)

    private static let logins = [
        Login(policy: open, present: [], device: "a", platform: .ios, ended: [:]),
        // No exclusion by platform unless configured.
        Login(policy: open, present: [("a", .ios), ("b", .ios)], device: "c", platform: .ios, ended: [:]),
        Login(policy: open, present: [("a", .ios), ("b", .web)], device: "b", platform: .web, ended: [1: .sameDevice]),
        // The device decides, whatever it says it is.
        Login(policy: open, present: [("a", .ios)], device: "a", platform: .pc, ended: [0: .sameDevice]),
        Login(
            policy: open, present: [("a", .ios), ("b", .web), ("c", .pc)], device: "d", platform: .pc,
            ended: [0: .tooManySessions]),
        // The one that the device ends makes room already.
        Login(
            policy: open, present: [("a", .ios), ("b", .web), ("c", .pc)], device: "c", platform: .pc,
            ended: [2: .sameDevice]),
        Login(
            policy: mobile, present: [("a", .ios), ("b", .pc)], device: "c", platform: .android,
            ended: [0: .exclusivePlatform]),
        Login(policy: mobile, present: [("a", .web)], device: "b", platform: .web, ended: [0: .exclusivePlatform]),
        Login(policy: mobile, present: [("a", .web), ("b", .pc)], device: "c", platform: .ios, ended: [:]),
        Login(
            policy: LoginPolicy(exclusive: [], sessionsPerUser: 1), present: [("a", .ios), ("b", .web)], device: "c",
            platform: .pc, ended: [0: .tooManySessions, 1: .tooManySessions]),
    ]

    @Test(arguments: logins.indices)
    func `X-12: a login ends the same device's session, and others as configured`(index: Int) {
        let login = Self.logins[index]
        let ended = login.policy.ended(among: login.present, device: login.device, platform: login.platform)
        #expect(Dictionary(ended.map { ($0.index, $0.reason) }) { first, _ in first } == login.ended)
        #expect(ended.count == login.ended.count)
    }
}
