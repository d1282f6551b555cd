import Storage

/// Writes a record's bytes. `RecordReader` beside it reads them; both change with `RecordFormat.version` alone.
///
/// Numbers are varints, as Protocol Buffers have them; identities are eight bytes. The texts of statements, and the bodies
/// of events, stand once in front, and entries name them by their number.
package struct RecordWriter {
    package private(set) var bytes: [UInt8] = []

    static func bytes(of content: RecordContent, version: Int64) -> [UInt8] {
        var writer = RecordWriter()
        writer.bytes.append(UInt8(version))
        writer.write(content)
        return writer.bytes
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
        let texts = Numbering(content.entries.lazy.flatMap { $0.statements.lazy.map { Array($0.sql.utf8) } })
        let bodies = Numbering(content.entries.lazy.flatMap { $0.events.lazy.map(\.body) })
        for numbering in [texts, bodies] {
            write(UInt64(numbering.values.count))
            for value in numbering.values { write(value) }
        }
        write(UInt64(content.entries.count))
        for entry in content.entries { write(entry, texts, bodies) }
    }

    private mutating func write(_ entry: RecordEntry, _ texts: Numbering, _ bodies: Numbering) {
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
            write(texts.number(of: Array(statement.sql.utf8)))
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
            write(Array(text.utf8))
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

/// Each value once, in the order of the first uses.
private struct Numbering {
    private(set) var values: [[UInt8]] = []
    private var numbers: [[UInt8]: UInt64] = [:]

    init(_ all: some Sequence<[UInt8]>) {
        for value in all where numbers[value] == nil {
            numbers[value] = UInt64(values.count)
            values.append(value)
        }
    }

    func number(of value: [UInt8]) -> UInt64 {
        guard let number = numbers[value] else { preconditionFailure("a value of \(value.count) bytes has no number") }
        return number
    }
}
