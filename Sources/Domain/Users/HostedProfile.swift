/// S-23 to S-26 (S-Q09): who may see a hosted profile.
package enum HostedVisibility: Int64, CaseIterable, Sendable {
    /// For a user: as the application has it.
    case notSet = 0
    /// Name and portrait alone.
    case invisible = 1
    case everyone = 2
    case friends = 3

    /// S-28 to S-30: the user's own word counts, and without one the application's. `isFriend`: the viewer is in the
    /// owner's list of friends.
    package func shows(toFriend isFriend: Bool, standard: HostedVisibility) -> Bool {
        switch self == .notSet ? standard : self {
        case .notSet, .invisible: false
        case .everyone: true
        case .friends: isFriend
        }
    }
}

/// RongCloud's hosted profile: the fields beside name and portrait (S-10 to S-18). Every account has one; this is it before
/// it is edited (S-Q35).
package struct HostedProfile: Equatable, Sendable {
    /// S-10: a key of its own, and no user id.
    package var uniqueID = ""
    package var email = ""
    package var birthday = ""
    package var gender = Gender.unknown
    package var location = ""
    package var role: Int64 = 0
    package var level: Int64 = 0
    package var ext: [ExactText: String] = [:]
    package var visibility = HostedVisibility.notSet

    /// A profile has so many fields of the application's own at most (S-18).
    package static let mostExtras = 20

    package init() {}

    /// S-Q06: an extension's empty value takes its key away.
    package mutating func take(_ change: HostedChange) {
        email = change.email ?? email
        birthday = change.birthday ?? birthday
        gender = change.gender ?? gender
        location = change.location ?? location
        role = change.role ?? role
        level = change.level ?? level
        for (key, value) in change.ext { ext[key] = value.isEmpty ? nil : value }
    }
}

extension HostedProfile {
    /// Another spelling of a text is another text.
    package static func == (one: HostedProfile, other: HostedProfile) -> Bool {
        one.uniqueID == other.uniqueID && one.email.isSpelled(like: other.email)
            && one.birthday.isSpelled(like: other.birthday) && one.gender == other.gender
            && one.location.isSpelled(like: other.location) && one.role == other.role && one.level == other.level
            && one.visibility == other.visibility && one.ext.count == other.ext.count
            && one.ext.allSatisfy { other.ext[$0]?.isSpelled(like: $1) ?? false }
    }
}

/// S-04: nil leaves a property as it is.
package struct HostedChange: Sendable {
    package var name: String?
    package var portrait: String?
    package var email: String?
    package var birthday: String?
    package var gender: Gender?
    package var location: String?
    package var role: Int64?
    package var level: Int64?
    package var ext: [ExactText: String] = [:]

    package init() {}
}
