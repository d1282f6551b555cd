import Chat
import ClientProtocol
import Domain
import JSON

/// `channel.subscribe`.
enum SubscribeToChannel: UserOperation {
    static let declaration = Operation.channel(
        "channel.subscribe",
        "Follows a channel: all sessions of the user hear it from here on, those that come later too. Does nothing if "
            + "the user follows it already.",
        [ChannelParameters.channelID.description],
        result: [
            Field("channelID", .string, "The channel."),
            Field("seq", .integer, "The seq of its last message: what follows, the session is told."),
        ], errors: [.tooMany]
    ).hooked(.decides)

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let channel = try request(ChannelParameters.channelID)
        return .change { chat, json throws(CommandError) in
            let seq = try chat.channelFollowers.subscribe(caller.account, to: channel, with: caller.claim)
            json.field("channelID", channel.text)
            json.field("seq", seq)
        }
    }
}
