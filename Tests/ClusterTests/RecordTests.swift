import Cluster
import Storage
import TestSupport
import Testing

struct RecordTests {
    private var content: RecordContent {
        var content = RecordContent(
            epoch: Epoch(3), id: RecordID(Incarnation(.max), 300), time: 1_700_000_000_000, kind: .handover)
        content.application = 2
        content.migrations = 23
        content.ended = [Incarnation(5)]
        var entry = RecordEntry()
        entry.request = RequestID(Incarnation(5), 128)
        entry.session = SessionKey(Incarnation(5), 1)
        entry.reply = Array(#"{"seq":1}"#.utf8)
        entry.statements = [
            ExecutedStatement("INSERT INTO a VALUES ($1, $2)", [.integer(-1), .text("ä")], changedRows: 1),
            ExecutedStatement("DELETE FROM a", [.null, .bytes([]), .bytes([0, 255]), .integer(.min)], changedRows: 0),
        ]
        entry.seats = [.taken(SessionKey(Incarnation(5), 1)), .ended(SessionKey(Incarnation(6), 2), reason: [1])]
        let audience: [SQLValue] = [.integer(1), .text("ä")]
        entry.events = [RecordEvent(audience: audience, body: [2, 3]), RecordEvent(audience: [], body: [2, 3])]
        var second = RecordEntry()
        second.statements = [ExecutedStatement("DELETE FROM a", [], changedRows: 7)]
        content.entries = [entry, second, RecordEntry()]
        return content
    }

    private var record: Record { Record(content, after: .beginning(of: "test")) }

    @Test func `a record is read as it was written`() throws {
        #expect(try record.content() == content)
        let empty = RecordContent(epoch: Epoch(0), id: RecordID(Incarnation(0), 0), time: -1, kind: .batch)
        #expect(try Record(empty, after: record.place).content() == empty)
    }

    @Test func `a store's state is read as it was written`() throws {
        var state = StoredState(beginningOf: "test")
        #expect(try StoredState(state.bytes) == state)
        state.take(content, at: record.place)
        var batch = RecordContent(epoch: Epoch(3), id: RecordID(Incarnation(9), 1), time: -5, kind: .batch)
        var entry = RecordEntry()
        entry.request = RequestID(Incarnation(9), 70_000)
        batch.entries = [entry]
        state.take(batch, at: Record(batch, after: record.place).place)
        #expect(state.registry.cursors == [Incarnation(9): 70_000])
        #expect(state.registry.ended == [Incarnation(5)])
        #expect(try StoredState(state.bytes) == state)
        for count in state.bytes.indices {
            #expect(throws: StoreError.self) { try StoredState(Array(state.bytes[..<count])) }
        }
    }

    @Test func `texts of statements and bodies of events stand once`() {
        var twice = content
        twice.entries += content.entries
        let more = Record(twice, after: .beginning(of: "test")).bytes.count - record.bytes.count
        #expect(more < record.bytes.count - 40)
    }

    @Test func `a record of an earlier version says nothing of migrations`() throws {
        #expect(try Record(content, after: .beginning(of: "test"), version: 3).content().migrations == 0)
        #expect(try record.content().migrations == 23)
    }

    @Test func `the bytes of version 1 stay as they are`() {
        let record = Record(content, after: .beginning(of: "test"), version: 1)
        let hex = record.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        #expect(record.bytes.count == 185, "\(hex)")
        #expect(record.digest.description == "6fe4b943", "\(hex)")
    }

    /// Much repeats itself in it.
    private var packed: Record {
        var content = content
        content.entries += Array(repeating: content.entries, count: 20).joined()
        return Record(content, after: .beginning(of: "test"))
    }

    @Test func `a record is packed where that makes it shorter`() throws {
        var content = try packed.content()
        content.migrations = 0
        let plain = Record(content, after: .beginning(of: "test"), version: 1)
        #expect(packed.bytes.count * 4 < plain.bytes.count)
        #expect(try plain.content() == content)
        // What does not repeat itself stays as it is, behind two bytes.
        var random = SeededRandom()
        (content.entries, content.ended) = ([RecordEntry()], [])
        content.entries[0].reply = (0..<1_000).map { _ in .random(in: .min ... .max, using: &random) }
        let noise = Record(content, after: .beginning(of: "test"))
        #expect(try noise.content() == content)
        #expect(noise.bytes.prefix(2) == [RecordFormat.version, 0], "\(random)")
        #expect(record.bytes.prefix(2) == [RecordFormat.version, 0])
    }

    @Test(arguments: [.max, 1 << 40, 25_500, 1] as [UInt64])
    func `a packed record takes no more memory than it may`(claimed: UInt64) {
        var claim = RecordWriter()
        claim.write(claimed)
        let bytes = [2] + claim.bytes + [UInt8](repeating: 0, count: 90)
        #expect(throws: RecordError.self) { try Record(after: .beginning(of: "test"), bytes: bytes).content() }
    }

    @Test func `a cut record is damaged, wherever it is cut`() {
        for record in [record, packed] {
            for count in record.bytes.indices {
                let cut = Record(after: .beginning(of: "test"), bytes: Array(record.bytes[..<count]))
                #expect(throws: RecordError.self) { try cut.content() }
            }
            let longer = Record(after: .beginning(of: "test"), bytes: record.bytes + [0])
            #expect(throws: RecordError.self) { try longer.content() }
        }
        let longer = Record(after: .beginning(of: "test"), bytes: record.bytes + [0])
        #expect(throws: RecordError.damaged(at: record.bytes.count)) { try longer.content() }
    }

    @Test(arguments: [false, true]) func `whatever the bytes are, reading them ends`(isPacked: Bool) throws {
        var random = SeededRandom()
        let record = isPacked ? packed : record
        for _ in 0..<5_000 {
            var bytes = record.bytes
            for _ in 0...Int.random(in: 0...3, using: &random) {
                bytes[Int.random(in: 1..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            let changed = Record(after: .beginning(of: "test"), bytes: bytes)
            do throws(RecordError) {
                // What can be read has one form: written again, it is not longer.
                let read = try changed.content()
                let again = try Record(read, after: .beginning(of: "test")).content()
                #expect(again == read, "\(random)")
            } catch {
                #expect(error != .newer(version: 2))
            }
        }
    }

    @Test func `a record of a newer version says so`() {
        var bytes = record.bytes
        bytes[0] = RecordFormat.version + 1
        let newer = Record(after: .beginning(of: "test"), bytes: bytes)
        #expect(throws: RecordError.newer(version: RecordFormat.version + 1)) { try newer.content() }
        #expect("\(RecordError.newer(version: 3))".contains("upgrade"))
    }

    @Test func `a digest is of everything before`() {
        let one = Record(after: .beginning(of: "test"), bytes: [1])
        let other = Record(after: .beginning(of: "other"), bytes: [1])
        #expect(one.digest != other.digest)
        #expect(Record(after: one.place, bytes: [2]).digest != Record(after: other.place, bytes: [2]).digest)
        #expect(one.isIntact)
        #expect(!Record(at: one.position, previous: one.previous, digest: one.digest, bytes: [2]).isIntact)
        #expect(!Record(at: Position(2), previous: one.previous, digest: one.digest, bytes: [1]).isIntact)
    }
}
