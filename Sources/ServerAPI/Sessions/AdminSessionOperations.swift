import ClientProtocol
import Domain
import JSON

/// `admin.session.…` and `admin.user.state`: who is there, and an end to it.
package enum AdminSessionOperations {
    package static let all = [list, kick, state]

    package static let user = Parameter.string("userID", bytes: 1...255, "The user.")

    private static let sessions = Field(
        "sessions",
        .list(
            .object([
                Field("session", .string), Field("device", .string), Field("platform", .platform),
                Field("openedAt", .integer),
            ])),
        "The user's sessions, oldest first; `openedAt` is in milliseconds since 1970.")

    // MARK: - admin.session.list

    package static let list = Operation(
        "admin.session.list", "Lists a user's sessions.", roles: .admin, parameters: [user.description],
        result: [sessions], errors: [.noAccount, .unavailable])

    // MARK: - admin.session.kick

    package static let session = Parameter.string("session", bytes: 1...64, "Only this session.").optional
    package static let device = Parameter.string("device", bytes: 1...128, "Only sessions of this device.").optional
    package static let platform = Parameter<Platform>(
        "platform", type: .platform,
        "Only sessions on this platform."
    ) { value throws(Mismatch) in
        guard let platform = value.string.flatMap(Platform.init) else { throw Mismatch("must name a platform") }
        return platform
    }.optional
    package static let reason = Parameter.string(
        "reason", bytes: 0...256, standard: "", "A text for the sessions that end; `session.kicked` has it.")

    package static let kick = Operation(
        "admin.session.kick",
        "Ends a user's sessions: all, or those that `session`, `device` and `platform` together describe. The devices "
            + "stay registered for pushes, and may come back.",
        roles: .admin,
        parameters: [
            user.description, session.description, device.description, platform.description, reason.description,
        ],
        result: [Field("kicked", .integer, "How many sessions end.")], errors: [.noAccount, .unavailable])

    // MARK: - admin.user.state

    package static let state = Operation(
        "admin.user.state", "Tells what the gateway knows of a user at the moment.", roles: .admin,
        parameters: [user.description],
        result: [
            Field("userID", .string, "The user."),
            Field("online", .boolean, "Whether the user has a session."),
            Field("disabled", .boolean, "Whether the account is disabled."),
            sessions,
            Field("totalUnread", .integer, "The unread messages of all conversations, as `conversation.totalUnread`."),
            PushOperations.deviceList,
            Field(
                "subscriptions",
                .list(.object([Field("type", .numbers([1, 2])), Field("count", .integer)])),
                "How many users the user follows, by type: 1 online status, 2 profile."),
        ], errors: [.noAccount, .unavailable])
}
