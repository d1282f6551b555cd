import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.channel.publish`.
enum PublishForAdministrator: AdminOperation {
    static let declaration = Operation.publishing(
        "admin.channel.publish",
        "Publishes a message to a channel, in a user's name or in nobody's. With `apnsContent` the users who follow it are "
            + "pushed to.", roles: .admin,
        with: [
            sender.description, SendNotification.pushText.description, SendNotification.isForced.description,
            MessageParameters.pushPayload.description,
        ], errors: [.noAccount])

    private static let sender = Parameter.user(
        "from", "The user in whose name it is published. Left out: the message has no `from`."
    ).optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let draft = try request.channelDraft(request.notificationPush(else: .messageParameters))
        let channel = try request(ChannelParameters.channelID)
        let user = try request(sender).map(UserID.init(naming:))
        return .change { chat, json throws(CommandError) in
            try chat.channelPublishing.publish(draft, by: .backend(as: user)).write(in: channel, to: &json)
        }
    }
}
