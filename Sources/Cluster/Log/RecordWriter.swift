import Bytes
import Storage

/// Writes a record's bytes. `RecordReader` beside it reads them; both change with `RecordFormat.version` alone.
///
/// Numbers are varints, as Protocol Buffers have them; identities are eight bytes. The texts of statements stand once in
/// front, as bodies of events do, and entries name them by their number.
package struct RecordWriter: ~Copyable {
    private var buffer = ByteBuffer()

    package init() {}

    package var bytes: [UInt8] { Array(buffer.bytes) }

    static func bytes(of content: RecordContent, version: Int64) -> [UInt8] {
        var plain = RecordWriter()
        plain.write(content, version: version)
        var writer = RecordWriter()
        writer.buffer.append(UInt8(version))
        if version >= RecordFormat.firstPacked {
            writer.write(packed: plain.buffer.bytes)
        } else {
            writer.buffer.append(plain.buffer.bytes)
        }
        return writer.bytes
    }

    /// How many bytes they are unpacked comes first; 0: they are not packed.
    private mutating func write(packed plain: UnsafeRawBufferPointer) {
        if plain.count >= RecordFormat.leastPacked {
            let place = buffer.count
            write(UInt64(plain.count))
            let isShorter = LZ4.pack(plain, into: &buffer)
            if isShorter { return }
            buffer.removeLast(buffer.count - place)
        }
        write(0 as UInt64)
        buffer.append(plain)
    }

    private mutating func write(_ content: RecordContent, version: Int64) {
        write(UInt64(content.application))
        write(UInt64(content.epoch.number))
        write(content.id.incarnation)
        write(content.id.serial)
        writeSigned(content.time)
        buffer.append(content.kind.rawValue)
        if content.isOpening, version >= RecordFormat.firstWithMigrations { write(UInt64(content.migrations)) }
        if let ending = content.ending {
            precondition(version >= RecordFormat.firstWithEnding, "version \(version) has no ending")
            write(ending.node)
            write(UInt64(ending.store.position.number))
            write(ending.store.digest.bytes)
        }
        write(UInt64(content.ended.count))
        for incarnation in content.ended { write(incarnation) }
        var (texts, bodies) = (Numbering(), Bodies())
        var entries = RecordWriter()
        _ = entries.buffer.reserve(content.entries.reduce(mostVarintBytes) { $0 + $1.likelySize })
        for entry in content.entries { entries.write(entry, &texts, &bodies) }
        let rest = bodies.values.reduce(mostVarintBytes) { $0 + $1.count + mostVarintBytes }
        _ = buffer.reserve(entries.buffer.count + rest)
        writeList(texts.values) { $0.write(UnsafeRawBufferPointer($1.utf8)) }
        writeList(bodies.values) { $0.write($1) }
        write(UInt64(content.entries.count))
        buffer.append(entries.buffer.bytes)
    }

    private mutating func write(_ entry: RecordEntry, _ texts: inout Numbering, _ bodies: inout Bodies) {
        var parts: RecordFormat.Parts = []
        if entry.request != nil { parts.insert(.request) }
        if entry.session != nil { parts.insert(.session) }
        if entry.reply != nil { parts.insert(.reply) }
        buffer.append(parts.rawValue)
        if let request = entry.request {
            write(request.incarnation)
            write(request.number)
        }
        if let session = entry.session { write(session) }
        if let reply = entry.reply { write(reply) }
        write(UInt64(entry.statements.count))
        let list = entry.statements.list
        for index in entry.statements.indices { write(list.statements[index], of: list, &texts) }
        write(UInt64(entry.seats.count))
        for change in entry.seats { write(change) }
        write(UInt64(entry.events.count))
        for event in entry.events {
            write(UInt64(event.audience.count))
            for value in event.audience { write(value) }
            write(bodies.number(of: event.body))
        }
    }

    private mutating func write(
        _ statement: StatementList.Statement, of list: StatementList, _ texts: inout Numbering
    ) {
        write(texts.number(of: statement.sql))
        write(UInt64(statement.changedRows))
        write(UInt64(statement.values.count))
        for index in statement.values {
            switch list.values[index] {
            case .null: buffer.append(RecordFormat.ValueKind.null.rawValue)
            case .integer(let number): write(number)
            case .text(let place): write(.text, list.bytes[place.range])
            case .bytes(let place): write(.bytes, list.bytes[place.range])
            }
        }
    }

    private mutating func write(_ kind: RecordFormat.ValueKind, _ some: ArraySlice<UInt8>) {
        buffer.append(kind.rawValue)
        some.withUnsafeBytes { write($0) }
    }

    private mutating func write(_ number: Int64) {
        buffer.append(RecordFormat.ValueKind.integer.rawValue)
        writeSigned(number)
    }

    private mutating func write(_ value: borrowing SQLValue) {
        switch value {
        case .null: buffer.append(RecordFormat.ValueKind.null.rawValue)
        case .integer(let number): write(number)
        case .text(let text):
            buffer.append(RecordFormat.ValueKind.text.rawValue)
            write(text)
        case .bytes(let some):
            buffer.append(RecordFormat.ValueKind.bytes.rawValue)
            write(some)
        }
    }

    private mutating func write(_ change: SeatChange) {
        switch change {
        case .taken(let session):
            buffer.append(RecordFormat.SeatKind.taken.rawValue)
            write(session)
        case .ended(let session, let reason):
            buffer.append(RecordFormat.SeatKind.ended.rawValue)
            write(session)
            write(reason)
        }
    }

    private mutating func write(_ session: SessionKey) {
        write(session.incarnation)
        write(session.number)
    }

    package mutating func write(_ incarnation: Incarnation) {
        withUnsafeBytes(of: incarnation.number.littleEndian) { buffer.append($0) }
    }

    package mutating func write(_ some: [UInt8]) { some.withUnsafeBytes { write($0) } }

    package mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    private mutating func write(_ some: UnsafeRawBufferPointer) {
        write(UInt64(some.count))
        buffer.append(some)
    }

    package mutating func writeList<Element>(_ list: [Element], _ write: (inout RecordWriter, Element) -> Void) {
        self.write(UInt64(list.count))
        for element in list { write(&self, element) }
    }

    /// Small amounts of either sign are short.
    package mutating func writeSigned(_ number: Int64) {
        write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    package mutating func write(_ number: UInt64) {
        let place = buffer.reserve(mostVarintBytes)
        var (rest, count) = (number, 0)
        while rest > 0x7F {
            place.storeBytes(of: UInt8(truncatingIfNeeded: rest) | 0x80, toByteOffset: count, as: UInt8.self)
            rest >>= 7
            count += 1
        }
        place.storeBytes(of: UInt8(rest), toByteOffset: count, as: UInt8.self)
        buffer.advance(by: count + 1)
    }
}

/// A number's 64 bits, seven in each.
private let mostVarintBytes = 10

extension RecordEntry {
    /// In bytes, but for the bodies of its events: a buffer that grows is copied each time.
    fileprivate var likelySize: Int {
        let values = statements.indices.reduce(0) { $0 + statements.list.statements[$1].values.count }
        return 50 + (reply?.count ?? 0) + 16 * values + 40 * events.count
    }
}

/// Each text once, in the order of the first uses.
private struct Numbering {
    private(set) var values: [SQL] = []
    private var numbers: [SQL: UInt64] = [:]

    mutating func number(of text: SQL) -> UInt64 {
        if let number = numbers[text] { return number }
        let number = UInt64(values.count)
        numbers[text] = number
        values.append(text)
        return number
    }
}

/// One that is told to several audiences, one after the other, stands once. Looking for others costs more than it saves.
private struct Bodies {
    private(set) var values: [[UInt8]] = []

    mutating func number(of body: [UInt8]) -> UInt64 {
        if values.last != body { values.append(body) }
        return UInt64(values.count - 1)
    }
}
