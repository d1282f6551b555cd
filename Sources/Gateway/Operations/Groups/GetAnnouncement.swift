import Chat
import ClientProtocol
import JSON

/// `group.getAnnouncement`.
enum GetAnnouncement: UserOperation {
    static let declaration = Operation.group(
        "group.getAnnouncement", "Reads the announcement.", [GroupParameters.groupID.description],
        result: [Field("announcement", .string, "The text that was set.")])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        return .askLeader { chat, json throws(CommandError) in
            let text = try chat.groupSettings.announcement(of: id, for: caller.account)
            json.field("announcement", text)
        }
    }
}
