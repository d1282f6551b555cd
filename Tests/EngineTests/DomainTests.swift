import Domain
import Testing

struct DomainTests {
    @Test(arguments: [
        ("a", true), ("A b~", true), (String(repeating: "x", count: 32), true), (" ", true), ("\u{7E}", true),
        ("", false), (String(repeating: "x", count: 33), false), ("\u{7F}", false), ("\u{1F}", false), ("tab\t", false),
        ("ä", false), ("line\n", false), ("\u{0}", false), ("名", false),
    ])
    func `R-Q08, X-01: a user id is 1 to 32 bytes of printable ASCII`(text: String, isValid: Bool) {
        #expect((UserID(text) != nil) == isValid)
        if isValid { #expect(UserID(text)?.text == text) }
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
