/// Reads JSON texts, one after the other, in memory that is kept for the next: a shard owns one for all its messages.
///
/// Values are views into the document. They are good until the next `parse`, and a later use stops the program.
package final class JSONDocument {
    /// The source text, zeros as padding, then room for the decoded characters of strings that have escapes.
    private(set) var text: UnsafeMutablePointer<UInt8>
    private(set) var tape: UnsafeMutablePointer<Token>
    private(set) var generation: UInt32 = 0
    /// Whether the source text has white space between its tokens.
    private(set) var hasSpace = false
    private var textCapacity: Int
    private var tapeCapacity: Int

    package init() {
        textCapacity = 1024
        tapeCapacity = 64
        text = .allocate(capacity: textCapacity)
        tape = .allocate(capacity: tapeCapacity)
    }

    deinit {
        text.deallocate()
        tape.deallocate()
    }

    /// RFC 8259, without its freedoms: no byte order mark, no duplicate keys (RFC 7493 §2.3), no lone surrogates.
    package func parse(
        _ bytes: UnsafeRawBufferPointer, limits: JSONLimits = JSONLimits()
    ) throws(JSONError) -> JSONValue {
        generation &+= 1
        guard bytes.count <= limits.bytes else { throw JSONError(.tooLong, at: limits.bytes) }
        // Every value has at least one byte to itself, so a tape of that length cannot overflow.
        let values = min(bytes.count, limits.values)
        hold(bytes)
        makeRoom(values: values)
        var reader = Reader(text: text, count: bytes.count, tape: tape, values: values, depth: limits.depth)
        try reader.read()
        hasSpace = reader.hasSpace
        return JSONValue(document: self, index: 0, generation: generation)
    }

    package func parse(_ text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8), limits: limits)
    }

    package func parse(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
        try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in
            try parse(UnsafeRawBufferPointer(bytes), limits: limits)
        }
    }

    /// Copies before it frees, so that a string of the previous document can itself be parsed.
    private func hold(_ bytes: UnsafeRawBufferPointer) {
        let needed = 2 * bytes.count + Reader.padding
        let source = needed > textCapacity ? UnsafeMutablePointer<UInt8>.allocate(capacity: needed * 2) : text
        if let start = bytes.baseAddress {
            UnsafeMutableRawPointer(source).copyMemory(from: start, byteCount: bytes.count)
        }
        (source + bytes.count).update(repeating: 0, count: Reader.padding)
        guard source != text else { return }
        text.deallocate()
        text = source
        textCapacity = needed * 2
    }

    private func makeRoom(values: Int) {
        guard values > tapeCapacity else { return }
        tape.deallocate()
        tapeCapacity = values
        tape = .allocate(capacity: tapeCapacity)
    }
}
