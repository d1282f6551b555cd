import Chat
import ClientProtocol
import Domain

/// `group.muteAll`.
enum MuteAll: MemberOperation {
    static let declaration = Operation.groupLists(
        "group.muteAll", "Mutes or unmutes all members except owner, admins and the white list.",
        [GroupParameters.groupID.description, isMuted.description])

    private static let isMuted = Parameter.flag("muted", "Whether the whole group is muted.")

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let isMuted = try request(Self.isMuted)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.muteAll(isMuted, in: id, by: me)
        }
    }
}
