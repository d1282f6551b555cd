import Chat
import ClientProtocol
import Domain
import JSON

/// `push.…`: how devices without a session are reached, and why they were, or were not.
package enum PushOperations {
    package static let all = [register, unregister, devices, webPushKey, setQuietHours, getQuietHours, explain]
    package static let ofAdministrators = [explainToAdministrator, devicesOfUser, unregisterForUser]

    // MARK: - Devices

    package static let provider = Parameter<PushProvider>(
        "provider", type: .words(PushProvider.allCases.map(\.rawValue)),
        "The provider that carries pushes to the device. It must be configured."
    ) { value throws(Mismatch) in
        guard let provider = value.string.flatMap(PushProvider.init) else {
            throw Mismatch("must be one of \(PushProvider.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return provider
    }
    package static let token = Parameter<String>(
        "token", type: .called("string or object, 1–4096 bytes", .either([.bytes(1...4_096), .openObject])),
        "The provider's name for the device: APNs' device token in hexadecimal digits, FCM's registration token, "
            + "the browser's PushSubscription as JSON, or what the webhook expects."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { return try value.text(bytes: 1...4_096) }
        guard value.raw.count <= 4_096 else { throw Mismatch("is longer than 4096 bytes", isTooLarge: true) }
        return String(decoding: value.raw, as: UTF8.self)
    }
    package static let register = Operation(
        "push.register",
        "Registers this session's device for pushes while it has no session. It holds until the next "
            + "registration, or until the session is closed.",
        roles: .user, needs: .device, parameters: [provider.description, token.description],
        errors: [.noProvider, .unavailable])

    package static let device = Parameter.string(
        "device", bytes: 1...128, "One of the user's devices. Left out: this session's."
    ).optional
    package static let unregister = Operation(
        "push.unregister", "Ends the pushes to a device.", roles: .user, needs: .device,
        parameters: [device.description],
        result: [Field("unregistered", .boolean, "False if the device was not registered.")], errors: [.unavailable])

    private static let deviceFields = [
        Field("device", .string), Field("platform", .platform),
        Field("provider", .words(PushProvider.allCases.map(\.rawValue))), Field("token", .string),
    ]
    static let deviceList = Field(
        "devices", .list(.object(deviceFields + [Field("since", .milliseconds)])),
        "In the order of registration. `token`: its last 8 characters.")
    package static let devices = Operation(
        "push.devices", "Lists the user's devices that get pushes.", roles: .user, parameters: [],
        result: [deviceList], errors: [.unavailable])
    package static let devicesOfUser = Operation(
        "admin.push.devices", "Lists a user's devices that get pushes.", roles: .admin,
        parameters: [user.description], result: [deviceList], errors: [.noAccount, .unavailable])

    package static let anyDevice = Parameter.string(
        "device", bytes: 1...128, "One of the user's devices. Left out: all of them."
    ).optional
    package static let unregisterForUser = Operation(
        "admin.push.unregister", "Ends the pushes to one or all of a user's devices.", roles: .admin,
        parameters: [user.description, anyDevice.description],
        result: [Field("unregistered", .boolean, "False if no device was registered.")],
        errors: [.noAccount, .unavailable])

    package static let webPushKey = Operation(
        "push.webPushKey", "Tells the key that a web page needs to subscribe to pushes.", roles: .user, parameters: [],
        result: [Field("key", .string, "The `applicationServerKey`.")], errors: [.noProvider])

    // MARK: - Do not disturb

    package static let enabled = Parameter.flag("enabled", "Whether there is a quiet time.")
    package static let start = minute("start", "When the quiet time begins each day.")
    package static let end = minute(
        "end", "When it ends; before `start`: on the next day; the same as `start`: the whole day is quiet.")
    package static let offset = Parameter.integer(
        "utcOffset", in: Int(QuietHours.offsets.lowerBound)...Int(QuietHours.offsets.upperBound), standard: 0,
        "How many minutes the user's clock is ahead of UTC.")

    private static func minute(_ name: StaticString, _ meaning: String) -> Parameter<Int64> {
        Parameter(
            name, type: .called("string `H:MM`", .pattern("^([01]?[0-9]|2[0-3]):[0-5][0-9]$")), absent: 0,
            shown: .text("0:00"), meaning
        ) { value throws(Mismatch) in
            guard let minute = value.string.flatMap(QuietHours.minute) else {
                throw Mismatch("must be a time from 0:00 to 23:59")
            }
            return minute
        }
    }

    package static let setQuietHours = Operation(
        "push.setGlobalDnd", "Sets a quiet time of the day, in which only forced pushes come.", roles: .user,
        parameters: [enabled.description, start.description, end.description, offset.description],
        errors: [.unavailable], badParameter: .messageParameters)
    package static let getQuietHours = Operation(
        "push.getGlobalDnd", "Tells the quiet time, in which only forced pushes come.", roles: .user, parameters: [],
        result: PushGlobalDndChanged.declaration.data, errors: [.unavailable])

    // MARK: - Why

    package static let message = Parameter.string("msgId", bytes: 1...20, "The message.")
    package static let explain = Operation(
        "push.explain", "Tells whether a message was pushed to the caller, and why or why not.", roles: .user,
        parameters: [message.description], result: story, errors: [.noMessage, .unavailable])
    package static let user = Parameter.string("userID", bytes: 1...255, "The user.")
    package static let explainToAdministrator = Operation(
        "admin.push.explain", "Tells whether a message was pushed to a user, and why or why not.", roles: .admin,
        parameters: [user.description, message.description], result: story, errors: [.noMessage, .unavailable])

    private static let story = [
        Field("pushed", .orNull(.boolean), "Whether the message was pushed; null: not decided yet."),
        Field(
            optional: "reason", .string,
            "Only if not: " + PushObstacle.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                + "; see [pushes.md](pushes.md)."),
        Field(optional: "rule", .string, "The rule that gives the reason."),
        Field(optional: "text", .string, "Only if pushed: the push's text."),
        Field(optional: "badge", .integer, "Only if pushed: the number of all unread messages."),
        Field(optional: "forced", .boolean, "Only if pushed: whether the sender forced it."),
        Field(
            optional: "sessionLost", .onlyTrue,
            "True if it was pushed because a session that had been sent the message was lost; else left out."),
        Field(
            optional: "devices",
            .list(
                .object(
                    deviceFields + [
                        Field("state", .words(["waiting", "accepted", "refused", "unregistered", "expired"])),
                        Field("attempts", .integer), Field("status", .integer), Field("answer", .string),
                        Field("answeredAt", .milliseconds),
                    ])),
            "Only if pushed: the result for each device. `state`: `waiting`, `accepted`, `refused`, "
                + "`unregistered`, `expired`; `status` and `answer` are the provider's."),
    ]
}
