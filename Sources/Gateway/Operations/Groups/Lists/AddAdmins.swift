import Chat
import ClientProtocol

/// `group.addAdmin`, and `admin.group.addAdmin` in a member's name.
enum AddAdmins: LeaderOperation {
    static let declaration = Operation.groupLists(
        "group.addAdmin", "Makes members admins: all of them or none. Takes `userID` or `userIDs`.",
        [
            GroupParameters.groupID.description, GroupListParameters.candidate.description,
            GroupListParameters.candidates.description,
        ], [.groupLimit])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let candidates = try request.adminCandidates()
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.addAdmins(candidates, in: id, by: me)
        }
    }
}
