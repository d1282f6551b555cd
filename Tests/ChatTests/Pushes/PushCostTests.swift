import ClientProtocol
import Domain
import Testing

@testable import Chat
@testable import Storage

/// The store's work for a message to ten thousand users who are away (docs/benchmarks.md has its time).
struct PushCostTests {
    @Test func `T-54, T-Q27: a forced message to 10,000 who are away is decided in one pass, a statement for each`()
        throws
    {
        let crowd = try Crowd(of: 10_000)
        let message = try crowd.send()
        let counting = CountingTransaction(crowd.chat.work.store)
        let decisions = try PushDecider(crowd.options).decisions(in: counting)
        let decision = try #require(decisions.first)
        #expect(decisions.count == 1 && decision.message == message && decision.suppressed.isEmpty)
        #expect(Set(decision.pushes.map(\.account)).count == 9_999 && decision.pushes.count == 9_999)
        #expect(decision.pushes.allSatisfy { $0.badge == 1 && $0.isForced })
        // For each of them its conversations, for the badge; and for all the message, its conversation and who they are.
        #expect((9_999...10_010).contains(counting.queries), "\(counting.queries)")
        // The memory that each push takes between the deciding and the writing.
        #expect(MemoryLayout<PushDecider.Push>.stride <= 64)

        let writing = CountingTransaction(crowd.chat.work.store)
        crowd.chat.work.store = writing
        try crowd.chat.pushes.put(decision.pushes[...], of: decision, isLast: true)
        #expect(writing.rows == 10_000 && writing.queries == 0)
        #expect(try PushDecider(crowd.options).decisions(in: writing).isEmpty)
        // The next page of pushes for a provider costs the same, however many wait.
        let first = try cost(of: 100, writing)
        #expect(first.pushes.map(\.message) == Array(repeating: message, count: 100))
        #expect(first.queries <= 4)
        #expect(try cost(of: 1_000, writing).queries == first.queries)
    }

    private func cost(of limit: Int, _ store: CountingTransaction) throws -> (pushes: [DuePush], queries: Int) {
        let before = store.queries
        let page = try PushOutbox.due(
            at: PushService(.webhook), now: .max, cutoff: 0, limit: limit, except: [], conversationPeriod: .days(7),
            in: store)
        return (page.pushes, store.queries - before)
    }
}

/// A super group whose owner is there, and all others away, with a phone each.
private final class Crowd {
    let options: ChatOptions
    private let harness: ChatStateHarness
    private let group: String
    var chat: ChatState { harness.chat }

    init(of members: Int) throws {
        var options = ChatOptions()
        options.hasPushes = true
        self.options = options
        harness = try ChatStateHarness(options)
        for user in ["ann", "bob"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        let draft = GroupDraft(
            kind: .superGroup, info: GroupInfo(name: "crowd"), style: .publicOpen, maxUsers: Int64(members),
            needsConfirmation: false, invitees: ["bob"], message: "")
        group = try harness.chat.groupLife.createGroup(draft, by: harness.number(of: "ann")).id
        let bob = try harness.number(of: "bob")
        try harness.chat.pushes.register("token", at: PushService(.webhook), device: "phone", .ios, of: bob)
        _ = try harness.takeEffects()
        try multiply(bob, by: members - 2)
        // The members of the group are read anew.
        try harness.restart()
    }

    func send() throws -> MessageNumber {
        harness.now += 1_000
        let force = MemberPushOption(isForced: true, users: nil, text: "Fire drill!")
        let draft = Draft(
            target: .group(group), clientID: "m", kind: .text, settings: .standard, body: #"{"text":"Hi"}"#,
            pushText: nil, memberOption: force)
        let id = try chat.messages.send(draft, from: harness.number(of: "ann")).message.id
        _ = try harness.takeEffects()
        return id
    }

    /// As many as bob, with the numbers after his.
    private func multiply(_ bob: AccountNumber, by count: Int) throws {
        let store = chat.work.store
        let values: [SQLValue] = [.integer(bob), .integer(Int64(count))]
        try store.execute("CREATE TEMP TABLE number (value INTEGER PRIMARY KEY)", [])
        try store.execute(
            """
            WITH RECURSIVE series (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM series WHERE value < $2)
            INSERT INTO number SELECT $1 + value FROM series
            """, values)
        let copies: [(make: SQL, change: SQL, keep: SQL)] = [
            (
                "CREATE TEMP TABLE copy AS SELECT value, account.* FROM account JOIN number ON account.id = $1",
                "UPDATE copy SET id = value, name = 'u' || value",
                "INSERT INTO account SELECT * FROM copy"
            ),
            (
                "CREATE TEMP TABLE copy AS SELECT value, member.* FROM member JOIN number ON account = $1",
                "UPDATE copy SET id = id + value - account, account = value",
                "INSERT INTO member SELECT * FROM copy"
            ),
            (
                "CREATE TEMP TABLE copy AS SELECT value, membership.* FROM membership JOIN number ON id >> 32 = $1",
                "UPDATE copy SET id = id + ((value - (id >> 32)) << 32)",
                "INSERT INTO membership SELECT * FROM copy"
            ),
            (
                "CREATE TEMP TABLE copy AS SELECT value, push_address.* FROM push_address JOIN number ON account = $1",
                "UPDATE copy SET id = id + value - account, token_key = value, account = value",
                "INSERT INTO push_address SELECT * FROM copy"
            ),
        ]
        for copy in copies {
            try store.execute(copy.make, [.integer(bob)])
            try store.execute(copy.change, [])
            try store.execute("ALTER TABLE copy DROP COLUMN value", [])
            try store.execute(copy.keep, [])
            try store.execute("DROP TABLE copy", [])
        }
    }
}
