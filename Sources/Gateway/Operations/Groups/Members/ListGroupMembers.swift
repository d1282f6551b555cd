import Chat
import ClientProtocol
import Domain

/// `group.members`.
enum ListGroupMembers: UserOperation {
    static let declaration = Operation.group(
        "group.members", "Lists ordinary members, the newest first.",
        [
            GroupParameters.groupID.description, GroupParameters.cursor.description,
            GroupParameters.pageSize.description, GroupParameters.needNickname.description,
        ],
        result: [
            Field("members", .strings, "The members' ids."),
            Field(
                optional: "nicknames", .map(.string),
                "Only with `needNickname`: the nicknames by id, of members who have one."),
            GroupParameters.nextPage,
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupParameters.groupID)
        let after = try request.cursor()
        let count = try request(GroupParameters.pageSize)
        let withNicknames = try request(GroupParameters.needNickname)
        return .read { transaction, json throws(CommandError) in
            let page = try GroupQueries.members(
                of: id, for: caller.account, after: after, count: count, in: transaction)
            json.users("members", page.items.map(\.user))
            if withNicknames {
                let named = page.items.filter { !$0.nickname.isEmpty }.map { ($0.user.text, $0.nickname) }
                json.nicknames(Dictionary(uniqueKeysWithValues: named))
            }
            json.cursor(page.next)
        }
    }
}
