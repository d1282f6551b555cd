import ClientProtocol
import Domain
import Security
import Testing

@testable import Chat
@testable import Storage

/// F-32: how followers come to be pushed to, some at a time.
struct ChannelPushTests {
    private static let channel = ChannelID("news")!
    private let harness: ChatStateHarness
    private let options: ChatOptions
    private var chat: ChatState { harness.chat }

    init() throws {
        var options = ChatOptions()
        options.hasPushes = true
        options.pushServices = [PushService(.webhook)]
        self.options = options
        harness = try ChatStateHarness(options)
        try chat.channels.create(Self.channel, ChannelInfo(), publishers: [])
        _ = try harness.takeEffects()
    }

    private func follow(_ count: Int) throws {
        for number in 0..<count {
            let user = UserID("u\(number)")!
            _ = try chat.accountAdministration.create(user)
            let account = try harness.number(of: user.text)
            try chat.pushes.register("token-\(user)", at: PushService(.webhook), device: "phone", .ios, of: account)
            _ = try chat.channels.subscribe(account, to: Self.channel, with: .all)
        }
        _ = try harness.takeEffects()
    }

    private func publish(_ id: String) throws -> MessageNumber {
        harness.now += 1_000
        let draft = ChannelDraft(
            to: Self.channel, id, .text, body: #"{"text":"Snow"}"#,
            digest: RequestDigest(bytes: Array(repeating: 1, count: RequestDigest.size)),
            push: NotificationPush(text: "Snow", isForced: false, payload: nil))
        let message = try chat.channels.publish(draft, by: .backend(as: nil)).id
        _ = try harness.takeEffects()
        return message
    }

    private func decide(cutoff: Stamp = 0) throws -> PushDecider.Decision? {
        try PushDecider(options).followerDecision(now: harness.now, cutoff: cutoff, in: chat.work.store)
    }

    private func put(_ decision: PushDecider.Decision) throws {
        try chat.pushes.put(decision.pushes[...], of: decision, isLast: true)
        _ = try harness.takeEffects()
    }

    private func send(_ count: Int) throws {
        let due = try PushOutbox.due(
            at: PushService(.webhook), now: harness.now, cutoff: 0, limit: count, except: [],
            conversationPeriod: .days(7),
            in: chat.work.store)
        try chat.pushes.note(due.pushes.map { PushReport(push: $0.push, state: .accepted, status: 200) })
        _ = try harness.takeEffects()
    }

    @Test func `F-32: 2,300 followers are decided on by a thousand, each once, while few pushes are due`() throws {
        try follow(2_300)
        let message = try publish("m1")
        let later = try publish("m2")
        var accounts: [AccountNumber] = []
        for count in [1_000, 1_000, 300] {
            let decision = try #require(try decide())
            #expect(decision.message == message && decision.pushes.count == count)
            accounts += decision.pushes.map(\.account)
            try put(decision)
            if count == 1_000 {
                #expect(try decide() == nil, "others' pushes go first")
                try send(1)
                try harness.restart()
                #expect(try decide() != nil)
                try send(999)
            }
        }
        #expect(accounts == accounts.sorted() && Set(accounts).count == 2_300)
        let end = try #require(try decide())
        #expect(end.message == message && end.pushes.isEmpty)
        try put(end)
        // What is too old is not pushed any more.
        let old = try #require(try decide(cutoff: Stamp(later.rawValue + 1)))
        #expect(old.message == later && old.pushes.isEmpty)
        try put(old)
        #expect(try decide() == nil)
    }

    @Test func `F-32: a piece of followers costs the same, however many follow`() throws {
        try follow(1_500)
        _ = try publish("m1")
        let counting = CountingTransaction(chat.work.store)
        let decision = try #require(
            try PushDecider(options).followerDecision(now: harness.now, cutoff: 0, in: counting))
        #expect(decision.pushes.count == 1_000)
        // For each of them its conversations, for the badge; and for all the message, the settings and who they are.
        #expect((1_000...1_015).contains(counting.queries), "\(counting.queries)")
    }
}
