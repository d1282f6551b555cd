import Chat
import ClientProtocol

/// `group.removeAdmin`, and `admin.group.removeAdmin` in a member's name.
enum RemoveAdmins: LeaderOperation {
    static let declaration = Operation.groupLists(
        "group.removeAdmin", "Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`.",
        [
            GroupParameters.groupID.description, GroupListParameters.candidate.description,
            GroupListParameters.candidates.description,
        ])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let candidates = try request.adminCandidates()
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.removeAdmins(candidates, in: id, by: me)
        }
    }
}
