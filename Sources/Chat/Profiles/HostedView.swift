import ClientProtocol
import Domain
import JSON
import Storage

/// A hosted profile as one viewer may see it (S-Q10).
package struct HostedView: Sendable {
    package let user: UserID
    package let name: String
    package let portrait: String
    /// Nil: the viewer sees name and portrait alone.
    package let profile: HostedProfile?
}

extension HostedView {
    package static let type = ValueType.object(
        [
            Field("userId", .string, "The user."), Field("name", .string, "The nickname."),
            Field("portraitUri", .string, "The avatar."),
            Field(optional: "uniqueId", .string, "Like all that follows, only if the caller may see it."),
            Field(optional: "email", .string, "As it was set."), Field(optional: "birthday", .string, "As it was set."),
            Field(optional: "gender", .numbers([0, 1, 2]), "0: unknown; 1: male; 2: female."),
            Field(optional: "location", .string, "As it was set."), Field(optional: "role", .integer, "As it was set."),
            Field(optional: "level", .integer, "As it was set."),
            Field(optional: "userExtProfile", .map(.string), "The extensions that were set, by their names."),
        ], called: "HostedProfile")
}

extension JSONWriter {
    package mutating func hosted(_ view: HostedView) {
        field("userId", view.user.text)
        field("name", view.name)
        field("portraitUri", view.portrait)
        guard let profile = view.profile else { return }
        field("uniqueId", profile.uniqueID)
        field("email", profile.email)
        field("birthday", profile.birthday)
        field("gender", profile.gender.rawValue)
        field("location", profile.location)
        field("role", profile.role)
        field("level", profile.level)
        object("userExtProfile") { $0.attributes(profile.ext) }
    }
}

extension HostedProfile {
    enum Column: Int, TableColumn {
        static let table = "hosted_profile"
        case account, uniqueID, email, birthday, gender, location, role, level, ext, visibility, changedAt
        case looksChangedAt
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init()
        uniqueID = row.text(.uniqueID)
        email = row.text(.email)
        birthday = row.text(.birthday)
        gender = try row.choice(.gender)
        location = row.text(.location)
        role = row.integer(.role)
        level = row.integer(.level)
        ext = try row.decoded(.ext, MemberAttributes.read)
        visibility = try row.choice(.visibility)
    }

    func values(of account: AccountNumber, changedAt: Stamp, looksChangedAt: Stamp) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .account: .integer(account)
            case .uniqueID: .text(uniqueID)
            case .email: .text(email)
            case .birthday: .text(birthday)
            case .gender: .integer(gender.rawValue)
            case .location: .text(location)
            case .role: .integer(role)
            case .level: .integer(level)
            case .ext: .text(MemberAttributes.write(ext))
            case .visibility: .integer(visibility.rawValue)
            case .changedAt: .integer(changedAt)
            case .looksChangedAt: .integer(looksChangedAt)
            }
        }
    }
}
