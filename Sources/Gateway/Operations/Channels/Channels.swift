import Chat
import ClientProtocol
import Domain
import JSON

/// Users follow channels and read them.
extension OperationTable {
    @OperationList static var channels: [OperationDefinition] {
        Operation.channel(
            "channel.subscribe",
            "Follows a channel: all sessions of the user hear it from here on, those that come later too. Does nothing "
                + "if the user follows it already.",
            [ChannelParameters.channelID],
            result: [
                Field("channelID", .string, "The channel."),
                Field("seq", .integer, "The seq of its last message: what follows, the session is told."),
            ], errors: [.tooMany]
        ).hooked(.decides).user { request, caller throws(Refusal) in
            let channel = try request(ChannelParameters.channelID)
            return .change { chat, json throws(CommandError) in
                let seq = try chat.channels.subscribe(caller.account, to: channel, with: caller.claim)
                json.field("channelID", channel.text)
                json.field("seq", seq)
            }
        }

        Operation(
            "channel.unsubscribe", "Follows a channel no longer. Does nothing if the user does not follow it.",
            roles: .user, parameters: [ChannelParameters.channelID], errors: [.unavailable]
        ).user { request, caller throws(Refusal) in
            let channel = try request(ChannelParameters.channelID)
            return .change { chat, _ throws(CommandError) in
                try chat.channels.unsubscribe(caller.account, from: channel)
            }
        }

        let next = Parameter.integer(
            "next", in: 0...1000, standard: 0, "The value from the last page; 0: from the start.")
        Operation.channel(
            "channel.list", "Lists the channels that the caller follows and may read, the first subscribed first.",
            [next],
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
            ]
        ).user { request, caller throws(Refusal) in
            let next = try request(next)
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

        GetChannel.definition

        Operation.channel(
            "channel.history", "Reads a channel's messages, a page at a time. The caller need not follow it.",
            [
                ChannelParameters.channelID, HistoryParameters.direction, HistoryParameters.cursor,
                HistoryParameters.limit,
            ],
            result: [
                Field("messages", .list(ChannelMessageView.type), "The messages in the order of `direction`."),
                Field("cursor", .integer, "Send it for the next page; 0 at the end."),
                Field("isFinished", .boolean, "Whether this was the last page."),
                Field("seq", .integer, "The seq of the channel's last message."),
            ]
        ).user { request, caller throws(Refusal) in
            let id = try request(ChannelParameters.channelID)
            let history = ChannelHistory(
                cursor: Seq(try request(HistoryParameters.cursor)),
                direction: try request(HistoryParameters.direction) == .older ? .older : .newer,
                limit: try request(HistoryParameters.limit), bytes: request.context.pageBytes,
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

    @OperationList static var channelsForAdministrators: [OperationDefinition] {
        let cursor = Parameter.integer(
            "cursor", in: 0...4_294_967_295, standard: 0, "The value from the last page; 0: from the start.")
        Operation.channelForAdministrator(
            "admin.channel.list", "Lists all channels.",
            [cursor, GroupParameters.pageSize],
            result: [
                Field("channels", .list(.object(ChannelParameters.fields)), "The channels."),
                Field(
                    "cursor", .integer,
                    "Send it for the next page; 0 at the end. A page has as much as fits into one reply."),
            ]
        ).admin { request, _ throws(Refusal) in
            let after = Int64(try request(cursor))
            let count = try request(GroupParameters.pageSize)
            let bytes = request.context.pageBytes
            return .read { transaction, json throws(CommandError) in
                let page = try stored(ChannelQueries.all(after: after, count: count, bytes: bytes, in: transaction))
                json.array("channels") { json in
                    for channel in page.channels { json.object { channel.writeWhole(to: &$0) } }
                }
                json.field("cursor", page.next)
            }
        }

        Operation.channelForAdministrator(
            "admin.channel.info", "Returns a channel with the users who may publish to it.",
            [ChannelParameters.channelID],
            result: ChannelParameters.fields + [
                Field("seq", .integer, "The seq of its last message."),
                Field("publishers", .strings, "The users who may publish to it."),
            ], errors: [.noChannel]
        ).admin { request, _ throws(Refusal) in
            let id = try request(ChannelParameters.channelID)
            return .read { transaction, json throws(CommandError) in
                let channel = try ChannelQueries.visible(id, to: .all, in: transaction)
                channel.writeWhole(to: &json)
                json.field("seq", try stored(ChannelQueries.lastSeq(of: channel, in: transaction)))
                json.users("publishers", try stored(ChannelQueries.publishers(of: channel, in: transaction)))
            }
        }
    }
}

/// A channel that is followed without a session is judged as by this operation, too.
enum GetChannel {
    static let declaration = Operation.channel(
        "channel.info", "Returns a channel that the caller may read, followed or not.",
        [ChannelParameters.channelID],
        result: ChannelParameters.fields + [
            Field("seq", .integer, "The seq of its last message."),
            Field("isSubscribed", .boolean, "Whether the caller follows it."),
            Field("isPublisher", .boolean, "Whether the caller may publish to it."),
        ])

    static let definition = declaration.user { request, caller throws(Refusal) in
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
