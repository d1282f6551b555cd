import Bytes

/// Fields as `application/x-www-form-urlencoded` has them.
struct Form {
    private(set) var fields: [(name: String, value: String)] = []

    mutating func add(_ name: String, _ value: String) {
        fields.append((name, value))
    }

    var body: [UInt8] {
        var body: [UInt8] = []
        for (name, value) in fields {
            if !body.isEmpty { body.append(UInt8(ascii: "&")) }
            append(name, to: &body)
            body.append(UInt8(ascii: "="))
            append(value, to: &body)
        }
        return body
    }

    static let contentType = "Content-Type: application/x-www-form-urlencoded"

    private func append(_ text: String, to body: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                body.append(byte)
            default:
                body.append(UInt8(ascii: "%"))
                body += hexadecimal([byte]).uppercased().utf8
            }
        }
    }
}

extension Form {
    /// The first value of that name in a body; nil if it has none, or one that is not encoded as it must be.
    static func value(of name: String, in body: [UInt8]) -> [UInt8]? {
        for field in body.split(separator: UInt8(ascii: "&")) {
            let halves = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let found = decoded(halves[0]), found.elementsEqual(name.utf8) else { continue }
            return halves.count == 2 ? decoded(halves[1]) : []
        }
        return nil
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var (bytes, rest) = ([UInt8](), text)
        bytes.reserveCapacity(text.count)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return bytes
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
