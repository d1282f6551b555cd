import Chat
import ClientProtocol

/// `group.setAutoAccept`.
enum SetAutoAccept: UserOperation {
    static let declaration = Operation.group(
        "group.setAutoAccept", "Sets whether invitations are accepted automatically. At first they are.",
        [accepts.description])

    private static let accepts = Parameter.flag(
        "accepts",
        "Whether the caller joins groups automatically when invited.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let accepts = try request(Self.accepts)
        return .change { chat, _ throws(CommandError) in
            try chat.groupSettings.acceptInvitations(accepts, of: caller.account)
        }
    }
}
