import Chat
import ClientProtocol
import Domain
import JSON

/// `group.invitations`.
enum ListInvitations: UserOperation {
    static let declaration = Operation.group(
        "group.invitations", "Lists the invitations that wait for the caller's answer, newest first.",
        GroupRequestParameters.paging,
        result: [
            Field(
                "invitations",
                .list(
                    .object([
                        Field("groupID", .string), Field("name", .string), Field("avatar", .string),
                        Field("memberCount", .integer), Field("inviter", .string), Field("message", .string),
                        Field("time", .integer),
                    ])),
                "The group as it is now; `time` in milliseconds."),
            GroupParameters.nextPage,
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let window = try request.requestWindow()
        return .read { transaction, json throws(CommandError) in
            let page = try stored(GroupRequestQueries.invitations(of: caller.account, window, in: transaction))
            json.array("invitations") { json in
                for invitation in page.items { json.object { $0.invitation(invitation) } }
            }
            json.cursor(page.next)
        }
    }
}
