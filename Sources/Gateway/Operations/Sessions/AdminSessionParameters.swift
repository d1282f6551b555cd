import ClientProtocol
import Domain

/// `admin.session.…` and `admin.user.state`: who is there, and an end to it.
enum AdminSessionParameters {
    static let user = Parameter.string("userID", bytes: 1...255, "The user.")
    static let sessions = Field(
        "sessions",
        .list(
            .object([
                Field("session", .string), Field("device", .string), Field("platform", .platform),
                Field("openedAt", .integer),
            ])),
        "The user's sessions, oldest first; `openedAt` is in milliseconds since 1970.")
}
