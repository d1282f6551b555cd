import Chat
import ClientProtocol
import ServerAPI

/// `group.setAttributes`.
enum SetGroupAttributes: MemberOperation {
    static let declaration = GroupOperations.setAttributes

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let member = try request(GroupOperations.member)
        let attributes = try request(GroupOperations.attributes)
        return { chat, me, _ throws(CommandError) in
            try chat.groupSettings.setAttributes(attributes, of: member, in: id, by: me)
        }
    }
}
