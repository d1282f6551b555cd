import Chat
import ClientProtocol

/// `admin.channel.create`.
enum CreateChannel: AdminOperation {
    static let declaration = Operation.channelForAdministrator(
        "admin.channel.create", "Creates a channel.",
        [
            ChannelParameters.channelID.description, ChannelParameters.title.description,
            ChannelParameters.description.description, ChannelParameters.ext.description,
            ChannelParameters.access.description, ChannelParameters.publishers.description,
        ], errors: [.conflict, .noAccount, .tooLarge])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(ChannelParameters.channelID)
        let info = ChannelInfo(
            title: try request(ChannelParameters.title), description: try request(ChannelParameters.description),
            ext: try request(ChannelParameters.ext), access: try request(ChannelParameters.access))
        let publishers = try request(ChannelParameters.publishers)
        return .change { chat, _ throws(CommandError) in
            try chat.channelLife.create(id, info, publishers: publishers)
        }
    }
}
