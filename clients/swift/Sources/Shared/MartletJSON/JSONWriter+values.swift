import MartletBytes

extension JSONWriter {
    package mutating func value(_ text: String) {
        prepareForValue()
        text.withBytes { buffer.appendJSONString($0) }
    }

    package mutating func value(_ text: StaticString) {
        value(utf8: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// A string of characters that are known to be UTF-8.
    package mutating func value(utf8 characters: UnsafeRawBufferPointer) {
        prepareForValue()
        buffer.appendJSONString(characters)
    }

    package mutating func value(_ number: Int) {
        value(Int64(number))
    }

    package mutating func value(_ number: Int64) {
        prepareForValue()
        if number < 0 { buffer.append(UInt8(ascii: "-")) }
        buffer.appendDecimal(number.magnitude)
    }

    /// A number in figures, as a string.
    package mutating func value(inQuotes number: Int64) {
        prepareForValue()
        buffer.append(UInt8(ascii: "\""))
        if number < 0 { buffer.append(UInt8(ascii: "-")) }
        buffer.appendDecimal(number.magnitude)
        buffer.append(UInt8(ascii: "\""))
    }

    /// One string of two texts, of which the first needs no escapes.
    package mutating func value(prefix: StaticString, _ text: String) {
        prepareForValue()
        text.withBytes { buffer.appendJSONString($0, after: prefix) }
    }

    package mutating func value(_ number: UInt64) {
        prepareForValue()
        buffer.appendDecimal(number)
    }

    package mutating func value(_ number: Double) {
        precondition(number.isFinite, "JSON has no \(number)")
        prepareForValue()
        buffer.append(text: number.description)
    }

    package mutating func value(_ flag: Bool) {
        prepareForValue()
        if flag { buffer.append("true") } else { buffer.append("false") }
    }

    package mutating func null() {
        prepareForValue()
        buffer.append("null")
    }

    /// A text that is known to be one JSON value, verbatim.
    package mutating func value(raw: UnsafeRawBufferPointer) {
        precondition(raw.count > 0, "an empty text is no JSON value")
        prepareForValue()
        buffer.append(raw)
    }

    /// A value of a document: its source text without white space, or laid out anew if the writer indents.
    package mutating func value(_ value: JSONValue) {
        if style == .compact {
            let text = value.raw
            guard value.hasSpace else { return self.value(raw: text) }
            prepareForValue()
            let room = UnsafeMutableRawBufferPointer(start: buffer.reserve(text.count), count: text.count)
            return buffer.advance(by: text.copyCompact(to: room))
        }
        if let members = value.members {
            object { writer in
                for (key, value) in members {
                    // A key is a string.
                    writer.key(key.stringBytes!)
                    writer.value(value)
                }
            }
        } else if let elements = value.elements {
            array { writer in
                for element in elements { writer.value(element) }
            }
        } else {
            self.value(raw: value.raw)
        }
    }
}
