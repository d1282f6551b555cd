import ClientProtocol
import Domain

/// `admin.account.…`: who may have a session and be written to.
enum AccountParameters {
    static let user = Parameter.user("userID", "The user.")
    static let users = Parameter.users("userIDs", count: 1...100, "The users.")
    static let found = Field(
        "accounts",
        .list(
            .object([
                Field("userID", .string), Field("nickname", .string), Field("faceUrl", .string),
                Field("disabled", .boolean), Field("createdAt", .integer), Field("online", .boolean),
            ])),
        "`createdAt` is in milliseconds since 1970; `online`: the user has a session.")
}
