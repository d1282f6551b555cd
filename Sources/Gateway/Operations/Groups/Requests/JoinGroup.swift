import Chat
import ClientProtocol
import JSON

/// `group.join`.
enum JoinGroup: MemberOperation {
    static let declaration = Operation.group(
        "group.join", "Joins an open group, or asks to join.",
        [GroupParameters.groupID.description, GroupParameters.reason.description],
        result: [Field("joined", .boolean, "False: owner and admins have been asked.")],
        errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .groupLimit]
    ).hooked(.replaces(except: ["groupID"]))

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let reason = try request(GroupParameters.reason)
        return { chat, me, json throws(CommandError) in
            let joined = try chat.joinRequests.join(id, reason: reason, by: me)
            json.field("joined", joined)
        }
    }
}
