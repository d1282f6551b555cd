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
    /// The columns unique_id, email, birthday, gender, location, role, level, ext, visibility, from `column` on.
    init(_ row: any Row, from column: Int) throws(StoreError) {
        self.init()
        uniqueID = row.text(column)
        email = row.text(column + 1)
        birthday = row.text(column + 2)
        gender = try row.choice(column + 3)
        location = row.text(column + 4)
        role = row.integer(column + 5)
        level = row.integer(column + 6)
        ext = try row.decoded(column + 7, MemberAttributes.read)
        visibility = try row.choice(column + 8)
    }

    var values: [SQLValue] {
        var json = JSONWriter()
        json.object { $0.attributes(ext) }
        return [
            .text(uniqueID), .text(email), .text(birthday), .integer(gender.rawValue), .text(location), .integer(role),
            .integer(level), .text(json.text), .integer(visibility.rawValue),
        ]
    }
}
