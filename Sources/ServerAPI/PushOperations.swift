import ClientProtocol
import Domain
import JSON

/// `push.…`: how devices without a session are reached, and why they were, or were not.
package enum PushOperations {
    package static let all = [register, unregister, devices, webPushKey, setQuietHours, getQuietHours, explain]
    package static let ofAdministrators = [explainToAdministrator, devicesOfUser, unregisterForUser]

    // MARK: - Devices

    package static let provider = Parameter<PushProvider>(
        "provider", type: PushProvider.allCases.map { "`\($0.rawValue)`" }.joined(separator: " "),
        "Who carries pushes to the device; one that is configured."
    ) { value throws(Mismatch) in
        guard let provider = value.string.flatMap(PushProvider.init) else {
            throw Mismatch("must be one of \(PushProvider.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return provider
    }
    package static let token = Parameter<String>(
        "token", type: "string or object, 1–4096 bytes",
        "What the provider knows the device by: APNs' device token in hexadecimal digits, FCM's registration token, the "
            + "browser's PushSubscription as JSON, or whatever the webhook wants."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { return try value.text(bytes: 1...4_096) }
        guard value.raw.count <= 4_096 else { throw Mismatch("is longer than 4096 bytes", isTooLarge: true) }
        return String(decoding: value.raw, as: UTF8.self)
    }
    package static let register = Operation(
        "push.register",
        "Says how this session's device is reached when it has no session, until it says so anew, or the session is closed.",
        roles: .user, parameters: [provider.description, token.description], errors: [.noProvider, .unavailable])

    package static let device = Parameter.string(
        "device", bytes: 1...128, "One of the user's devices. Left out: this session's."
    ).optional
    package static let unregister = Operation(
        "push.unregister", "A device is no longer pushed to.", roles: .user, parameters: [device.description],
        result: [Field("unregistered", "boolean", "False if it was not pushed to before.")], errors: [.unavailable])

    private static let deviceList = [
        Field(
            "devices", "list of {device, platform, provider, token, since}",
            "The first registered first. `token`: its last 8 characters.")
    ]
    package static let devices = Operation(
        "push.devices", "Lists the user's devices that are pushed to.", roles: .user, parameters: [],
        result: deviceList, errors: [.unavailable])
    package static let devicesOfUser = Operation(
        "admin.push.devices", "Lists a user's devices that are pushed to.", roles: .admin,
        parameters: [user.description], result: deviceList, errors: [.noAccount, .unavailable])

    package static let anyDevice = Parameter.string(
        "device", bytes: 1...128, "One of the user's devices. Left out: all of them."
    ).optional
    package static let unregisterForUser = Operation(
        "admin.push.unregister", "A user's device, or all of them, are no longer pushed to.", roles: .admin,
        parameters: [user.description, anyDevice.description],
        result: [Field("unregistered", "boolean", "False if none was pushed to before.")],
        errors: [.noAccount, .unavailable])

    package static let webPushKey = Operation(
        "push.webPushKey", "Tells the key with which a page subscribes to pushes.", roles: .user, parameters: [],
        result: [Field("key", "string", "The `applicationServerKey`.")], errors: [.noProvider])

    // MARK: - Do not disturb

    package static let enabled = Parameter.flag("enabled", "Whether there is such a time.")
    package static let start = minute("start", "When it begins, each day.")
    package static let end = minute(
        "end", "When it ends; before `start`: on the next day; the same as `start`: it is the whole day.")
    package static let offset = Parameter.integer(
        "utcOffset", in: Int(QuietHours.offsets.lowerBound)...Int(QuietHours.offsets.upperBound), standard: 0,
        "How many minutes the user's clock is ahead of UTC.")

    private static func minute(_ name: StaticString, _ meaning: String) -> Parameter<Int64> {
        Parameter(name, type: "string `H:MM`, default `0:00`", absent: 0, meaning) { value throws(Mismatch) in
            guard let minute = value.string.flatMap(QuietHours.minute) else {
                throw Mismatch("must be a time from 0:00 to 23:59")
            }
            return minute
        }
    }

    package static let setQuietHours = Operation(
        "push.setGlobalDnd", "Sets a time of the day in which only forced pushes come.", roles: .user,
        parameters: [enabled.description, start.description, end.description, offset.description],
        errors: [.unavailable], badParameter: .messageParameters)
    package static let getQuietHours = Operation(
        "push.getGlobalDnd", "Tells the time in which only forced pushes come.", roles: .user, parameters: [],
        result: quietHours, errors: [.unavailable])

    private static let quietHours = [
        Field("enabled", "boolean", "As it was set; false at first."),
        Field("start", "string `HH:MM`", "As it was set."), Field("end", "string `HH:MM`", "As it was set."),
        Field("utcOffset", "integer", "As it was set."),
    ]

    // MARK: - Why

    package static let message = Parameter.string("msgId", bytes: 1...20, "The message.")
    package static let explain = Operation(
        "push.explain", "Tells whether the caller was pushed a message, and why, or why not.", roles: .user,
        parameters: [message.description], result: story, errors: [.noMessage, .unavailable])
    package static let user = Parameter.string("userID", bytes: 1...255, "The user.")
    package static let explainToAdministrator = Operation(
        "admin.push.explain", "Tells whether a user was pushed a message, and why, or why not.", roles: .admin,
        parameters: [user.description, message.description], result: story, errors: [.noMessage, .unavailable])

    private static let story = [
        Field("pushed", "boolean", "Whether a push was made; null: it is being decided."),
        Field(
            "reason", "string",
            "If not: " + PushObstacle.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
                + "; see [pushes.md](pushes.md)."),
        Field("rule", "string", "The rule that the reason comes from."),
        Field("text", "string", "If so: what it says."),
        Field("badge", "integer", "If so: how many messages were unread in all."),
        Field("forced", "boolean", "If so: whether the sender had it forced."),
        Field(
            "sessionLost", "boolean",
            "True if it was made when a session that had been sent the message had ended unheard; else left out."),
        Field(
            "devices", "list of {device, platform, provider, token, state, attempts, status, answer, answeredAt}",
            "If so: what became of it at each device. `state`: `waiting`, `accepted`, `refused`, `unregistered`, `expired`; "
                + "`status` and `answer` are the provider's."),
    ]

    // MARK: - Events

    package static let events = [quietHoursChanged]

    package static let quietHoursChanged = Event(
        "push.globalDndChanged", "Another device of the user has set `push.setGlobalDnd`. Not in a stream.",
        data: quietHours)
}
