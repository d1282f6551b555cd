import Chat
import ClientProtocol
import JSON

/// `admin.channel.list`.
enum ListChannelsForAdministrator: AdminOperation {
    static let declaration = Operation.channelForAdministrator(
        "admin.channel.list", "Lists all channels.",
        [cursor.description, GroupParameters.pageSize.description],
        result: [
            Field("channels", .list(.object(ChannelParameters.fields)), "The channels."),
            Field(
                "cursor", .integer,
                "Send it for the next page; 0 at the end. A page has as much as fits into one reply."),
        ])

    private static let cursor = Parameter.integer(
        "cursor", in: 0...4_294_967_295, standard: 0, "The value from the last page; 0: from the start.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
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
}
