/// A key and its value in one line.
extension JSONWriter {
    package mutating func field(_ name: StaticString, _ text: String) {
        key(name)
        value(text)
    }

    package mutating func field(_ name: StaticString, _ text: StaticString) {
        key(name)
        value(text)
    }

    package mutating func field(_ name: StaticString, utf8 characters: UnsafeRawBufferPointer) {
        key(name)
        value(utf8: characters)
    }

    package mutating func field(_ name: StaticString, _ number: Int) {
        key(name)
        value(number)
    }

    package mutating func field(_ name: StaticString, _ number: Int64) {
        key(name)
        value(number)
    }

    package mutating func field(_ name: StaticString, _ number: UInt64) {
        key(name)
        value(number)
    }

    package mutating func field(_ name: StaticString, _ number: Double) {
        key(name)
        value(number)
    }

    package mutating func field(_ name: StaticString, _ flag: Bool) {
        key(name)
        value(flag)
    }

    package mutating func field(_ name: StaticString, raw: UnsafeRawBufferPointer) {
        key(name)
        value(raw: raw)
    }

    package mutating func null(_ name: StaticString) {
        key(name)
        null()
    }

    package mutating func field(_ name: StaticString, _ value: JSONValue) {
        key(name)
        self.value(value)
    }
}
