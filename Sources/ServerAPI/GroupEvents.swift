import ClientProtocol

/// What is told of groups, by the names of Easemob's callbacks. A group's stream has what concerns all its members, the
/// user's what concerns some.
package enum GroupEvents {
    package static let all = numbered.map(\.event)

    /// By the number that the books have for it.
    package static func event(_ number: Int64) -> Event { byNumber[number]! }

    private static let byNumber = Dictionary(uniqueKeysWithValues: numbered.map { ($0.number, $0.event) })

    private static let numbered: [(number: Int64, event: Event)] = [
        (
            1,
            event(
                "invitationDidReceive", "To who is invited and has to answer.", user("inviter"), text("message"),
                Field("name", "string", "The group's."), Field("avatar", "string", "The group's."),
                Field("memberCount", "integer", "How many members it has."))
        ),
        (2, event("invitationDidAccept", "To the inviter: the invitee is a member.", user("invitee"))),
        (3, event("invitationDidDecline", "To the inviter.", user("invitee"), text("reason"))),
        (4, event("joinRequestDidReceive", "To owner and admins.", user("user"), text("reason"))),
        (5, event("joinRequestDidApprove", "To the applicant, owner and admins.", user("applicant"), user("operator"))),
        (
            6,
            event(
                "joinRequestDidDecline", "To the applicant, owner and admins.", text("reason"), user("decliner"),
                user("applicant"))
        ),
        (7, event("didJoin", "To who is a member without having been asked.", user("inviter"), text("message"))),
        (
            8,
            event(
                "didLeave", "To who is no member any more.", Field("reason", "`0` `1` `2`", "Removed, left, destroyed.")
            )
        ),
        (9, event("userDidJoin", "To all members but the new one.", user("user"))),
        (10, event("userDidLeave", "To all members that are left.", user("user"))),
        (
            11,
            event(
                "muteListDidUpdate", "To those concerned, owner and admins.", users("added"), users("removed"),
                Field("muteExpire", "integer", "With `added`: until when, in milliseconds; -1: for ever."))
        ),
        (12, event("whiteListDidUpdate", "To those concerned, owner and admins.", users("added"), users("removed"))),
        (
            13,
            event("allMemberMuteChanged", "To all members.", Field("isAllMemberMuted", "boolean", "Whether they are."))
        ),
        (14, event("adminListDidUpdate", "To the one concerned, owner and admins.", user("added"), user("removed"))),
        (15, event("ownerDidUpdate", "To both.", user("newOwner"), user("oldOwner"))),
        (16, event("announcementDidUpdate", "To all members.", text("announcement"))),
        (17, event("fileListDidUpdate", "To all members.", Field("added", "object", "A file."), text("removed"))),
        (18, event("specificationDidUpdate", "To all members.", Field("group", "object", "As it is now."))),
        (
            19,
            event(
                "attributesChangedOfMember", "To all members but the one who did it.", user("userID"),
                Field("attributes", "object", "Those that changed; empty: deleted."), user("operatorID"))
        ),
        (
            20,
            event(
                "notifyStateChanged", "To the member's other devices alone.",
                Field("state", "`0` `1` `2`", "As it is now."))
        ),
        (
            21,
            event(
                "blockChanged", "To the member's other devices alone.",
                Field("isBlocked", "boolean", "Whether the member blocks the group now."))
        ),
    ]

    private static func event(_ name: String, _ summary: String, _ data: Field...) -> Event {
        let standing = [
            Field("groupID", "string", "The group."),
            Field("self", "`true`", "Only where the user itself did it, or an administrator in its name."),
        ]
        return Event("group.\(name)", summary, data: standing + data)
    }

    private static func user(_ name: String) -> Field { Field(name, "string", "A user.") }
    private static func users(_ name: String) -> Field { Field(name, "list of strings", "Users.") }
    private static func text(_ name: String) -> Field { Field(name, "string", "As it was given.") }
}
