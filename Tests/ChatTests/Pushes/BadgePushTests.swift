import ClientProtocol
import Domain
import Storage
import Testing

@testable import Chat

/// P-40: a device gets its badge anew once messages were read elsewhere.
struct BadgePushTests {
    private let harness: ChatStateHarness
    private let options: ChatOptions

    init() throws { try self.init(isOn: true) }

    private init(isOn: Bool, connected: Set<String> = []) throws {
        var options = ChatOptions()
        options.hasPushes = true
        options.clearsReadPushes = isOn
        options.isConnected = { connected.contains($1) }
        self.options = options
        // The beginning of a minute.
        harness = try ChatStateHarness(options, now: 1_750_000_020_000)
        for user in ["ann", "bob"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        try register(.fcm)
    }

    @Test func `P-40: one follows two seconds after the reading, with the total of then`() throws {
        for text in ["1", "2", "3"] { try show(text) }
        try read(upTo: 1)
        #expect(try due().isEmpty)
        harness.now += 1_000
        try read(upTo: 2)
        harness.now += 1_000
        #expect(try due().map(\.badge) == [1])
    }

    @Test func `P-40: what is read after the minute's push comes with the next minute's`() throws {
        for text in ["1", "2", "3"] { try show(text) }
        try read(upTo: 1)
        harness.now += 2_000
        let first = try #require(try due().first)
        // It is under way, and has its number.
        try read(upTo: 2)
        try accept(first)
        harness.now += 10_000
        try read(upTo: 3)
        #expect(try due().isEmpty)
        harness.now += 60_000 - 12_000
        let second = try due()
        #expect(second.map(\.badge) == [0] && second[0].push != first.push)
    }

    @Test func `P-40: nothing follows where no push has shown a number, and where it is the same still`() throws {
        try show("1")
        try read(upTo: 1)
        harness.now += 2_000
        try accept(try #require(try due().first))
        try harness.restart()
        try read(upTo: 1)
        harness.now += 120_000
        #expect(try due().isEmpty)
        try show("2")
        try read(upTo: 1)
        harness.now += 120_000
        #expect(try due().isEmpty)
    }

    @Test func `P-40: of a deleted account nothing stays`() throws {
        try show("1")
        let late = try give("2")
        _ = try harness.chat.accountAdministration.delete(UserID("bob")!)
        try accept(late)
        var rows = 0
        try harness.chat.work.store.query("SELECT 1 FROM push_badge", []) { _ in rows += 1 }
        #expect(rows == 0)
    }

    @Test func `P-40: a badge that waits goes to the token of now, and survives a restart`() throws {
        try show("1")
        try read(upTo: 1)
        try harness.restart()
        try register(.fcm, token: "other")
        harness.now += 2_000
        let badges = try due()
        #expect(badges.map(\.token) == ["other"] && badges.map(\.payload.isBadgeAlone) == [true])
    }

    @Test func `P-40: without the setting nothing follows the reading`() throws {
        let other = try BadgePushTests(isOn: false)
        try other.show("1")
        try other.read(upTo: 1)
        other.harness.now += 120_000
        #expect(try other.due().isEmpty)
    }

    @Test func `P-40: what is read while its push is under way clears the number, too`() throws {
        let push = try give("1")
        try read(upTo: 1)
        harness.now += 10_000
        try accept(push)
        #expect(try due().isEmpty)
        harness.now += 2_000
        #expect(try due().map(\.badge) == [0])
    }

    @Test func `P-40: two readings at the turn of a minute make one push`() throws {
        for text in ["1", "2"] { try show(text) }
        // Half a second before.
        harness.now = Milliseconds((harness.now.rawValue / 60_000 + 1) * 60_000 - 500)
        try read(upTo: 1)
        harness.now += 1_000
        try read(upTo: 2)
        harness.now += 1_000
        try accept(try #require(try due().first))
        harness.now += 120_000
        #expect(try due().isEmpty)
    }

    @Test func `P-40: a device with a session gets none, since its app hears of the reading`() throws {
        let other = try BadgePushTests(isOn: true, connected: ["phone"])
        try other.show("1")
        try other.read(upTo: 1)
        other.harness.now += 120_000
        #expect(try other.due().isEmpty)
    }

    @Test func `P-40: others than APNs and FCM have no such pushes`() throws {
        try register(.huawei)
        try show("1", at: .huawei)
        try read(upTo: 1)
        harness.now += 120_000
        #expect(try due(at: .huawei).isEmpty)
    }

    // MARK: - What happens

    private func register(_ provider: PushProvider, token: String = "token") throws {
        harness.now += 1
        try harness.chat.pushes.register(
            token, at: PushService(provider), device: "phone", .ios, of: harness.number(of: "bob"))
    }

    private func send(_ id: String) throws -> MessageNumber {
        harness.now += 1
        return try harness.chat.messages.send(Draft(to: "bob", id), from: harness.number(of: "ann")).message.id
    }

    /// Its push is accepted.
    private func show(_ id: String, at provider: PushProvider = .fcm) throws {
        try accept(give(id, at: provider))
    }

    /// Its push is under way.
    private func give(_ id: String, at provider: PushProvider = .fcm) throws -> DuePush {
        let message = try send(id)
        for decision in try PushDecider(options).decisions(in: harness.chat.work.store) {
            try harness.chat.pushes.put(decision.pushes[...], of: decision, isLast: true)
        }
        return try #require(try due(at: provider).first { $0.message == message })
    }

    private func accept(_ push: DuePush) throws {
        let reports = [PushReport(push: push.push, state: .accepted, badge: Int(push.badge))]
        try harness.chat.pushes.note(reports)
        try harness.chat.badgePushes.note(reports)
    }

    private func read(upTo seq: Seq) throws {
        let bob = try harness.number(of: "bob")
        _ = try harness.chat.conversationLists.markRead(.c2c(UserID("ann")!), upTo: seq, of: bob)
        try harness.chat.badgePushes.noteReading(by: bob)
    }

    private func due(at provider: PushProvider = .fcm) throws -> [DuePush] {
        try PushOutbox.due(
            at: PushService(provider), now: harness.now, cutoff: 0, limit: 100, except: [],
            conversationPeriod: .days(7), in: harness.chat.work.store
        ).pushes
    }
}
