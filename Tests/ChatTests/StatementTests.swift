import Domain
import Testing

@testable import Chat

/// Sets are read and swept by sets: what costs most does not grow by a statement for each row.
struct StatementTests {
    private static let day: Milliseconds = 86_400_000

    private let harness: ChatStateHarness

    init() throws {
        harness = try ChatStateHarness()
    }

    private func makeUsers(_ count: Int) throws {
        for number in 0..<count { _ = try harness.chat.accountAdministration.create(UserID("u\(number)")!) }
    }

    /// From each to the first user.
    private func send(from users: Range<Int>, _ round: String) throws {
        for number in users {
            _ = try harness.chat.messages.send(Draft(to: "u0", round), from: harness.number(of: "u\(number)"))
            _ = try harness.takeEffects()
        }
    }

    private func statements(_ body: () throws -> Void) throws -> Int {
        let counting = CountingTransaction(harness.chat.work.store)
        let store = harness.chat.work.store
        harness.chat.work.store = counting
        defer { harness.chat.work.store = store }
        try body()
        return counting.statements
    }

    @Test(arguments: [2, 200]) func `a sweep runs few statements if nothing is due`(users: Int) throws {
        try makeUsers(users)
        try send(from: 1..<users, "m")
        // The first one also counts the messages.
        try harness.chat.sweep()
        try harness.chat.finish()
        let count = try statements { try harness.chat.sweep() }
        #expect(count <= 27)
    }

    @Test(arguments: [2, 200])
    func `a sweep that has streams to cut off runs no statement for each`(users: Int) throws {
        try makeUsers(users)
        try send(from: 1..<users, "m")
        try harness.restart()
        harness.now += Self.day * 30
        let count = try statements { try harness.chat.sweep() }
        #expect(count <= 43)
        try harness.restart()
        // Where each stream is, is still known.
        let streams = harness.chat.work.userStreams
        let first = try harness.chat.accounts.account(UserID("u0")!)!
        #expect(try streams.streamSeq(of: first) == Seq(users - 1))
        #expect(try streams.firstEvent(of: first) == Seq(users))
    }

    @Test func `three hundred missed messages are read together`() throws {
        try makeUsers(2)
        for number in 0..<300 { try send(from: 1..<2, "m\(number)") }
        try harness.restart()
        let count = try statements {
            let login = try harness.chat.devices.logIn(
                UserID("u0")!, device: "phone", issuedAt: nil,
                resuming: StreamPositions(conversations: ["c2c_u1": 0]))
            guard case .recovered(let messages)? = login.resumption?.conversations.first?.stream.verdict else {
                Issue.record("the messages are not recovered")
                return
            }
            try harness.chat.finish()
            #expect(messages.map(\.message.clientID) == (0..<300).map { "m\($0)" })
        }
        #expect(count <= 25)
    }

    @Test func `a list of a hundred conversations takes one query for each at most`() throws {
        try makeUsers(101)
        try send(from: 1..<101, "m")
        try harness.restart()
        let count = try statements {
            let listing = try harness.chat.conversationLists.list(
                of: harness.number(of: "u0"), after: 0, count: 100)
            #expect(listing.conversations.count == 100)
        }
        #expect(count <= 120)
    }

    @Test func `a first login looks the user up once, and runs fourteen statements`() throws {
        let count = try statements {
            _ = try harness.chat.devices.logIn(UserID("new")!, device: "phone", issuedAt: nil, resuming: nil)
            try harness.chat.finish()
        }
        #expect(count <= 14)
    }
}
