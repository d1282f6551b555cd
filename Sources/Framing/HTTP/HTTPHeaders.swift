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
        fields.first { isCalled($0, name) }.map { text($0.value) }
    }

    package func all(of name: String) -> [String] {
        values(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The elements of a comma-separated list of tokens, over all fields of that name (RFC 9110 §5.6.1). It knows no
    /// quoted strings.
    package func list(of name: String) -> [String] {
        elements(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether such a list holds a token, without regard to case.
    package func list(of name: String, contains token: String) -> Bool {
        elements(of: name).contains { $0.equalsIgnoringCase(token) }
    }

    func values(of name: String) -> [ArraySlice<UInt8>] {
        var values: [ArraySlice<UInt8>] = []
        for field in fields where isCalled(field, name) { values.append(slice(field.value)) }
        return values
    }

    /// Most names differ in their lengths already, and nothing is touched for those.
    private func isCalled(_ field: Field, _ name: String) -> Bool {
        field.name.count == name.utf8.count && slice(field.name).equalsIgnoringCase(name)
    }

    func elements(of name: String) -> [ArraySlice<UInt8>] {
        values(of: name).flatMap { value in
            value.split(separator: UInt8(ascii: ",")).map(\.trimmingWhitespace).filter { !$0.isEmpty }
        }
    }

    func slice(_ range: Range<UInt32>) -> ArraySlice<UInt8> {
        bytes[Int(range.lowerBound)..<Int(range.upperBound)]
    }

    func text(_ range: Range<UInt32>) -> String {
        String(decoding: slice(range), as: UTF8.self)
    }
}
