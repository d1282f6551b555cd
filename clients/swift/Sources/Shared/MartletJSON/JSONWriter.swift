import MartletBytes

/// Writes one JSON text into a buffer of its own, which `clear` keeps for the next.
///
///     json.object {
///         $0.field("id", 1)
///         $0.object("error") { $0.field("code", 30515) }
///         $0.array("keys") { $0.value("alice") }
///     }
///
/// A shape that is no JSON (a value without its key, two roots) is a programmer's error and stops the program.
@usableFromInline package struct JSONWriter: ~Copyable {
    @usableFromInline package enum Style: Sendable {
        case compact
        /// One element or member a line, two spaces a level: for people.
        case indented
    }

    var buffer: ByteBuffer
    let style: Style
    private var depth = 0
    /// Bit 0 is the innermost container: set for an object, clear for an array.
    private var objects: UInt64 = 0
    private var isFirst = true
    private var followsKey = false

    package init(style: Style = .compact) {
        self.init(into: ByteBuffer(), style: style)
    }

    /// Appends to what `buffer` holds already; `finish` gives it back.
    package init(into buffer: consuming ByteBuffer, style: Style = .compact) {
        self.buffer = buffer
        self.style = style
    }

    package consuming func finish() -> ByteBuffer {
        requireFinished()
        return buffer
    }

    /// The finished text. Good until the next call that writes.
    package var bytes: UnsafeRawBufferPointer {
        requireFinished()
        return buffer.bytes
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package mutating func clear() {
        buffer.clear()
        depth = 0
        isFirst = true
        followsKey = false
    }

    @inlinable package mutating func object(_ members: (inout JSONWriter) -> Void) {
        beginObject()
        members(&self)
        endObject()
    }

    @inlinable package mutating func array(_ elements: (inout JSONWriter) -> Void) {
        beginArray()
        elements(&self)
        endArray()
    }

    @inlinable package mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        key(name)
        object(members)
    }

    @inlinable package mutating func array(_ name: StaticString, _ elements: (inout JSONWriter) -> Void) {
        key(name)
        array(elements)
    }

    @usableFromInline package mutating func beginObject() {
        begin(UInt8(ascii: "{"), isObject: true)
    }

    @usableFromInline package mutating func endObject() {
        precondition(isInObject && !followsKey, "no object to end, or a key without its value")
        end(UInt8(ascii: "}"))
    }

    @usableFromInline package mutating func beginArray() {
        begin(UInt8(ascii: "["), isObject: false)
    }

    @usableFromInline package mutating func endArray() {
        precondition(depth > 0 && !isInObject, "no array to end")
        end(UInt8(ascii: "]"))
    }

    /// A name of the program's own, which needs no escapes.
    @usableFromInline package mutating func key(_ name: StaticString) {
        guard style == .compact else { return key(name.bytes) }
        precondition(isInObject && !followsKey, "a key outside of an object, or after another key")
        buffer.appendKey(name.bytes, follows: !isFirst)
        isFirst = false
        followsKey = true
    }

    /// Labelled, so that a literal is a static string.
    package mutating func key(text name: String) {
        var name = name
        name.withUTF8 { key(UnsafeRawBufferPointer($0)) }
    }

    mutating func key(_ name: UnsafeRawBufferPointer) {
        precondition(isInObject && !followsKey, "a key outside of an object, or after another key")
        separate()
        buffer.appendJSONString(name)
        buffer.append(UInt8(ascii: ":"))
        if style == .indented { buffer.append(UInt8(ascii: " ")) }
        followsKey = true
    }

    /// Members of an object that was written before, without its braces.
    package mutating func members(raw: UnsafeRawBufferPointer) {
        precondition(isInObject && !followsKey, "members outside of an object, or behind a key")
        separate()
        buffer.append(raw)
    }

    private var isInObject: Bool { depth > 0 && objects & 1 == 1 }

    private mutating func begin(_ bracket: UInt8, isObject: Bool) {
        precondition(depth < UInt64.bitWidth, "JSON of more than \(UInt64.bitWidth) levels")
        prepareForValue()
        buffer.append(bracket)
        depth += 1
        objects = objects << 1 | (isObject ? 1 : 0)
        isFirst = true
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        objects >>= 1
        if style == .indented && !isFirst { breakLine() }
        buffer.append(bracket)
        isFirst = false
    }

    mutating func prepareForValue() {
        if followsKey {
            followsKey = false
            return
        }
        precondition(!isInObject, "a value in an object needs a key")
        precondition(depth > 0 || isFirst, "a second value after the root")
        separate()
    }

    private mutating func separate() {
        if !isFirst { buffer.append(UInt8(ascii: ",")) }
        isFirst = false
        if style == .indented && depth > 0 { breakLine() }
    }

    private mutating func breakLine() {
        buffer.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { buffer.append("  ") }
    }

    private func requireFinished() {
        precondition(depth == 0 && !isFirst, "the JSON is not finished")
    }
}
