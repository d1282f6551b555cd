import Chat
import ClientProtocol
import Domain
import JSON

/// `channel.history`.
enum ReadChannelHistory: UserOperation {
    static let declaration = Operation.channel(
        "channel.history", "Reads a channel's messages, a page at a time. The caller need not follow it.",
        [
            ChannelParameters.channelID.description, ReadHistory.direction.description, ReadHistory.cursor.description,
            ReadHistory.limit.description,
        ],
        result: [
            Field("messages", .list(ChannelMessageView.type), "The messages in the order of `direction`."),
            Field("cursor", .integer, "Send it for the next page; 0 at the end."),
            Field("isFinished", .boolean, "Whether this was the last page."),
            Field("seq", .integer, "The seq of the channel's last message."),
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(ChannelParameters.channelID)
        let history = ChannelHistory(
            cursor: Seq(try request(ReadHistory.cursor)),
            direction: try request(ReadHistory.direction) == .older ? .older : .newer,
            limit: try request(ReadHistory.limit), bytes: request.context.pageBytes,
            cutoff: request.context.configuration.channelCutoff)
        return .read { transaction, json throws(CommandError) in
            let channel = try ChannelQueries.visible(id, to: caller.claim, in: transaction)
            let page = try stored(history.page(of: channel, in: transaction))
            page.messages.write(to: &json)
            json.field("cursor", page.next)
            json.field("isFinished", page.next == 0)
            json.field("seq", try stored(ChannelQueries.lastSeq(of: channel, in: transaction)))
        }
    }
}
