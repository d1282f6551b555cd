import ClientProtocol
import Domain
import Storage
import Testing

@testable import Chat

/// What backends want to be sent later, in the store.
struct ScheduledMessageTests {
    private let harness: ChatStateHarness
    private var chat: ChatState { harness.chat }

    init() throws {
        harness = try ChatStateHarness()
        for user in ["ann", "bob", "cid"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
    }

    @discardableResult private func schedule(
        _ clientID: String, to peer: String, in time: Milliseconds, media: [String] = []
    ) throws -> Stamp {
        var draft = Draft(to: peer, clientID)
        draft.media = media
        let outcome = try chat.scheduledMessages.schedule(draft, as: .user(UserID("ann")!), at: harness.now + time)
        guard case .waits(let message) = outcome else { preconditionFailure("it was sent") }
        return message.id
    }

    private func sent(to peer: String) throws -> [String] { try sentMessages(to: peer).map(\.clientID) }

    private func sentMessages(to peer: String) throws -> [StoredMessage] {
        let history = History(cursor: 0, direction: .newer, limit: 100, cutoff: 0, now: harness.now)
        return try harness.page(history, of: peer, for: "ann").messages.map(\.message)
    }

    private func write(_ sql: SQL, _ values: SQLValue...) throws {
        #expect(try chat.work.store.execute(sql, values) > 0)
    }

    @Test func `M-44: 10,000 wait, and no more; one that is sent or cancelled makes room`() throws {
        for number in 1...10_000 { try schedule("m\(number)", to: "bob", in: number == 1 ? 1_000 : .days(9)) }
        for _ in 1...2 {
            #expect(throws: CommandError.self) { try schedule("one more", to: "bob", in: 5_000) }
            try harness.restart()
        }
        let last = try schedule("m10000", to: "bob", in: .days(9))
        _ = try chat.scheduledMessages.cancel(last)
        try schedule("two more", to: "bob", in: 5_000)
        harness.now += 1_000
        try chat.sweep()
        #expect(try sent(to: "bob") == ["m1"])
        try schedule("three more", to: "bob", in: 5_000)
    }

    @Test func `M-40: more than a piece are all sent, in the order of their times`() throws {
        for number in (1...150).reversed() { try schedule("m\(number)", to: "bob", in: Milliseconds(number)) }
        harness.now += 1_000
        #expect(try chat.sweep(.scheduledMessages) && chat.sweep(.scheduledMessages))
        #expect(try !chat.sweep(.scheduledMessages))
        #expect(try sent(to: "bob") == (1...100).map { "m\($0)" })
        #expect(try chat.conversationLists.total(of: harness.number(of: "bob")) == 150)
    }

    @Test func `a damaged row keeps no other message from being sent`() throws {
        let first = try schedule("damaged", to: "bob", in: 1)
        try schedule("to bob", to: "bob", in: 2)
        try write("UPDATE scheduled_message SET kind = 99 WHERE id = $1", .integer(first))
        harness.now += 1_000
        try chat.sweep()
        #expect(try sent(to: "bob") == ["to bob"])
    }

    @Test func `M-43: a receiver whose row is damaged keeps no other from its message`() throws {
        try schedule("to bob", to: "bob", in: 1)
        try schedule("to cid", to: "cid", in: 2)
        _ = try chat.messages.send(Draft(to: "bob", "m"), from: harness.number(of: "ann"))
        try write(
            "UPDATE membership SET receive_option = 99 WHERE id >> 32 = $1", .integer(harness.number(of: "bob")))
        try harness.restart()
        harness.now += 1_000
        #expect(throws: CommandError.self) { try chat.sweep(.scheduledMessages) }
        try harness.rollBack()
        try chat.sweep(.scheduledMessages)
        #expect(chat.scheduledMessages.takeRefused().map(\.refusal.code) == [.internal])
        #expect(try sent(to: "cid") == ["to cid"])
    }

    /// One that is complete and ready, of ann.
    private func upload() throws -> String {
        let order = UploadOrder(use: .message, name: "", type: "image/png", size: 100, digest: nil)
        let ann = try harness.number(of: "ann")
        let media = try chat.uploads.prepare(order, by: ann)
        let finding = UploadFinding(problem: nil, isDigestVerified: false, width: 1, height: 1)
        return try chat.uploads.complete(media.id, finding, width: 0, height: 0, thumbnail: nil, by: ann).id
    }

    private func state(of id: String) throws -> MediaState? { try StoredMedia.find(id, in: chat.work.store)?.state }

    private func sweep(after time: Milliseconds) throws {
        harness.now += time
        for subject in [SweepSubject.scheduledMessages, .media] { try chat.sweep(subject) }
    }

    @Test func `U-27, M-40: what waits keeps its uploads, and its message then refers to them`() throws {
        let id = try upload()
        try schedule("m", to: "bob", in: .days(9), media: [id, id])
        try sweep(after: .days(5))
        try harness.restart()
        try sweep(after: .days(3))
        #expect(try state(of: id) == .ready)
        try sweep(after: .days(2))
        #expect(try sent(to: "bob") == ["m"])
        try sweep(after: .days(5))
        #expect(try state(of: id) == .ready)
        let message = try #require(try sentMessages(to: "bob").first)
        #expect(Set(message.life?.media.map(\.id) ?? []) == [id])
        _ = try chat.edits.recall(message.id, reason: nil)
        try sweep(after: 1)
        #expect(try state(of: id) == nil)
    }

    @Test func `U-27, M-42: an upload of one that is cancelled ends as one never used, and its user's at once`() throws
    {
        let (kept, ended) = (try upload(), try upload())
        let first = try schedule("m1", to: "bob", in: .days(9), media: [kept])
        try schedule("m2", to: "bob", in: .days(9), media: [ended])
        _ = try chat.scheduledMessages.cancel(first)
        try sweep(after: .hours(23))
        #expect(try state(of: kept) == .ready)
        try sweep(after: .hours(2))
        #expect(try state(of: kept) == nil)
        #expect(try state(of: ended) == .ready)
        _ = try chat.accountAdministration.delete(UserID("bob")!)
        try sweep(after: 1)
        #expect(try state(of: ended) == nil)
    }

    @Test func `U-20, M-43: one whose upload was deleted meanwhile is refused when it is due`() throws {
        let id = try upload()
        try schedule("m", to: "bob", in: 1_000, media: [id])
        #expect(try chat.uploads.delete(id, of: nil))
        #expect(try state(of: id) == .deleted)
        try sweep(after: 2_000)
        #expect(chat.scheduledMessages.takeRefused().map(\.refusal.code) == [.noMessage])
        try sweep(after: .days(2))
        #expect(try state(of: id) == nil)
        #expect(throws: CommandError.self) { try schedule("n", to: "bob", in: 1_000, media: [id]) }
    }
}
