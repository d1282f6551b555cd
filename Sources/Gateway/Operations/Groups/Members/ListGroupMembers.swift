import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `group.members`.
enum ListGroupMembers: UserOperation {
    static let declaration = GroupOperations.members

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        let after = try request.cursor()
        let count = try request(GroupOperations.pageSize)
        let withNicknames = try request(GroupOperations.needNickname)
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
