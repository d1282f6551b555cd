import Storage

/// Writes a record's bytes. `RecordReader` beside it reads them; both change with `RecordFormat.version` alone.
///
/// Numbers are varints, as Protocol Buffers have them; identities are eight bytes. The texts of statements stand once in
/// front, as bodies of events do, and entries name them by their number.
package struct RecordWriter {
    package private(set) var bytes: [UInt8] = []

    static func bytes(of content: RecordContent, version: Int64) -> [UInt8] {
        var (writer, plain) = (RecordWriter(), RecordWriter())
        plain.write(content)
        writer.bytes.append(UInt8(version))
        if version >= 2 { writer.write(packed: plain.bytes) } else { writer.bytes += plain.bytes }
        return writer.bytes
    }

    /// How many bytes they are unpacked comes first; 0: they are not packed.
    private mutating func write(packed plain: [UInt8]) {
        let packed = plain.count < RecordFormat.leastPacked ? nil : LZ4.pack(plain)
        write(UInt64(packed == nil ? 0 : plain.count))
        bytes += packed ?? plain
    }

    private mutating func write(_ content: RecordContent) {
        write(UInt64(content.application))
        write(UInt64(content.epoch.number))
        write(content.id.incarnation)
        write(content.id.serial)
        writeSigned(content.time)
        bytes.append(content.kind.rawValue)
        write(UInt64(content.ended.count))
        for incarnation in content.ended { write(incarnation) }
        var (texts, bodies) = (Numbering(), Bodies())
        var entries = RecordWriter()
        for entry in content.entries { entries.write(entry, &texts, &bodies) }
        writeList(texts.values) { $0.write("\($1)") }
        writeList(bodies.values) { $0.write($1) }
        write(UInt64(content.entries.count))
        bytes += entries.bytes
    }

    private mutating func write(_ entry: RecordEntry, _ texts: inout Numbering, _ bodies: inout Bodies) {
        var parts: RecordFormat.Parts = []
        if entry.request != nil { parts.insert(.request) }
        if entry.session != nil { parts.insert(.session) }
        if entry.reply != nil { parts.insert(.reply) }
        bytes.append(parts.rawValue)
        if let request = entry.request {
            write(request.incarnation)
            write(request.number)
        }
        if let session = entry.session { write(session) }
        if let reply = entry.reply { write(reply) }
        write(UInt64(entry.statements.count))
        for statement in entry.statements {
            write(texts.number(of: statement.sql))
            write(UInt64(statement.changedRows))
            write(UInt64(statement.values.count))
            for value in statement.values { write(value) }
        }
        write(UInt64(entry.seats.count))
        for change in entry.seats { write(change) }
        write(UInt64(entry.events.count))
        for event in entry.events {
            writeList(event.audience) { $0.write($1) }
            write(bodies.number(of: event.body))
        }
    }

    private mutating func write(_ value: SQLValue) {
        switch value {
        case .null: bytes.append(RecordFormat.ValueKind.null.rawValue)
        case .integer(let number):
            bytes.append(RecordFormat.ValueKind.integer.rawValue)
            writeSigned(number)
        case .text(let text):
            bytes.append(RecordFormat.ValueKind.text.rawValue)
            write(text)
        case .bytes(let some):
            bytes.append(RecordFormat.ValueKind.bytes.rawValue)
            write(some)
        }
    }

    private mutating func write(_ change: SeatChange) {
        switch change {
        case .taken(let session):
            bytes.append(RecordFormat.SeatKind.taken.rawValue)
            write(session)
        case .ended(let session, let reason):
            bytes.append(RecordFormat.SeatKind.ended.rawValue)
            write(session)
            write(reason)
        }
    }

    private mutating func write(_ session: SessionKey) {
        write(session.incarnation)
        write(session.number)
    }

    package mutating func write(_ incarnation: Incarnation) {
        withUnsafeBytes(of: incarnation.number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func write(_ some: [UInt8]) {
        write(UInt64(some.count))
        bytes += some
    }

    package mutating func write(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            write(UInt64(utf8.count))
            bytes.append(contentsOf: utf8)
        }
    }

    package mutating func writeList<Element>(_ list: [Element], _ write: (inout RecordWriter, Element) -> Void) {
        self.write(UInt64(list.count))
        for element in list { write(&self, element) }
    }

    /// Small amounts of either sign are short.
    package mutating func writeSigned(_ number: Int64) {
        write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    package init() {}

    package mutating func write(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
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
