import Chat
import ClientProtocol
import Domain
import JSON

enum OpenSession {
    static let definition = declaration.opening(handle)

    static let declaration = Operation(
        "session.open", "Opens a session: of a user on a device, or of an administrator.", roles: .anonymous,
        needs: .session,
        parameters: [token, device, platform, user, sdkAppID, resume, lean, adminKey, operatorID],
        result: [
            Field("session", .string, "The session's id."),
            Field(optional: "user", .string, "The user; absent in the admin role."),
            Field("role", .words(["user", "admin"]), "`user` or `admin`."),
            Field(optional: "expiresAt", .seconds, "When the token ends; absent in the admin role."),
            Field("serverTime", .milliseconds, "The gateway's clock."),
            Field(
                "heartbeat",
                .object([Field("intervalMilliseconds", .integer), Field("timeoutMilliseconds", .integer)]),
                "The silence after which the gateway pings, and the silence after which it gives the connection up."),
            Field(
                optional: "limits",
                .object([
                    Field("requests", rate), Field("userRequests", rate), Field("messageBytes", .integer),
                    Field("bodyBytes", .integer), Field("textCharacters", .integer),
                    Field("nicknameCharacters", .integer), Field("faceUrlCharacters", .integer),
                    Field("retryHours", .integer), Field("retentionDays", .integer),
                ]),
                "What a client stays below: the rates of the session and of all sessions of the user, the sizes of a "
                    + "WebSocket message, a message's body, a text, a nickname and an avatar's URL, and the hours for "
                    + "which a message can be sent "
                    + "again without becoming two; and the days for which messages are kept. Absent in the admin "
                    + "role."),
            Field(optional: "stream", .object([Field("seq", .integer)]), "The last seq of the user's stream."),
            Field(optional: "groups", .map(.integer), "The last seq of the stream of each group of the user."),
            Field(
                optional: "channels", .map(.integer),
                "The last seq of each channel that the user follows and may read, by its id."),
            Field(optional: "broadcasts", .integer, "The seq of the last broadcast; absent in the admin role."),
            Field(
                optional: "relations",
                .object([
                    Field("version", .integer), Field("pendencySeq", .integer), Field("pendencyUnread", .integer),
                ]),
                "Shows whether the lists of friends and of requests have changed. See [relations.md](relations.md)."),
            Field(
                optional: "resume", resumed,
                "Only with `resume`: a verdict for every stream, and the missed events; a lean session gets none of a "
                    + "conversation, group or channel that stands where it was named. See "
                    + "[protocol.md](protocol.md)."),
        ],
        errors: [
            .signatureEmpty, .signatureBad, .signatureExpired, .identifierMismatch, .applicationMismatch,
            .badIdentifier, .noAccount, .forbidden, .conflict, .unavailable,
        ]
    ).hooked(.decides)

    static let token = Parameter.string(
        "token", bytes: 0...65_536,
        "The JWT that names the user. Leave it out if the `Authorization: Bearer` header of the upgrade has it."
    ).optional
    static let device = Parameter.string(
        "device", bytes: 1...128,
        "The device's permanent name. A new session of the same user and device ends the older one. An "
            + "administrator needs no name."
    ).named()
    static let platform = Parameter<Platform>.choice("platform", standard: .other, "The kind of device.")
    static let user = Parameter.string(
        "user", bytes: 0...255, "The user that the client expects. If given, it must be the token's."
    ).optional
    static let sdkAppID = Parameter.integer(
        "sdkAppId", in: 1...4_294_967_295,
        "The application that the client expects. If given, it must be the token's."
    ).optional
    static let lean = Parameter.flag(
        "lean", standard: false,
        "The session is not told what follows from a message between two ([protocol.md](protocol.md#lean-sessions)).")
    static let adminKey = Parameter.string(
        "adminKey", bytes: 1...1_024,
        "An administrator's key, instead of all other parameters. The session gets the admin role."
    ).optional
    static let operatorID = Parameter.string(
        "operatorId", bytes: 0...255, "With `adminKey`: the user in whose name the administrator acts."
    ).optional

    private static let rate = ValueType.object([Field("perSecond", .integer), Field("burst", .integer)])

    private static let resumed = ValueType.object([
        Field("user", resumed("events", .list(SharedParameters.streamed))),
        Field("conversations", .map(resumed("messages", .list(MessageView.type), [unreadCount]))),
        Field("groups", .map(resumed("events", .list(SharedParameters.streamed)))),
        Field(optional: "changes", .map(resumed("changes", .list(ChangeView.type)))),
        Field(optional: "channels", .map(resumed("messages", .list(ChannelMessageView.type)))),
        Field("broadcasts", resumed("broadcasts", .list(Broadcast.type))),
    ])

    private static let unreadCount = Field(
        optional: "unreadCount", .integer,
        "In a lean session: so many messages are unread now, and the last one given is `lastMessage`; "
            + "`conversation.changed` does not tell it.")

    private static func resumed(_ items: String, _ list: ValueType, _ more: [Field] = []) -> ValueType {
        .object(
            [
                Field("verdict", .words(["recovered", "gap", "reset"])), Field("seq", .integer),
                Field(optional: items, list),
                Field(optional: "from", .integer), Field(optional: "to", .integer),
                Field(optional: "why", .words(ResetReason.allCases.map(\.rawValue))),
            ] + more)
    }

    static let resume = Parameter<StreamPositions?>(
        "resume",
        type: .object([
            Field(optional: "user", StreamParameters.seq), Field(optional: "conversations", .map(StreamParameters.seq)),
            Field(optional: "groups", .map(StreamParameters.seq)),
            Field(optional: "changes", .map(StreamParameters.seq)),
            Field(optional: "channels", .map(StreamParameters.seq)),
            Field(optional: "broadcasts", StreamParameters.seq),
        ]), absent: .some(nil),
        "The device's positions: the last seq of the user's stream, of each conversation by its id, of each "
            + "group's stream by the group's id, of each channel by its id, of the broadcasts, and the place of the "
            + "last change in each conversation. Missing ones are taken from `stream.ack`. Without `resume` nothing is "
            + "replayed."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
        var positions = StreamPositions()
        if let user = value["user"], !user.isNull {
            guard let seq = user.uint64, seq <= 4_294_967_295 else { throw Mismatch("has a user that is not a seq") }
            positions.user = Seq(seq)
        }
        if let conversations = value["conversations"], !conversations.isNull {
            positions.conversations = try StreamParameters.seqs(conversations)
        }
        if let groups = value["groups"], !groups.isNull { positions.groups = try StreamParameters.groupSeqs(groups) }
        if let changes = value["changes"], !changes.isNull { positions.changes = try StreamParameters.seqs(changes) }
        if let channels = value["channels"], !channels.isNull {
            positions.channels = try StreamParameters.channelSeqs(channels)
        }
        if let broadcasts = value["broadcasts"], !broadcasts.isNull {
            guard let seq = broadcasts.uint64, seq <= 4_294_967_295 else {
                throw Mismatch("has broadcasts that are not a seq")
            }
            positions.broadcasts = Seq(seq)
        }
        return positions
    }

    private static func handle(_ call: ConnectionCall, _ unauthenticated: Unauthenticated) throws(Refusal) {
        try call.gateway.openings.open(call, unauthenticated)
    }
}
