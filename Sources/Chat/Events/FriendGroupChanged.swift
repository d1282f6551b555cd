import ClientProtocol
import JSON

/// R-Q48: the user's friend groups have changed, for the user's other devices.
struct FriendGroupChanged: DomainEvent, EventDefinition {
    static let declaration = Event(
        "friendGroup.changed", "Another device of the same user has changed friend groups. Not in the stream.",
        to: .otherSessions,
        data: [
            Field("self", .onlyTrue, "Always present."),
            Field("version", .integer, "The current `version` of `relations` in `session.open`."),
            Field("created", .strings, "New groups."),
            Field("deleted", .strings, "Deleted groups."),
            Field(
                "groups",
                .list(
                    .object([Field("name", .string), Field("added", .strings), Field("removed", .strings)])),
                "Groups that got or lost friends, with the friends' ids."),
            Field(
                optional: "renamed", .object([Field("from", .string), Field("to", .string)]),
                "Only if a group was renamed."),
        ])

    struct Group: Sendable {
        let name: String
        var added: [String] = []
        var removed: [String] = []
    }

    var version: Int64 = 0
    var created: [String] = []
    var deleted: [String] = []
    var renamed: (from: String, to: String)?
    /// The groups that have other friends than before.
    var changed: [Group] = []

    var sparesOrigin: Bool { true }

    func write(to json: inout JSONWriter) {
        json.field("self", true)
        json.field("version", version)
        json.strings("created", created)
        json.strings("deleted", deleted)
        json.array("groups") { json in
            for group in changed {
                json.object { json in
                    json.field("name", group.name)
                    json.strings("added", group.added)
                    json.strings("removed", group.removed)
                }
            }
        }
        if let (from, to) = renamed {
            json.object("renamed") { json in
                json.field("from", from)
                json.field("to", to)
            }
        }
    }
}
