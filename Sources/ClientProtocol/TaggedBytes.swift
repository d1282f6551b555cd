import Bytes
import JSON

/// bytes travel as `{"b":"…"}`, in base64.
extension JSONWriter {
    package mutating func field(_ name: StaticString, bytes: [UInt8]) {
        object(name) { $0.field("b", Base64.standard.encode(bytes)) }
    }

    package mutating func value(bytes: [UInt8]) {
        object { $0.field("b", Base64.standard.encode(bytes)) }
    }
}

extension JSONValue {
    /// a string is its UTF-8. Nil if it is neither.
    package var bytes: [UInt8]? {
        if let characters = stringBytes { return Array(characters) }
        guard kind == .object, let text = self["b"]?.stringBytes else { return nil }
        return Base64.decodeAny(text)
    }
}
