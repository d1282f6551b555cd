import Chat
import ClientProtocol
import Domain

/// `session.…`: who a connection speaks for.
package enum SessionOperations {
    package static let all = [open, refresh, list, close]

    // MARK: - session.open

    package static let token = Parameter.string(
        "token", bytes: 0...65_536,
        "The JWT that names the user. Leave it out if the `Authorization: Bearer` header of the upgrade has it."
    ).optional
    package static let device = Parameter.string(
        "device", bytes: 1...128,
        "The device's permanent name. A new session of the same user and device ends the older one. An "
            + "administrator needs no name."
    ).named()
    package static let platform = Parameter<Platform>.choice(
        "platform", standard: .other, "The kind of device.")
    package static let user = Parameter.string(
        "user", bytes: 0...255, "The user that the client expects. If given, it must be the token's."
    ).optional
    package static let sdkAppID = Parameter.integer(
        "sdkAppId", in: 1...4_294_967_295,
        "The application that the client expects. If given, it must be the token's."
    ).optional
    package static let adminKey = Parameter.string(
        "adminKey", bytes: 1...1_024,
        "An administrator's key, instead of all other parameters. The session gets the admin role."
    ).optional
    package static let operatorID = Parameter.string(
        "operatorId", bytes: 0...255, "With `adminKey`: the user in whose name the administrator acts."
    ).optional

    private static let resumed = ValueType.object([
        Field("user", resumed("events", .list(Shared.streamed))),
        Field("conversations", .map(resumed("messages", .list(MessageView.type)))),
        Field("groups", .map(resumed("events", .list(Shared.streamed)))),
        Field(optional: "changes", .map(resumed("changes", .list(ChangeView.type)))),
    ])

    private static func resumed(_ items: String, _ list: ValueType) -> ValueType {
        .object([
            Field("verdict", .words(["recovered", "gap", "reset"])), Field("seq", .integer),
            Field(optional: items, list),
            Field(optional: "from", .integer), Field(optional: "to", .integer),
        ])
    }

    package static let open = Operation(
        "session.open", "Opens a session: of a user on a device, or of an administrator.", roles: .anonymous,
        needs: .session,
        parameters: [
            token.description, device.description, platform.description, user.description, sdkAppID.description,
            StreamOperations.resume.description, adminKey.description, operatorID.description,
        ],
        result: [
            Field("session", .string, "The session's id."),
            Field(optional: "user", .string, "The user; absent in the admin role."),
            Field("role", .words(["user", "admin"]), "`user` or `admin`."),
            Field(optional: "expiresAt", .seconds, "When the token ends; absent in the admin role."),
            Field("serverTime", .milliseconds, "The gateway's clock."),
            Field(
                "heartbeat",
                .object([
                    Field("intervalMilliseconds", .integer), Field("timeoutMilliseconds", .integer),
                ]),
                "The silence after which the gateway pings, and the silence after which it gives the connection up."),
            Field(optional: "stream", .object([Field("seq", .integer)]), "The last seq of the user's stream."),
            Field(optional: "groups", .map(.integer), "The last seq of the stream of each group of the user."),
            Field(
                optional: "relations",
                .object([
                    Field("version", .integer), Field("pendencySeq", .integer), Field("pendencyUnread", .integer),
                ]),
                "Shows whether the lists of friends and of requests have changed. See [relations.md](relations.md)."),
            Field(
                optional: "resume", resumed,
                "Only with `resume`: a verdict for every stream, and the missed events. See "
                    + "[protocol.md](protocol.md)."),
        ],
        errors: [
            .signatureEmpty, .signatureBad, .signatureExpired, .identifierMismatch, .applicationMismatch,
            .badIdentifier, .noAccount, .forbidden, .conflict, .unavailable,
        ]
    ).hooked(.decides)

    // MARK: - session.refresh

    package static let newToken = Parameter.string("token", bytes: 0...65_536, "A JWT of the same user.")

    package static let refresh = Operation(
        "session.refresh", "Gives the session a new token of the same user. The session then ends with the new token.",
        roles: .user, needs: .session,
        parameters: [newToken.description],
        result: [Field("expiresAt", .seconds, "When the new token ends.")],
        errors: [
            .signatureEmpty, .signatureBad, .signatureExpired, .identifierMismatch, .applicationMismatch,
            .badIdentifier,
        ])

    // MARK: - session.list

    package static let list = Operation(
        "session.list", "Lists the user's sessions, oldest first.", roles: .user,
        result: [
            Field(
                "sessions",
                .list(
                    .object([
                        Field("session", .string), Field("device", .string), Field("platform", .platform),
                        Field("openedAt", .integer), Field("current", .boolean),
                    ])),
                "`openedAt` is in milliseconds since 1970; `current` marks the caller's session.")
        ])

    // MARK: - session.close

    package static let session = Parameter.string(
        "session", bytes: 1...64, "The session to end, from `session.list`. Left out: the caller's session."
    ).optional

    package static let close = Operation(
        "session.close", "Ends one of the user's sessions: this one, or another device's.", roles: .user,
        needs: .session,
        parameters: [session.description],
        result: [Field("closed", .boolean, "False if there is no such session any more.")])
}
