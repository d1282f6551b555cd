import Chat
import ClientProtocol
import JSON

/// `group.invite`, and `admin.group.invite` in a member's name.
enum InviteToGroup: LeaderOperation {
    static let declaration = Operation.group(
        "group.invite", "Invites users. Users who are members already are skipped.",
        [GroupParameters.groupID.description, invited.description, GroupParameters.message.description],
        result: [GroupParameters.results("0, 204, 603 or 4")],
        errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .noGroupUser, .groupLimit]
    ).hooked(.replaces(except: ["groupID"]))

    private static let invited = Parameter.users("userIDs", count: 1...60, "The users to invite.")

    /// I-05: not a member's to decide.
    private static let showsHistory = Parameter.flag(
        "showsHistory", standard: false, "True: those who join by it also see what was said in the group before.")
    static let administratorParameters = [showsHistory.description]

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(invited)
        let message = try request(GroupParameters.message)
        let showsHistory = try request(showsHistory)
        return { chat, me, json throws(CommandError) in
            let results = try chat.groupInvitations.invite(
                users, message, to: id, by: me, showsHistory: showsHistory && chat.work.isForAdministrator)
            json.results(results)
        }
    }
}
