import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `group.members`.
enum ListGroupMembers {
    static let entry: (Operation, Handler) = (GroupOperations.members, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let after = try call.cursor()
        let count = try call(GroupOperations.pageSize)
        let withNicknames = try call(GroupOperations.needNickname)
        let account = session.account
        call.read(for: session) { transaction throws(CommandError) in
            let page = try GroupQueries.members(of: id, for: account, after: after, count: count, in: transaction)
            return { json in
                json.users("members", page.items.map(\.user))
                if withNicknames {
                    let named = page.items.filter { !$0.nickname.isEmpty }.map { ($0.user.text, $0.nickname) }
                    json.nicknames(Dictionary(uniqueKeysWithValues: named))
                }
                json.cursor(page.next)
            }
        }
    }
}
