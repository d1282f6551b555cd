import Chat
import ClientProtocol
import JSON

/// `channel.list`.
enum ListChannels: UserOperation {
    static let declaration = Operation.channel(
        "channel.list", "Lists the channels that the caller follows and may read, the first subscribed first.",
        [next.description],
        result: [
            Field(
                "channels",
                .list(
                    .object(
                        Channel.fields + [
                            Field("seq", .integer, "The seq of its last message."),
                            Field("since", .milliseconds, "When the user has subscribed."),
                        ])), "The channels."),
            Field(
                "next", .integer,
                "Send it for the next page; 0 at the end. A page has as much as fits into one reply."),
        ])

    private static let next = Parameter.integer(
        "next", in: 0...1000, standard: 0, "The value from the last page; 0: from the start.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let next = try request(Self.next)
        let bytes = request.context.pageBytes
        return .read { transaction, json throws(CommandError) in
            let page = try stored(
                ChannelQueries.followed(
                    by: caller.account, with: caller.claim, behind: next, bytes: bytes, in: transaction))
            json.array("channels") { json in
                for one in page.channels {
                    json.object { json in
                        one.channel.write(to: &json)
                        json.field("seq", one.seq)
                        json.field("since", one.since)
                    }
                }
            }
            json.field("next", page.isLast ? 0 : next + page.channels.count)
        }
    }
}
