/// Why a text is not a JSON document that we take, and at which byte.
package struct JSONError: Error, Equatable, CustomStringConvertible {
    package enum Reason: String, Sendable {
        case unexpectedEnd = "the text ends in the middle of a value"
        case unexpectedByte = "unexpected character"
        case malformedNumber = "malformed number"
        case controlCharacter = "unescaped control character in a string"
        case malformedEscape = "malformed escape in a string"
        case loneSurrogate = "half a surrogate pair in a string"
        case invalidUTF8 = "invalid UTF-8 in a string"
        case duplicateKey = "an object has the same key twice"
        case trailingBytes = "more text after the value"
        case tooDeep = "nested too deeply"
        case tooManyValues = "too many values"
        case tooLong = "the text is too long"
    }

    package let reason: Reason
    package let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    package var description: String { "\(reason.rawValue) (byte \(offset))" }
}
