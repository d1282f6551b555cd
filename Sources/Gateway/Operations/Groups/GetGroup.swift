import Chat
import ClientProtocol
import JSON

/// `group.get`.
enum GetGroup: UserOperation {
    static let declaration = Operation.group(
        "group.get", "Reads a group. Everybody may read a public group, only members a private one.",
        [GroupParameters.groupID.description, fetchMembers.description, GroupParameters.needNickname.description],
        result: [Field("group", group, "See [groups.md](groups.md).")])

    private static let group = ValueType.object(
        GroupView.fields + [
            Field("permissionType", .numbers([-1, 0, 1, 2]), "The caller's role as in `self`; -1: no member."),
            Field("adminList", .strings, "The admins."),
            Field(optional: "isBlocked", .boolean, "Like all that follows, only for members; as in `self`."),
            Field(optional: "isInWhiteList", .boolean, "As in `self`."),
            Field(
                optional: "self",
                .object([
                    Field("role", .numbers([0, 1, 2])), Field("muteExpire", .integer), Field("isBlocked", .boolean),
                    Field("isInWhiteList", .boolean), Field("notifyState", .numbers([0, 1, 2])),
                    Field("nickname", .string), Field("joinTime", .milliseconds),
                ]), "The caller's membership. `role` 0: member; 1: admin; 2: owner."),
            Field(optional: "members", .strings, "Only with `fetchMembers`."),
            Field(optional: "nicknames", .map(.string), "Only with `fetchMembers` and `needNickname`: by user."),
            Field(optional: "whiteList", .strings, "Only for owner and admins."),
            Field(
                optional: "muteList",
                .list(.object([Field("userID", .string), Field("muteExpire", .integer)])),
                "Only for owner and admins."),
        ], called: "GroupDetails")
    private static let fetchMembers = Parameter.flag(
        "fetchMembers", standard: false,
        "Also returns up to 200 members: owner, admins, then the newest members first.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let withMembers = try request(fetchMembers)
        let withNicknames = try request(GroupParameters.needNickname)
        return .askLeader { chat, json throws(CommandError) in
            let details = try chat.groupSettings.groupDetails(id, withMembers: withMembers, for: caller.account)
            json.object("group") { $0.details(details, withNicknames: withNicknames) }
        }
    }
}
