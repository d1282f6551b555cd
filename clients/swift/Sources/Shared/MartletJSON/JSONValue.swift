import MartletBytes

/// A value in a `JSONDocument`. Every accessor gives nil if the value is of another kind.
@usableFromInline package struct JSONValue {
    package enum Kind: String, Sendable {
        case null, bool, number, string, array, object
    }

    private let document: JSONDocument
    private let index: UInt32
    private let generation: UInt32

    init(document: JSONDocument, index: Int, generation: UInt32) {
        self.document = document
        self.index = UInt32(index)
        self.generation = generation
    }

    package var kind: Kind {
        switch token.content {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    package var isNull: Bool { kind == .null }

    package var bool: Bool? {
        guard case .bool(let value) = token.content else { return nil }
        return value
    }

    package var string: String? { stringBytes.map { String(decoding: $0, as: UTF8.self) } }

    /// A string's characters in UTF-8, escapes decoded. Good until the document's next parse.
    package var stringBytes: UnsafeRawBufferPointer? {
        guard case .string(let start, let end) = token.content else { return nil }
        return bytes(start, end)
    }

    /// The source text of the value, exactly as it came. Good until the document's next parse.
    package var raw: UnsafeRawBufferPointer {
        let token = token
        return bytes(token.start, token.end)
    }

    /// The source text without the white space between its tokens, so in one line.
    package var compactText: String {
        let text = raw
        guard hasSpace else { return String(decoding: text, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: text.count) { room in
            text.copyCompact(to: UnsafeMutableRawBufferPointer(room))
        }
    }

    /// False: `raw` is compact.
    var hasSpace: Bool { document.hasSpace }

    package func isString(_ text: StaticString) -> Bool { stringBytes?.equals(text.bytes) ?? false }

    /// How many elements or members there are; 0 if the value is a scalar.
    package var count: Int {
        switch token.content {
        case .array(let count, _), .object(let count, _): Int(count)
        case .null, .bool, .number, .string: 0
        }
    }

    package subscript(key: StaticString) -> JSONValue? { member(key.bytes) }

    package func member(_ key: String) -> JSONValue? {
        var key = key
        return key.withUTF8 { member(UnsafeRawBufferPointer($0)) }
    }

    package func member(_ key: UnsafeRawBufferPointer) -> JSONValue? {
        guard let end = indexAfterMembers else { return nil }
        let tape = document.tape
        var candidate = Int(index) + 1
        while candidate < end {
            if case .string(let start, let end) = tape[candidate].content, bytes(start, end).equals(key) {
                return value(at: candidate + 1)
            }
            candidate = tape[candidate + 1].next(after: candidate + 1)
        }
        return nil
    }

    package var elements: JSONElements? {
        guard case .array(let count, _) = token.content else { return nil }
        return JSONElements(count: Int(count), next: value(at: Int(index) + 1))
    }

    /// In the order of the source text.
    package var members: JSONMembers? {
        guard case .object(let count, _) = token.content else { return nil }
        return JSONMembers(count: Int(count), next: value(at: Int(index) + 1))
    }

    /// Of a member's key.
    package var keyText: String {
        // A key is a string: the document was parsed.
        string!
    }

    /// The value that stands after this one and all in it. Past the last value of a document there is nothing to read.
    var following: JSONValue { value(at: token.next(after: Int(index))) }

    var token: Token {
        precondition(generation == document.generation, "a JSON value was used after its document's next parse")
        return document.tape[Int(index)]
    }

    private var indexAfterMembers: Int? {
        guard case .object(_, let next) = token.content else { return nil }
        return Int(next)
    }

    private func value(at index: Int) -> JSONValue {
        JSONValue(document: document, index: index, generation: generation)
    }

    private func bytes(_ start: UInt32, _ end: UInt32) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: document.text + Int(start), count: Int(end - start))
    }
}

package struct JSONElements: Sequence, IteratorProtocol {
    package private(set) var count: Int
    private var upcoming: JSONValue

    init(count: Int, next: JSONValue) {
        self.count = count
        upcoming = next
    }

    package var underestimatedCount: Int { count }

    package mutating func next() -> JSONValue? {
        guard count > 0 else { return nil }
        count -= 1
        let element = upcoming
        upcoming = element.following
        return element
    }
}

package struct JSONMembers: Sequence, IteratorProtocol {
    package private(set) var count: Int
    private var upcoming: JSONValue

    init(count: Int, next: JSONValue) {
        self.count = count
        upcoming = next
    }

    package var underestimatedCount: Int { count }

    package mutating func next() -> (key: JSONValue, value: JSONValue)? {
        guard count > 0 else { return nil }
        count -= 1
        let key = upcoming
        let value = key.following
        upcoming = value.following
        return (key, value)
    }
}
