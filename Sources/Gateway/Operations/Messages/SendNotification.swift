import Chat
import ClientProtocol
import Domain
import JSON
import Settings

enum SendNotification {
    static let definition = declaration.admin(handle)

    static let declaration = Operation(
        "admin.notification.send",
        "Notifies users, or the members of a group, of something: `notification.new`, `group.notificationDidReceive`.",
        roles: .admin,
        parameters: [
            users, group, name, data, live, platform, pushText, isForced, MessageParameters.backendPushPayload,
        ],
        alternatives: [users.description.name, group.description.name],
        result: [
            Field(
                optional: "results",
                .list(.object([Field("userID", .string), Field("code", .integer), pushed])),
                "Only with `userIDs`: one for each, in the order sent; `code` 0: done."),
            pushed,
        ], errors: [.noAccount, .noGroup, .emptyGroupID, .tooLarge, .unavailable])

    private static let users = Parameter.users("userIDs", count: 1...100, "The users who are notified.").optional
    private static let group = Parameter.string(
        "groupID", bytes: 0...20, "Instead of `userIDs`: the group whose members are notified."
    ).optional
    fileprivate static let name = Parameter.string(
        "name", bytes: 1...64, "What has happened, in a word of the backend's own."
    ).named()
    fileprivate static let data = Parameter<String>(
        "data", type: .openObject, absent: "{}", "What the clients need of it, up to `messages.bodyBytes` of JSON."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
        return value.compactText
    }
    private static let live = Parameter.flag(
        "live", standard: false,
        "Only sessions that are open now are notified. Otherwise the notification is in the stream of the user, or of "
            + "the group, and devices that are away get it when they come back.")
    private static let platform = Parameter<Platform>(
        "platform", type: .platform,
        "Only with `userIDs` and `live`: only sessions on this platform are notified."
    ) { value throws(Mismatch) in
        guard let platform = value.string.flatMap(Platform.init) else { throw Mismatch("must name a platform") }
        return platform
    }.optional
    static let pushText = Parameter<String>(
        "apnsContent", type: .characters(1...PushText.mostCharacters),
        "The text of a push to those who have no session, up to 500 characters. Left out: nobody is pushed to."
    ) { value throws(Mismatch) in try value.text(characters: 1...PushText.mostCharacters) }.optional
    static let isForced = Parameter.flag(
        "forcePush", standard: false,
        "With `apnsContent`: do not disturb and the like do not hold. See [pushes.md](pushes.md#notifications).")
    private static let pushed = Field(
        optional: "msgId", .string, "Only if it is pushed, to a user or to a group: what `admin.push.explain` takes.")

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let notification = try request.notification()
        let isLive = try request(live)
        let platform = try request(Self.platform)
        let push = try request.notificationPush(else: .badRequest)
        if platform != nil, push != nil {
            throw Refusal(.badRequest, "platform is about sessions, and pushes are for all devices", keys: ["platform"])
        }
        switch (try request(Self.users), try request(Self.group)) {
        case (let users?, nil):
            if platform != nil, !isLive {
                throw Refusal(.badRequest, "platform needs live: a stream is for all devices", keys: ["platform"])
            }
            return .change { chat, json throws(CommandError) in
                let results = try users.map { user throws(CommandError) in
                    try chat.notify(user, of: notification, isLive: isLive, on: platform, push)
                }
                json.results(zip(users, results).map { ($0, $1.isKnown ? nil : .noAccount) }) { index, json in
                    if let pushed = results[index].pushed { json.id(pushed) }
                }
            }
        case (nil, let group?):
            if platform != nil { throw Refusal(.badRequest, "platform needs userIDs", keys: ["platform"]) }
            return .change { chat, json throws(CommandError) in
                try chat.notifications.notify(group: group, of: notification, isLive: isLive)
                if let push, let pushed = try chat.notifications.push(push, toGroup: group) { json.id(pushed) }
            }
        case (nil, nil): throw Refusal(.badRequest, "userIDs or groupID is missing", keys: ["userIDs"])
        case (_?, _?):
            throw Refusal(.badRequest, "userIDs and groupID exclude each other", keys: ["userIDs", "groupID"])
        }
    }
}

extension ChatState {
    fileprivate func notify(
        _ name: String, of notification: CustomNotification, isLive: Bool, on platform: Platform?,
        _ push: NotificationPush?
    ) throws(CommandError) -> (isKnown: Bool, pushed: MessageNumber?) {
        let user = UserID(naming: name)
        let isKnown =
            if let platform {
                try notifications.notify(user, of: notification, on: platform)
            } else {
                try notifications.notify(user, of: notification, isLive: isLive)
            }
        guard isKnown, let push else { return (isKnown, nil) }
        return (true, try notifications.push(push, to: user))
    }
}

extension Request {
    /// Nil: nobody is pushed to. `error`: what belongs to a push is there without its text.
    func notificationPush(else error: ErrorCode) throws(Refusal) -> NotificationPush? {
        let payload = try self(MessageParameters.backendPushPayload)
        let isForced = try self(SendNotification.isForced)
        if let text = try self(SendNotification.pushText) {
            return NotificationPush(text: text, isForced: isForced, payload: payload)
        }
        if let payload, payload.isSilent { return NotificationPush(text: "", isForced: isForced, payload: payload) }
        if payload != nil || isForced {
            throw Refusal(error, "without apnsContent nothing is pushed", keys: ["apnsContent"])
        }
        return nil
    }

    fileprivate func notification() throws(Refusal) -> CustomNotification {
        let data = try self(SendNotification.data)
        let most = context.configuration.messages.bodyBytes
        guard data.utf8.count <= most else {
            throw Refusal(.tooLarge, "data is longer than \(most) bytes", keys: ["data"])
        }
        return CustomNotification(name: try self(SendNotification.name), data: data)
    }
}
