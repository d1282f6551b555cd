import ClientProtocol
import Domain
import JSON

/// `admin.notification.…`: events of the backend's own.
package enum NotificationOperations {
    package static let all = [send]

    package static let users = Parameter.strings("userIDs", count: 1...100, "The users who are notified.").optional
    package static let group = Parameter.string(
        "groupID", bytes: 0...20, "Instead of `userIDs`: the group whose members are notified."
    ).optional
    package static let name = Parameter.string(
        "name", bytes: 1...64, "What has happened, in a word of the backend's own."
    ).named()
    package static let data = Parameter<String>(
        "data", type: .openObject, absent: "{}", "What the clients need of it, up to `messages.bodyBytes` of JSON."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
        return String(decoding: value.raw, as: UTF8.self)
    }
    package static let live = Parameter.flag(
        "live", standard: false,
        "Only sessions that are open now are notified. Otherwise the notification is in the stream of the user, or of "
            + "the group, and devices that are away get it when they come back.")
    package static let platform = Parameter<Platform>(
        "platform", type: .platform,
        "Only with `userIDs` and `live`: only sessions on this platform are notified."
    ) { value throws(Mismatch) in
        guard let platform = value.string.flatMap(Platform.init) else { throw Mismatch("must name a platform") }
        return platform
    }.optional

    package static let pushText = Parameter<String>(
        "apnsContent", type: .characters(1...PushText.mostCharacters),
        "The text of a push to those who have no session, up to 500 characters. Left out: nobody is pushed to."
    ) { value throws(Mismatch) in try value.text(characters: 1...PushText.mostCharacters) }.optional
    package static let isForced = Parameter.flag(
        "forcePush", standard: false,
        "With `apnsContent`: do not disturb and the like do not hold. See [pushes.md](pushes.md#notifications).")

    package static let send = Operation(
        "admin.notification.send",
        "Notifies users, or the members of a group, of something: `notification.new`, `group.notificationDidReceive`.",
        roles: .admin,
        parameters: [
            users.description, group.description, name.description, data.description, live.description,
            platform.description, pushText.description, isForced.description, MessageOperations.pushPayload.description,
        ],
        alternatives: [users.description.name, group.description.name],
        result: [
            Field(
                optional: "results",
                .list(.object([Field("userID", .string), Field("code", .integer), pushed])),
                "Only with `userIDs`: one for each, in the order sent; `code` 0: done."),
            pushed,
        ], errors: [.noAccount, .noGroup, .emptyGroupID, .tooLarge, .unavailable])

    private static let pushed = Field(
        optional: "msgId", .string, "Only if it is pushed, to a user or to a group: what `admin.push.explain` takes.")
}
