import Bytes
import Storage

/// Reads what `RecordWriter` has written. It ends with a content or an error, whatever the bytes are.
package struct RecordReader {
    private var bytes: [UInt8]
    private var offset = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func content() throws(RecordError) -> RecordContent {
        let version = try byte()
        guard version <= RecordFormat.version else { throw .newer(version: version) }
        guard version > 0 else { throw damage }
        if version >= RecordFormat.firstPacked { try unpack() }
        guard let application = UInt32(exactly: try number()) else { throw damage }
        let epoch = Epoch(try count64())
        let id = RecordID(try incarnation(), try number())
        let time = try signed()
        guard let kind = RecordContent.Kind(rawValue: try byte()) else { throw damage }
        var content = RecordContent(epoch: epoch, id: id, time: time, kind: kind)
        content.application = application
        if content.isOpening, version >= RecordFormat.firstWithMigrations { content.migrations = try count64() }
        if kind == .ending {
            guard version >= RecordFormat.firstWithEnding else { throw damage }
            let (node, position) = (try text(), Position(try count64()))
            guard let digest = RunningDigest(try blob()) else { throw damage }
            content.ending = LogEnding(node: node, store: LogPlace(position, digest))
        }
        content.ended = try list { (reader) throws(RecordError) in try reader.incarnation() }
        let texts = try list { (reader) throws(RecordError) in SQL(composed: try reader.text()) }
        let bodies = try list { (reader) throws(RecordError) in try reader.range() }
        var statements = StatementList(in: bytes)
        var bounds = [0]
        content.entries = try list { (reader) throws(RecordError) in
            let entry = try reader.entry(texts, bodies, &statements)
            bounds.append(statements.statements.count)
            return entry
        }
        guard isAtEnd else { throw damage }
        content.entries.share(ExecutedStatements(statements), at: bounds)
        return content
    }

    /// Unpacks the rest of the record, which says whether it is packed.
    private mutating func unpack() throws(RecordError) {
        let count = try number()
        if count == 0 { return }
        guard let count = Int(exactly: count), let plain = LZ4.unpack(bytes[offset...], to: count) else { throw damage }
        self = RecordReader(plain)
    }

    package var isAtEnd: Bool { offset == bytes.count }
    package var damage: RecordError { .damaged(at: offset) }

    /// Its statements are those that it adds to `statements`.
    private mutating func entry(
        _ texts: [SQL], _ bodies: [Range<Int>], _ statements: inout StatementList
    ) throws(RecordError) -> RecordEntry {
        let parts = RecordFormat.Parts(rawValue: try byte())
        guard parts.isSubset(of: .all) else { throw damage }
        var entry = RecordEntry()
        if parts.contains(.request) { entry.request = RequestID(try incarnation(), try number()) }
        if parts.contains(.session) { entry.session = try session() }
        if parts.contains(.reply) { entry.reply = try blob() }
        for _ in 0..<(try count()) {
            let sql = try element(of: texts)
            let changedRows = Int(try count64())
            for _ in 0..<(try count()) { statements.append(try placedValue()) }
            statements.endStatement(sql, changedRows: changedRows)
        }
        entry.seats = try list { (reader) throws(RecordError) in try reader.seatChange() }
        entry.events = try list { (reader) throws(RecordError) in
            RecordEvent(
                audience: try reader.list { (reader) throws(RecordError) in try reader.value() },
                in: reader.bytes, at: try reader.element(of: bodies))
        }
        return entry
    }

    private mutating func value() throws(RecordError) -> SQLValue {
        switch RecordFormat.ValueKind(rawValue: try byte()) {
        case .null: .null
        case .integer: .integer(try signed())
        case .text: .text(try text())
        case .bytes: .bytes(try blob())
        case nil: throw damage
        }
    }

    /// A value that stays where it lies.
    private mutating func placedValue() throws(RecordError) -> StatementList.Value {
        switch RecordFormat.ValueKind(rawValue: try byte()) {
        case .null: return .null
        case .integer: return .integer(try signed())
        case .bytes: return .bytes(StatementList.Place(try range()))
        case .text:
            let range = try range()
            guard bytes.withUnsafeBytes({ UTF8Validator.isValid(UnsafeRawBufferPointer(rebasing: $0[range])) }) else {
                throw damage
            }
            return .text(StatementList.Place(range))
        case nil: throw damage
        }
    }

    private mutating func seatChange() throws(RecordError) -> SeatChange {
        switch RecordFormat.SeatKind(rawValue: try byte()) {
        case .taken: .taken(try session())
        case .ended: .ended(try session(), reason: try blob())
        case nil: throw damage
        }
    }

    private mutating func session() throws(RecordError) -> SessionKey {
        SessionKey(try incarnation(), try number())
    }

    // MARK: - Lists and numbers

    /// Each element has a byte at least, so that a wrong count takes no memory.
    package mutating func list<Element>(
        _ element: (inout RecordReader) throws(RecordError) -> Element
    ) throws(RecordError) -> [Element] {
        let count = try count()
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try element(&self)) }
        return elements
    }

    private mutating func element<Element>(of list: [Element]) throws(RecordError) -> Element {
        let index = try number()
        guard index < UInt64(list.count) else { throw damage }
        return list[Int(index)]
    }

    package mutating func text() throws(RecordError) -> String {
        let range = try range()
        let text = bytes.withUnsafeBufferPointer { buffer in
            let utf8 = UnsafeBufferPointer(rebasing: buffer[range])
            // Most are ASCII, of which a text is made in a third of the time.
            if utf8.allSatisfy({ $0 < 0x80 }) { return String?(String(decoding: utf8, as: UTF8.self)) }
            return String(validating: utf8, as: UTF8.self)
        }
        guard let text else { throw damage }
        return text
    }

    package mutating func blob() throws(RecordError) -> [UInt8] { Array(bytes[try range()]) }

    /// Of bytes that are there, behind how many they are.
    private mutating func range() throws(RecordError) -> Range<Int> {
        let count = try count()
        defer { offset += count }
        return offset..<offset + count
    }

    /// Of what takes a byte each at least.
    private mutating func count() throws(RecordError) -> Int {
        let count = try number()
        guard count <= UInt64(bytes.count - offset) else { throw damage }
        return Int(count)
    }

    package mutating func incarnation() throws(RecordError) -> Incarnation {
        guard bytes.count - offset >= 8 else { throw damage }
        var number: UInt64 = 0
        for index in (0..<8).reversed() { number = number << 8 | UInt64(bytes[offset + index]) }
        offset += 8
        return Incarnation(number)
    }

    package mutating func signed() throws(RecordError) -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    package mutating func count64() throws(RecordError) -> Int64 {
        guard let count = Int64(exactly: try number()) else { throw damage }
        return count
    }

    package mutating func number() throws(RecordError) -> UInt64 {
        var number = UInt64(try byte())
        // Most are small.
        if number < 0x80 { return number }
        number &= 0x7F
        var shift: UInt64 = 7
        while shift < 64 {
            let next = try byte()
            // The tenth byte has one bit, and a last byte of nothing would be a second way to write the same.
            guard shift < 63 || next <= 1, next != 0 else { throw damage }
            number |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return number }
            shift += 7
        }
        throw damage
    }

    private mutating func byte() throws(RecordError) -> UInt8 {
        guard offset < bytes.count else { throw damage }
        defer { offset += 1 }
        return bytes[offset]
    }
}
