import Chat
import ClientProtocol

/// `group.transfer`, and `admin.group.transfer` in a member's name.
enum TransferGroup: LeaderOperation {
    static let declaration = Operation.group(
        "group.transfer", "Makes another member the owner; the caller becomes an ordinary member, or leaves.",
        [GroupParameters.groupID.description, newOwner.description, leaves.description], errors: [.noGroupRight])

    private static let newOwner = Parameter.user("newOwner", "The member who becomes the owner.")
    private static let leaves = Parameter.flag(
        "leave", standard: false,
        "Whether the former owner leaves the group then.")

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let newOwner = try request(Self.newOwner)
        let leaves = try request(Self.leaves)
        return { chat, me, _ throws(CommandError) in
            try chat.groupLife.transferGroup(id, to: newOwner, leaves: leaves, by: me)
        }
    }
}
