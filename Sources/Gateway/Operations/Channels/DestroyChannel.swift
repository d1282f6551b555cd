import Chat
import ClientProtocol

/// `admin.channel.destroy`.
enum DestroyChannel: AdminOperation {
    static let declaration = Operation.channelForAdministrator(
        "admin.channel.destroy",
        "Destroys a channel: at once nobody reads or hears it any more. Its messages and subscriptions are deleted in "
            + "the background.",
        [ChannelParameters.channelID.description], errors: [.noChannel])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(ChannelParameters.channelID)
        return .change { chat, _ throws(CommandError) in try chat.channelLife.destroy(id) }
    }
}
