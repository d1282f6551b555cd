import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.join`.
enum JoinGroup: MemberOperation {
    static let declaration = GroupOperations.join

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let reason = try request(GroupOperations.reason)
        return { chat, me, json throws(CommandError) in
            let joined = try chat.joinRequests.join(id, reason: reason, by: me)
            json.field("joined", joined)
        }
    }
}
