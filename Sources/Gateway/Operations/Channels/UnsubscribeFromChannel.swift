import Chat
import ClientProtocol

/// `channel.unsubscribe`.
enum UnsubscribeFromChannel: UserOperation {
    static let declaration = Operation(
        "channel.unsubscribe", "Follows a channel no longer. Does nothing if the user does not follow it.",
        roles: .user, parameters: [ChannelParameters.channelID.description], errors: [.unavailable])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let channel = try request(ChannelParameters.channelID)
        return .change { chat, _ throws(CommandError) in
            try chat.channelFollowers.unsubscribe(caller.account, from: channel)
        }
    }
}
