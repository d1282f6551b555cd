import Chat
import ClientProtocol
import JSON

/// `channel.publish`.
enum PublishToChannel: UserOperation {
    static let declaration = Operation.publishing(
        "channel.publish", "Publishes a message to a channel. Only for users whom the backend has listed.",
        roles: .user, errors: [.forbidden]
    ).hooked(.replaces(except: ["channelID", "clientMsgId"]))

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let draft = try request.channelDraft()
        let channel = try request(ChannelParameters.channelID)
        let publisher = ChannelPublisher.user(caller.account, caller.claim)
        let publish: StateWork = { chat, json throws(CommandError) in
            try chat.channelPublishing.publish(draft, by: publisher).write(in: channel, to: &json)
        }
        guard request.isHooked else { return .change(publish) }
        let findPublished: FormerReply = { chat, json throws(CommandError) in
            guard let former = try chat.channelPublishing.former(draft, by: publisher) else { return false }
            former.write(in: channel, to: &json)
            return true
        }
        return .change(publish, former: findPublished)
    }
}
