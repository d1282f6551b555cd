import ClientProtocol
import Domain
import JSON

/// `admin.session.…` and `admin.user.state`: who is there, and an end to it.
enum AdminSessionParameters {
    static let user = Parameter.user("userID", "The user.")
    static let sessions = Field(
        "sessions", .list(.object(members)),
        "The user's sessions, oldest first; `openedAt` is in milliseconds since 1970, `address` the client's.")
    static let sessionsOfAll = Field(
        "sessions", .list(.object([Field("userID", .string)] + members)),
        "In an order of the gateway's own. A page may have fewer than `limit`, and none.")

    private static let members = [
        Field("session", .string), Field("device", .string), Field("platform", .platform),
        Field("openedAt", .integer), Field("address", .string),
        Field(optional: "node", .string, "The node of a cluster that has the session's connection."),
    ]

    static let platform = Parameter<Platform>(
        "platform", type: .platform,
        "Only sessions on this platform."
    ) { value throws(Mismatch) in
        guard let platform = value.string.flatMap(Platform.init) else { throw Mismatch("must name a platform") }
        return platform
    }.optional
}
