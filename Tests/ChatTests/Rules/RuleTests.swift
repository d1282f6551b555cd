import Domain
import Testing

struct RuleTests {
    @Test(arguments: [
        (ReceiveOption.receive, true, true, true), (.receive, false, true, false),
        (.refuse, true, false, false), (.refuse, false, false, false),
        (.withoutPush, true, true, true), (.withoutPush, false, true, false),
    ])
    func `X-M04, X-M08, X-M13, X-M14: what a message does`(
        option: ReceiveOption, shouldBeCounted: Bool, isSeen: Bool, isCounted: Bool
    ) {
        let effect = Effect.c2c(option, shouldBeCounted: shouldBeCounted)
        #expect(effect.isSeen == isSeen)
        #expect(effect.isCounted == isCounted)
    }

    @Test func `C-Q17, X-53: the total is of those with options 0 and 4`() {
        #expect(ReceiveOption.allCases.filter(\.countsInTotal).map(\.rawValue) == [0, 4])
        #expect(ReceiveOption.forUsers.map { ReceiveOption(rawValue: $0) } == [.receive, .refuse, .withoutPush])
    }

    @Test(
        arguments: [
            (true, true, nil), (false, false, .neitherHasTheOther), (false, true, .receiverIsNotFriend),
            (true, false, .senderIsNotFriend),
        ] as [(Bool, Bool, Correspondence.Obstacle?)])
    func `X-33: who may write to whom where only friends may`(
        forward: Bool, backward: Bool, obstacle: Correspondence.Obstacle?
    ) {
        #expect(Correspondence.obstacle(forward: forward, backward: backward) == obstacle)
    }

    private static let longest = String(repeating: "u", count: UserID.longest)
    private static let longestGroup = String(repeating: "g", count: 64)

    @Test(arguments: [
        "c2c_a", "c2c_c2c_a", "c2c_A b~", "c2c_group_1", "group_1", "group_c2c_a", "group_\u{E4}", "c2c_\(longest)",
        "c2c_\u{E4}",
        "group_\(longestGroup)",
    ])
    func `C-Q01, X-50: a conversation id`(text: String) {
        #expect(ConversationID(text)?.description == text)
        #expect(text.utf8.count <= ConversationID.longestText)
    }

    @Test(arguments: [
        "", "a", "c2c", "C2C_a", "c2ca", "c2c-a", " c2c_a", "group",
        "group_", "Group_1", "groups_1", "group_\(longestGroup)g", "team_1", "\u{63}\u{301}2c_a",
    ])
    func `C-Q01, X-50: no conversation id`(text: String) {
        #expect(ConversationID(text) == nil)
    }

    @Test(arguments: ["c2c_", "c2c_e\u{301}", "c2c_a\n", "c2c_a\u{202E}b", "c2c_\(longest)u"])
    func `X-01: the conversation with a user of no id is one with nobody`(text: String) throws {
        let id = try #require(ConversationID(text))
        #expect(id.isNobodys && id.description.utf8.elementsEqual(text.utf8))
        #expect(id != .c2c(UserID("\u{E9}")!))
    }

    @Test func `a user and a group of the same name are two conversations`() {
        #expect(ConversationID("c2c_a") == .c2c(UserID("a")!))
        #expect(ConversationID("group_a") == .group("a"))
        #expect(ConversationID("c2c_a") != ConversationID("c2c_A"))
    }
}
