import ClientProtocol
import Domain
import Storage
import Testing

@testable import Chat

/// The rows of groups' values and counters, and their bounds.
struct GroupValueRowTests {
    private let harness: ChatStateHarness
    private let owner: AccountNumber
    private let member: AccountNumber
    private let id: String
    private var chat: ChatState { harness.chat }

    init() throws {
        harness = try ChatStateHarness()
        for user in ["owner", "member"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        (owner, member) = (try harness.number(of: "owner"), try harness.number(of: "member"))
        id = try Self.makeGroup(harness)
        var change = GroupChange()
        change.infoForAll = true
        try harness.chat.groupAdministration.modifyGroup(id, change, by: owner)
    }

    private static func makeGroup(_ harness: ChatStateHarness) throws -> String {
        let draft = GroupDraft(
            kind: .group, info: GroupInfo(name: "team"), style: .publicOpen, maxUsers: 9, needsConfirmation: false,
            invitees: ["member"], message: "")
        return try harness.chat.groupLife.createGroup(draft, by: harness.number(of: "owner")).id
    }

    @discardableResult
    private func set(_ keys: [String], to value: String = "x", by account: AccountNumber) throws -> Seq {
        let changes = keys.map { ValueChange(key: $0, value: value, version: nil) }
        // The rate is another test's.
        harness.now += 100
        return try chat.groupValues.set(changes, in: id, by: account)
    }

    private func keys(_ name: String) -> [String] { (0..<10).map { "\(name)\($0)" } }

    private func count(_ rows: SQL) throws -> Int64 {
        var count: Int64 = 0
        try chat.work.store.query(rows) { row in count = row.integer(0) }
        return count
    }

    @Test func `Y-03: a group has 100 keys and 64 KiB, and a member 10 keys; with the group they go`() throws {
        try set(keys("member"), by: member)
        #expect(refusal { try set(["one"], by: member) } == 1013)
        for ten in 0..<9 { try set(keys("owner\(ten)"), by: owner) }
        #expect(refusal { try set(["one"], by: owner) } == 1013)
        #expect(refusal { try set(keys("owner0"), to: String(repeating: "x", count: 7_000), by: owner) } == 1013)
        let seq = try set(keys("owner0"), to: String(repeating: "x", count: 6_000), by: owner)
        let found = try GroupQueries.values(of: id, for: member, in: chat.work.store)
        #expect(found.values.count == 100 && found.seq == seq)
        #expect(found.values.filter { $0.version == seq }.map(\.key.text) == keys("owner0"))
        _ = try chat.groupValues.setCounters([ExactText("likes"): 1], in: id, by: owner)
        try chat.groupLife.destroyGroup(id, by: owner)
        #expect(try count("SELECT count(*) FROM group_value") == 0)
        #expect(try count("SELECT count(*) FROM group_count") == 0)
    }

    @Test func `Y-03: values and counters of a group are set 10 times a second, and by backends more often`() throws {
        harness.now += 10_000
        func change(_ number: Int) throws {
            _ = try chat.groupValues.set(
                [ValueChange(key: "k", value: "\(number)", version: nil)], in: id, by: owner)
        }
        for number in 0..<10 { try change(number) }
        #expect(refusal { try change(10) } == 1003)
        let counters = [ExactText("likes"): 0]
        #expect(refusal { _ = try chat.groupValues.setCounters(counters, in: id, by: owner) } == 1003)
        chat.work.isForAdministrator = true
        for number in 11..<30 { try change(number) }
        try chat.finish()
        harness.now += 100
        try change(30)
    }

    @Test func `Y-03: a pass tells each group that was counted in once, by the last sums`() throws {
        let likes = ExactText("likes")
        let ids = try [id] + (1..<45).map { _ in try Self.makeGroup(harness) }
        for id in ids {
            _ = try chat.groupValues.setCounters([likes: 0], in: id, by: owner)
            for _ in 0..<2 { _ = try chat.groupValues.count(3, on: likes, in: id, by: member) }
        }
        _ = try harness.takeEffects()
        let before = try count("SELECT count(*) FROM group_event")
        var pieces = 0
        repeat {
            pieces += 1
            // One that was told is counted in again: it waits for the next pass.
            _ = try chat.groupValues.count(1, on: likes, in: ids[0], by: member)
        } while try chat.sweep(.groupCounts)
        #expect(pieces == 3)
        #expect(try count("SELECT count(*) FROM group_event") == before + 45)
        #expect(try count("SELECT count(*) FROM group_count WHERE is_untold = 1") == 1)
        #expect(try !chat.sweep(.groupCounts))
        #expect(try count("SELECT count(*) FROM group_event") == before + 46)
        #expect(try GroupQueries.values(of: ids[0], for: owner, in: chat.work.store).counters == [likes: 9])
    }
}
