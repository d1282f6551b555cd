import MartletBytes

/// The fields of a head that was read: one array of bytes, and where the names and values lie in it.
///
/// Names are compared without regard to case. Values come without the white space around them.
public struct HTTPHeaders: Sendable {
    struct Field {
        let name: Range<UInt32>
        let value: Range<UInt32>
    }

    /// The bits of all names. Most names that are asked for are not there, and hardly any twice.
    struct Names {
        private var there: UInt64 = 0
        private var several: UInt64 = 0

        mutating func note(_ name: UnsafeRawBufferPointer) {
            let bit = HTTPHeaders.bit(of: name)
            several |= there & bit
            there |= bit
        }

        func mayHave(_ name: UnsafeRawBufferPointer) -> Bool { there & HTTPHeaders.bit(of: name) != 0 }

        func mayHaveSeveral(_ name: UnsafeRawBufferPointer) -> Bool { several & HTTPHeaders.bit(of: name) != 0 }
    }

    private let bytes: [UInt8]
    private let fields: [Field]
    private let names: Names

    init(bytes: [UInt8], fields: [Field], names: Names) {
        self.bytes = bytes
        self.fields = fields
        self.names = names
    }

    /// One bit of 64: the same for every spelling of a name, and seldom that of another.
    private static func bit(of name: UnsafeRawBufferPointer) -> UInt64 {
        if name.isEmpty { return 0 }
        return 1 << ((name.count &* 7 &+ Int(name[0] | 0x20) &* 3 &+ Int(name[name.count - 1] | 0x20)) & 63)
    }

    public var count: Int { fields.count }

    public subscript(_ index: Int) -> (name: String, value: String) {
        (text(fields[index].name), text(fields[index].value))
    }

    public func first(of name: StaticString) -> String? {
        firstBytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The same value without a text of its own.
    package func firstBytes(of name: StaticString) -> ArraySlice<UInt8>? {
        place(of: name.bytes).map { slice(fields[$0].value) }
    }

    public func all(of name: String) -> [String] {
        values(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    package func hasSeveral(_ name: StaticString) -> Bool {
        guard names.mayHaveSeveral(name.bytes), let first = place(of: name.bytes) else { return false }
        return place(of: name.bytes, from: first + 1) != nil
    }

    /// Whether the body's type is this one, with any parameters.
    package func contentType(is type: StaticString) -> Bool {
        guard let value = firstBytes(of: "content-type") else { return false }
        if value.equalsIgnoringCase(type) { return true }
        let end = value.firstIndex { $0 == UInt8(ascii: ";") || $0.isHTTPWhitespace } ?? value.endIndex
        return value[..<end].equalsIgnoringCase(type)
    }

    /// The elements of a comma-separated list of tokens, over all fields of that name (RFC 9110 §5.6.1). It knows no
    /// quoted strings.
    package func list(of name: String) -> [String] {
        var list: [String] = []
        for var value in values(of: name) {
            while let element = value.popListElement() { list.append(String(decoding: element, as: UTF8.self)) }
        }
        return list
    }

    /// Whether such a list holds a token, without regard to case.
    package func list(of name: StaticString, contains token: StaticString) -> Bool {
        var next = place(of: name.bytes)
        while let place = next {
            var value = slice(fields[place].value)
            while let element = value.popListElement() {
                if element.equalsIgnoringCase(token) { return true }
            }
            next = self.place(of: name.bytes, from: place + 1)
        }
        return false
    }

    func values(of name: String) -> [ArraySlice<UInt8>] {
        var name = name
        return name.withUTF8 { name in
            let name = UnsafeRawBufferPointer(name)
            var values: [ArraySlice<UInt8>] = []
            var next = place(of: name)
            while let place = next {
                values.append(slice(fields[place].value))
                next = self.place(of: name, from: place + 1)
            }
            return values
        }
    }

    /// The value, if it is the only one under that name.
    func only(_ name: StaticString) -> ArraySlice<UInt8>? {
        hasSeveral(name) ? nil : firstBytes(of: name)
    }

    func has(_ name: StaticString) -> Bool { place(of: name.bytes) != nil }

    /// The first field of that name from there on. Most names differ in their lengths already, and nothing is touched for
    /// those.
    private func place(of name: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard names.mayHave(name) else { return nil }
        for place in start..<fields.count where fields[place].name.count == name.count {
            if bytes.withUnsafeBytes({ $0.part(fields[place].name).equalsIgnoringCase(name) }) { return place }
        }
        return nil
    }

    func slice(_ range: Range<UInt32>) -> ArraySlice<UInt8> {
        bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    }

    func text(_ range: Range<UInt32>) -> String {
        String(decoding: slice(range), as: UTF8.self)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func part(_ range: Range<UInt32>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[Int(range.lowerBound)..<Int(range.upperBound)])
    }
}

extension ArraySlice<UInt8> {
    /// Takes the next element of a comma-separated list off the front; empty ones do not count.
    fileprivate mutating func popListElement() -> ArraySlice<UInt8>? {
        while !isEmpty {
            let comma = firstIndex(of: UInt8(ascii: ",")) ?? endIndex
            let element = self[..<comma].trimmingWhitespace
            self = self[comma...].dropFirst()
            if !element.isEmpty { return element }
        }
        return nil
    }
}
