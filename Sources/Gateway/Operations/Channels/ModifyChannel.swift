import Chat
import ClientProtocol

/// `admin.channel.modify`.
enum ModifyChannel: AdminOperation {
    static let declaration = Operation.channelForAdministrator(
        "admin.channel.modify", "Changes the given fields of a channel. `publishers` is the whole list.",
        [
            ChannelParameters.channelID.description, title.description, description.description, ext.description,
            access.description, publishers.description,
        ], errors: [.noChannel, .noAccount, .tooLarge])

    private static let title = ChannelParameters.title.optional
    private static let description = ChannelParameters.description.optional
    private static let ext = ChannelParameters.ext.optional
    private static let access = ChannelParameters.access.optional
    private static let publishers = ChannelParameters.publishers.optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(ChannelParameters.channelID)
        var change = ChannelChange()
        change.title = try request(title)
        change.description = try request(description)
        change.ext = try request(ext)
        change.access = try request(access)
        change.publishers = try request(publishers)
        return .change { [change] chat, _ throws(CommandError) in try chat.channelLife.modify(id, change) }
    }
}
