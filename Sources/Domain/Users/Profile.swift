/// R-16, R-Q01: how a user takes the requests of others to have the user as a friend.
package enum AllowType: Int64, CaseIterable, Sendable {
    case anybody = 0
    case afterConfirmation = 1
    case nobody = 2
}

/// The gender in a user's profile, with its number on the wire (R-19, R-Q02).
package enum Gender: Int64, CaseIterable, Sendable {
    case unknown = 0
    case male = 1
    case female = 2
}

/// A user's own profile beside name and avatar. Every account has one; this is it before it is edited.
package struct Profile: Equatable, Sendable {
    package var allowType = AllowType.anybody
    package var gender = Gender.unknown
    package var birthday: UInt32 = 0
    package var location: [UInt8] = []
    package var language: UInt32 = 0
    package var level: UInt32 = 0
    package var role: UInt32 = 0
    package var signature: [UInt8] = []
    package var custom: [String: CustomValue] = [:]

    package init() {}

    package mutating func take(_ change: ProfileChange) {
        allowType = change.allowType ?? allowType
        gender = change.gender ?? gender
        birthday = change.birthday ?? birthday
        location = change.location ?? location
        language = change.language ?? language
        level = change.level ?? level
        role = change.role ?? role
        signature = change.signature ?? signature
        custom.merge(change.custom) { $1 }
    }
}

/// several fields at once; nil leaves one as it is.
package struct ProfileChange: Equatable, Sendable {
    package var nickname: String?
    package var faceURL: String?
    package var allowType: AllowType?
    package var gender: Gender?
    package var birthday: UInt32?
    package var location: [UInt8]?
    package var language: UInt32?
    package var level: UInt32?
    package var role: UInt32?
    package var signature: [UInt8]?
    package var custom: [String: CustomValue] = [:]

    package init(nickname: String? = nil, faceURL: String? = nil) {
        self.nickname = nickname
        self.faceURL = faceURL
    }
}

/// what was written as a string is bytes.
package enum CustomValue: Equatable, Sendable {
    case number(Int64)
    case bytes([UInt8])

    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }
}

/// what a custom field was configured to take.
package enum CustomFieldKind: String, CaseIterable, Sendable {
    case number, string, bytes

    package func takes(_ value: CustomValue) -> Bool {
        switch value {
        case .number: self == .number
        case .bytes: self != .number
        }
    }

    /// Whether a custom field may have this name: 1 to 8 letters (R-Q05).
    package static func isName(_ name: String) -> Bool {
        (1...8).contains(name.utf8.count) && name.utf8.allSatisfy(\.isLetter)
    }
}

extension UInt8 {
    /// Of the English alphabet.
    package var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
