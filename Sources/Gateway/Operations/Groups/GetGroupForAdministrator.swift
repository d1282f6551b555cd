import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.group.get`.
enum GetGroupForAdministrator: AdminOperation {
    static let declaration = Operation.groupForAdministrator(
        "admin.group.get", "Reads a group.", [GroupParameters.groupID.description],
        result: [
            Field(
                "group",
                .object(
                    GroupView.fields + [
                        Field("adminList", .strings, "The admins."),
                        Field("whiteList", .strings, "The members who may speak while the group is muted."),
                        Field(
                            "muteList",
                            .list(.object([Field("userID", .string), Field("muteExpire", .integer)])),
                            "The members who are muted, and until when, in milliseconds since 1970; -1: for ever."),
                    ]), "The group.")
        ], errors: [.emptyGroupID, .noGroup])

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        return .askLeader { chat, json throws(CommandError) in
            let details = try chat.groupSettings.wholeGroup(id)
            json.object("group") { json in
                json.specification(details.view)
                json.users("adminList", details.admins)
                json.users("whiteList", details.whiteList ?? [])
                json.muteList(details.muted ?? [])
            }
        }
    }
}
