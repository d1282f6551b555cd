import Chat
import ClientProtocol
import JSON

/// `channel.info`.
enum GetChannel: UserOperation {
    static let declaration = Operation.channel(
        "channel.info", "Returns a channel that the caller may read, followed or not.",
        [ChannelParameters.channelID.description],
        result: ChannelParameters.fields + [
            Field("seq", .integer, "The seq of its last message."),
            Field("isSubscribed", .boolean, "Whether the caller follows it."),
            Field("isPublisher", .boolean, "Whether the caller may publish to it."),
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(ChannelParameters.channelID)
        return .read { transaction, json throws(CommandError) in
            let channel = try ChannelQueries.visible(id, to: caller.claim, in: transaction)
            channel.writeWhole(to: &json)
            json.field("seq", try stored(ChannelQueries.lastSeq(of: channel, in: transaction)))
            json.field(
                "isSubscribed", try stored(ChannelQueries.isFollower(caller.account, of: channel, in: transaction)))
            json.field(
                "isPublisher", try stored(ChannelQueries.isPublisher(caller.account, of: channel, in: transaction)))
        }
    }
}
