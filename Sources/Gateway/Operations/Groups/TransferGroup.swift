import Chat
import ClientProtocol
import ServerAPI

/// `group.transfer`, and `admin.group.transfer` in a member's name.
enum TransferGroup: LeaderOperation {
    static let declaration = GroupOperations.transfer

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let newOwner = try request(GroupOperations.newOwner)
        let leaves = try request(GroupOperations.leaves)
        return { chat, me, _ throws(CommandError) in
            try chat.groupLife.transferGroup(id, to: newOwner, leaves: leaves, by: me)
        }
    }
}
