import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.channel.info`.
enum GetChannelForAdministrator: AdminOperation {
    static let declaration = Operation.channelForAdministrator(
        "admin.channel.info", "Returns a channel with the users who may publish to it.",
        [ChannelParameters.channelID.description],
        result: ChannelParameters.fields + [
            Field("seq", .integer, "The seq of its last message."),
            Field("publishers", .strings, "The users who may publish to it."),
        ], errors: [.noChannel])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(ChannelParameters.channelID)
        return .read { transaction, json throws(CommandError) in
            let channel = try ChannelQueries.visible(id, to: .all, in: transaction)
            channel.writeWhole(to: &json)
            json.field("seq", try stored(ChannelQueries.lastSeq(of: channel, in: transaction)))
            json.users("publishers", try stored(ChannelQueries.publishers(of: channel, in: transaction)))
        }
    }
}
