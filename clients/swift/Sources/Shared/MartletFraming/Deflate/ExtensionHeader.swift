/// One element of `Sec-WebSocket-Extensions` (RFC 6455 §9.1).
struct ExtensionElement: Equatable {
    struct Parameter: Equatable {
        var name: String
        var value: String?
    }

    var name: String
    var parameters: [Parameter] = []

    /// The header's elements, several headers joined by commas.
    static func parse(_ header: String) throws(ExtensionError) -> [ExtensionElement] {
        var scanner = ExtensionScanner(header)
        var elements: [ExtensionElement] = []
        repeat {
            // RFC 9110 §5.6.1.2: empty elements of a list are skipped.
            guard let name = scanner.token() else { continue }
            var element = ExtensionElement(name: name)
            while scanner.take(";") {
                element.parameters.append(try scanner.parameter())
            }
            elements.append(element)
        } while scanner.take(",")
        guard scanner.isAtEnd else { throw .malformed }
        return elements
    }
}

/// A fault in the extensions of a handshake. A server answers with 400, a client gives the connection up.
package enum ExtensionError: Error, Equatable {
    case malformed
    /// An extension in the response that the client has not offered, or has been given already.
    case unexpectedExtension(String)
    /// A parameter in the response, or the lack of one, that does not answer the offer.
    case unacceptableResponse
}

/// Takes tokens and separators from the front, and the white space around them.
private struct ExtensionScanner {
    private var rest: Substring.UTF8View

    init(_ header: String) {
        rest = header[...].utf8
        skipSpace()
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ separator: Character) -> Bool {
        guard rest.first == separator.asciiValue else { return false }
        rest.removeFirst()
        skipSpace()
        return true
    }

    mutating func token() -> String? {
        let token = rest.prefix(while: isTokenCharacter)
        guard !token.isEmpty else { return nil }
        rest = rest[token.endIndex...]
        skipSpace()
        return String(Substring(token))
    }

    mutating func parameter() throws(ExtensionError) -> ExtensionElement.Parameter {
        guard let name = token() else { throw .malformed }
        guard take("=") else { return ExtensionElement.Parameter(name: name) }
        guard let value = rest.first == UInt8(ascii: "\"") ? quotedToken() : token() else { throw .malformed }
        return ExtensionElement.Parameter(name: name, value: value)
    }

    /// A quoted string; what it quotes must be a token too (RFC 6455 §9.1).
    private mutating func quotedToken() -> String? {
        rest.removeFirst()
        var value: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                skipSpace()
                return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let quoted = rest.popFirst(), isTokenCharacter(quoted) else { return nil }
                value.append(quoted)
            default:
                guard isTokenCharacter(byte) else { return nil }
                value.append(byte)
            }
        }
        return nil
    }

    private mutating func skipSpace() {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
}

/// RFC 9110 §5.6.2.
private func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"),
        UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
        UInt8(ascii: "|"), UInt8(ascii: "~"):
        true
    default:
        false
    }
}
