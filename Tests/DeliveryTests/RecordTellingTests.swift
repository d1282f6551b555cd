import ClientProtocol
import Domain
import JSON
import Storage
import Testing

@testable import Chat
@testable import Cluster
@testable import Gateway
@testable import Routing

/// What a record of a newer version of the leader says to a node's clients.
struct RecordTellingTests {
    private let incarnation = Incarnation(3)
    private let awaited = AwaitedReplies()
    private let book = SeatBook()
    private let address = ReplyAddress(ticket: ReplyTicket(shard: 1, place: 2, generation: 3), request: 7)

    private func telling() -> RecordTelling {
        RecordTelling(incarnation, awaited, book, SeatTable(NoTransaction())) { $0 == 1 }
    }

    private func entry(with reply: [UInt8]) -> RecordEntry {
        var entry = RecordEntry()
        entry.request = RequestID(incarnation, 1)
        entry.reply = reply
        return entry
    }

    /// What the reply is, to which a reader of this version comes.
    private func refusal(_ reply: [UInt8]) throws -> Refusal? {
        awaited.add(address, login: nil)
        var telling = telling()
        try telling.take(entry(with: reply))
        guard case .reply(let told)? = telling.effects.first, told.address == address else { return nil }
        switch told.content {
        case .ok: return nil
        case .refusal(let refusal), .fault(let refusal): return refusal
        }
    }

    @Test func `an unknown effect is left out, and all others are told`() throws {
        var entry = RecordEntry()
        entry.events = [
            RecordEvent(audience: [.integer(901), .text("alice"), .null], body: Array("{}".utf8)),
            RecordEvent(audience: [.integer(901), .integer(1)], body: []),
            RecordEvent(audience: [.integer(RecordedEffect.Kind.accountEnded.rawValue), .text("bob")], body: []),
        ]
        var telling = telling()
        try telling.take(entry)
        #expect(telling.effects.count == 1)
        guard case .chat(.accountEnded(let user), _)? = telling.effects.first else {
            Issue.record("\(telling.effects)")
            return
        }
        #expect(user.text == "bob")
        // One line for both.
        #expect(telling.unknown.count == 1)
    }

    @Test func `an event for an account that sits elsewhere is left out, and others are told`() throws {
        var entry = RecordEntry()
        entry.events = ([1, 2] as [Int64]).map { account -> RecordEvent in
            let audience: [SQLValue] = [
                .integer(RecordedEffect.Kind.toUser.rawValue), .integer(0), .null, .text("u"), .integer(account),
            ]
            return RecordEvent(audience: audience, body: Array(#"{"of": \#(account)}"#.utf8))
        }
        let toGroup = RecordedEffect.Kind.toGroup.rawValue
        entry.events.append(
            RecordEvent(audience: [.integer(toGroup), .integer(0), .null, .integer(9), .integer(2)], body: [0]))
        var telling = telling()
        try telling.take(entry)
        let audiences = telling.effects.compactMap { effect -> EventAudience? in
            guard case .chat(.event(let event), _) = effect else { return nil }
            return event.audience
        }
        let user = try #require(UserID("u"))
        #expect(audiences.map { "\($0)" } == [EventAudience.user(user, 1), .group(9, except: [2])].map { "\($0)" })
    }

    @Test func `an unknown refusal is an internal error of that request alone`() throws {
        var writer = RecordWriter()
        writer.write(address)
        writer.write(2)
        writer.write("gw")
        writer.writeSigned(1_999)
        writer.write("brandNew")
        writer.write("of tomorrow")
        writer.writeList(["a"]) { $0.write($1) }
        let refusal = try #require(try refusal(writer.bytes))
        #expect(refusal.code == .internal)
        #expect(refusal.message.contains("1999") && refusal.message.contains("of tomorrow"))
    }

    @Test func `an unknown reply is an internal error of that request alone`() throws {
        var writer = RecordWriter()
        writer.write(address)
        writer.write(77)
        writer.write("what it says")
        #expect(try refusal(writer.bytes)?.code == .internal)
    }

    @Test func `a session ends for an unknown reason as well`() throws {
        let key = SessionKey(incarnation, 5)
        let user = try #require(UserID("alice"))
        book.add(
            Seat(
                key: key, account: 1, user: user, device: "phone", platform: .ios, openedAt: 0, address: "127.0.0.1"))
        var writer = RecordWriter()
        writer.write("tomorrowsReason")
        var entry = RecordEntry()
        entry.seats = [.ended(key, reason: writer.bytes)]
        var telling = telling()
        try telling.take(entry)
        guard case .unseated(let session, _, 1, nil)? = telling.effects.first else {
            Issue.record("\(telling.effects)")
            return
        }
        #expect(session.rawValue == 5 && book.count == 0)
    }
}

/// Of a record that needs none.
private final class NoTransaction: Transaction {
    var steps: Int { 0 }

    func query(_ sql: SQL, _ values: [SQLValue], _ row: (any Row) throws(StoreError) -> Void) throws(StoreError) {}

    func execute(_ sql: SQL, _ values: [SQLValue]) throws(StoreError) -> Int { 0 }
}
