/// The fields of a head that was read: one array of bytes, and where the names and values lie in it.
///
/// Names are compared without regard to case. Values come without the white space around them.
package struct HTTPHeaders: Sendable {
    struct Field {
        let name: Range<UInt32>
        let value: Range<UInt32>
    }

    private let bytes: [UInt8]
    private let fields: [Field]

    init(bytes: [UInt8], fields: [Field]) {
        self.bytes = bytes
        self.fields = fields
    }

    package var count: Int { fields.count }

    package subscript(_ index: Int) -> (name: String, value: String) {
        (text(fields[index].name), text(fields[index].value))
    }

    package func first(of name: String) -> String? {
        var values = values(of: name)
        return values.next().map { String(decoding: $0, as: UTF8.self) }
    }

    package func all(of name: String) -> [String] {
        values(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    package func hasSeveral(_ name: String) -> Bool {
        var values = values(of: name)
        return values.next() != nil && values.next() != nil
    }

    /// Whether the body's type is this one, with any parameters.
    package func contentType(is type: String) -> Bool {
        var values = values(of: "content-type")
        guard let value = values.next() else { return false }
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
    package func list(of name: String, contains token: String) -> Bool {
        for var value in values(of: name) {
            while let element = value.popListElement() {
                if element.equalsIgnoringCase(token) { return true }
            }
        }
        return false
    }

    func values(of name: String) -> Values { Values(headers: self, name: name) }

    /// A handshake asks for a dozen names: nothing is gathered for one that is asked for.
    struct Values: Sequence, IteratorProtocol {
        fileprivate let headers: HTTPHeaders
        fileprivate let name: String
        private var index = 0

        fileprivate init(headers: HTTPHeaders, name: String) {
            self.headers = headers
            self.name = name
        }

        mutating func next() -> ArraySlice<UInt8>? {
            while index < headers.fields.count {
                let field = headers.fields[index]
                index += 1
                if headers.isCalled(field, name) { return headers.slice(field.value) }
            }
            return nil
        }
    }

    /// The value, if it is the only one under that name.
    func only(_ name: String) -> ArraySlice<UInt8>? {
        var values = values(of: name)
        guard let value = values.next(), values.next() == nil else { return nil }
        return value
    }

    func has(_ name: String) -> Bool { fields.contains { isCalled($0, name) } }

    /// Most names differ in their lengths already, and nothing is touched for those.
    private func isCalled(_ field: Field, _ name: String) -> Bool {
        field.name.count == name.utf8.count && slice(field.name).equalsIgnoringCase(name)
    }

    func slice(_ range: Range<UInt32>) -> ArraySlice<UInt8> {
        bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    }

    func text(_ range: Range<UInt32>) -> String {
        String(decoding: slice(range), as: UTF8.self)
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
