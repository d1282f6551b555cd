// For the normal form, which the standard library has for itself and for Foundation.
@_spi(_Unicode) import Swift

/// R-Q08: which texts are ids of users, as configured.
package struct UserIDRule: Sendable {
    package enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        case empty
        case tooLong(limit: Int)
        case notASCII
        case control
        /// A character that changes the direction in which others are shown.
        case direction
        case notNormal

        package var description: String {
            switch self {
            case .empty: "is empty"
            case .tooLong(let limit): "is longer than \(limit) bytes"
            case .notASCII: "has a character that is not ASCII"
            case .control: "has a control character"
            case .direction: "has a character that controls the direction of text"
            case .notNormal: "is not in Unicode's normal form NFC"
            }
        }
    }

    /// The limit of all configurations.
    package static let widest = UserIDRule(bytes: UserID.longest, isASCII: false)

    private let bytes: Int
    private let isASCII: Bool

    package init(bytes: Int, isASCII: Bool) {
        self.bytes = bytes
        self.isASCII = isASCII
    }

    package func fault(of text: String) -> Fault? {
        if text.isEmpty { return .empty }
        guard text.utf8.count <= bytes else { return .tooLong(limit: bytes) }
        // The usual ids are known by their bytes alone.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return nil }
        var isNotASCII = false
        for character in text.unicodeScalars {
            if character.isControl { return .control }
            if character.controlsDirection { return .direction }
            if !character.isASCII { isNotASCII = true }
        }
        if isASCII, isNotASCII { return .notASCII }
        return text._nfc.elementsEqual(text.unicodeScalars) ? nil : .notNormal
    }

    package func id(_ text: String) throws(Fault) -> UserID {
        if let fault = fault(of: text) { throw fault }
        return UserID(stored: text)
    }
}

extension Unicode.Scalar {
    /// The control characters of ASCII and Latin-1, and the two of Unicode that end a line.
    package var isControl: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Bidi_Control of Unicode (UAX #9).
    package var controlsDirection: Bool {
        switch value {
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
