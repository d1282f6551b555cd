import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.group.muteAll`, which can also mute the leaders.
enum MuteAllForAdministrator: GroupAdminOperation {
    static let declaration = Operation.groupForAdministrator(
        "admin.group.muteAll", "Mutes or unmutes a group.",
        [GroupParameters.groupID.description, mute.description, AdminGroupParameters.notifyExt.description],
        errors: [.emptyGroupID, .noGroup, .notInGroup, .noGroupRight])

    private static let mute = Parameter<GroupMute>(
        "mute", type: .numbers([0, 1, 3]),
        "0: mutes nobody; 1: ordinary members; 3: all. The white list may always speak."
    ) { value throws(Mismatch) in
        guard let level = value.int64.flatMap(GroupMute.init) else { throw Mismatch("must be 0, 1 or 3") }
        return level
    }

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let mute = try request(Self.mute)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.muteAll(mute, in: id, by: me)
        }
    }
}
