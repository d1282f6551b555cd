import ClientProtocol
import Domain
import Testing

@testable import Chat

/// pages of a list that changes meanwhile.
struct RequestListTests {
    private let harness: ChatStateHarness
    private let target: AccountNumber
    private static let applicants = ["ann", "bob", "cid", "dan"]

    /// All of them have asked in the same second.
    init() throws {
        harness = try ChatStateHarness()
        for user in Self.applicants + ["eve"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        target = try harness.number(of: "eve")
        var change = ProfileChange()
        change.allowType = .afterConfirmation
        try harness.chat.profiles.modifyProfile(change, of: target)
        for user in Self.applicants.reversed() { try ask(user) }
    }

    private func ask(_ user: String) throws {
        let requestDraft = FriendRequestDraft(remark: "", wording: "", source: "", group: "", isMutual: true)
        let result = try harness.chat.friends.addFriend("eve", requestDraft, of: harness.number(of: user))
        try #require(result.error == .awaitingApproval)
    }

    private func page(_ count: Int, after cursor: Stamp = 0, seq: Seq = 0) throws -> FriendRequestList {
        try FriendRequestList(
            of: target, incoming: true, outgoing: true, seq: seq, cursor: cursor, count: count,
            now: harness.now, in: harness.chat.work.store)
    }

    @Test(arguments: 1...5)
    func `R-Q11, R-Q35: those of one second come by id, none twice and none not at all`(count: Int) throws {
        var users: [String] = []
        var cursor: Stamp = 0
        repeat {
            let page = try page(count, after: cursor)
            users += page.requests.map(\.user)
            cursor = page.next
        } while cursor != 0
        #expect(users == Self.applicants)
    }

    @Test(arguments: 1...3)
    func `R-Q36: where the last one given has gone, everything of its second comes again`(given: Int) throws {
        let first = try page(given)
        try harness.chat.relations.deleteRequests([first.requests.last!.user], areOutgoing: false, of: target)
        let rest = try page(9, after: first.next)
        #expect(rest.requests.map(\.user) == Self.applicants.filter { $0 != first.requests.last!.user })
        #expect(rest.next == 0)
    }

    @Test func `R-Q36: what has come meanwhile is seen at the next full pull`() throws {
        let first = try page(2)
        harness.now += 1_000
        try ask("dan")
        let rest = try page(9, after: first.next, seq: first.seq)
        #expect(rest.requests.map(\.user) == ["cid"])
        #expect(rest.seq == first.seq + 1)
        #expect(try page(9, seq: first.seq).requests.map(\.user) == ["dan", "ann", "bob", "cid"])
    }

    @Test func `R-92, R-Q34: who has the list gets nothing but the numbers`() throws {
        let list = try page(9, seq: 4)
        #expect(list.requests.isEmpty && list.next == 0)
        #expect(list.seq == 4 && list.unread == 4)
        for seq in [0, 3, 5] as [Seq] { #expect(try page(9, seq: seq).requests.count == 4) }
    }

    @Test func `R-Q37: a report is of everything up to its second, and of nothing that comes later`() throws {
        let second = harness.now.seconds
        #expect(try harness.chat.relations.reportRequests(upTo: second - 1, of: target) == 4)
        #expect(try harness.chat.relations.reportRequests(upTo: second, of: target) == 0)
        harness.now += 1_000
        try ask("bob")
        #expect(try harness.chat.relations.reportRequests(upTo: second, of: target) == 1)
        #expect(try page(9).unread == 1)
    }
}
