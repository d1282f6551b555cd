import Domain

extension ValueType {
    /// X-01: the name of a user in a request. Any text is one, and that of no account is nobody's.
    package static let user = ValueType.text(TextRule(about: .user))
    package static let conversationID = ValueType.text(TextRule(pattern: "^(c2c_|group_)", about: .conversation))
    package static let platform = ValueType.words(Platform.allCases.map(\.rawValue))
    /// Bytes as clients may send them (R-39).
    package static func sentBytes(_ most: Int) -> ValueType { .either([.bytes(0...most), .base64]) }

    /// X-63: the same text, for a name.
    package var named: ValueType { matching("^[^\(control)]*[^\(control)\(blank)][^\(control)]*$") }
    /// X-63: for a name that may be empty.
    package var namedOrEmpty: ValueType { matching("^([^\(control)]*[^\(control)\(blank)][^\(control)]*)?$") }
}

// For classes of regular expressions: what `ReadableName` refuses.
private let control = #"\u0000-\u001f\u007f-\u009f\u2028\u2029"#
private let blank =
    #" \u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u202a-\u202f\u205f-\u206f"#
    + #"\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8"#
