import Chat
import ClientProtocol
import JSON

/// `channel.list`.
enum ListChannels: UserOperation {
    static let declaration = Operation.channel(
        "channel.list", "Lists the channels that the caller follows and may read, the first subscribed first.",
        result: [
            Field(
                "channels",
                .list(
                    .object(
                        Channel.fields + [
                            Field("seq", .integer, "The seq of its last message."),
                            Field("since", .milliseconds, "When the user has subscribed."),
                        ])), "The channels.")
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        .read { transaction, json throws(CommandError) in
            let followed = try stored(ChannelQueries.followed(by: caller.account, with: caller.claim, in: transaction))
            json.array("channels") { json in
                for one in followed {
                    json.object { json in
                        one.channel.write(to: &json)
                        json.field("seq", one.seq)
                        json.field("since", one.since)
                    }
                }
            }
        }
    }
}
