import ClientProtocol

/// The events of groups, by the names of Easemob's callbacks. A group's stream has those that concern all its members, the
/// user's stream those that concern some.
package enum GroupEvents {
    package static let all = numbered.map(\.event)

    /// By the number that the state has for it.
    package static func event(_ number: Int64) -> Event { byNumber[number]! }

    private static let byNumber = Dictionary(uniqueKeysWithValues: numbered.map { ($0.number, $0.event) })

    private static let numbered: [(number: Int64, event: Event)] = [
        (
            1,
            event(
                "invitationDidReceive", "To the invited user, who has to answer.", user("inviter"), text("message"),
                Field("name", "string", "The group's name."), Field("avatar", "string", "The group's avatar."),
                Field("memberCount", "integer", "How many members the group has."))
        ),
        (2, event("invitationDidAccept", "To the inviter: the invitee is a member.", user("invitee"))),
        (3, event("invitationDidDecline", "To the inviter: the invitee declined.", user("invitee"), text("reason"))),
        (4, event("joinRequestDidReceive", "To owner and admins: a user asks to join.", user("user"), text("reason"))),
        (5, event("joinRequestDidApprove", "To the applicant, owner and admins.", user("applicant"), user("operator"))),
        (
            6,
            event(
                "joinRequestDidDecline", "To the applicant, owner and admins.", text("reason"), user("decliner"),
                user("applicant"))
        ),
        (7, event("didJoin", "To a user who became a member without being asked.", user("inviter"), text("message"))),
        (
            8,
            event(
                "didLeave", "To a user who is no longer a member.",
                Field(
                    "reason", "`0` `1` `2`",
                    "0: removed; 1: left; 2: the group was destroyed.")
            )
        ),
        (9, event("userDidJoin", "To all members except the new one.", user("user"))),
        (10, event("userDidLeave", "To all remaining members.", user("user"))),
        (
            11,
            event(
                "muteListDidUpdate", "To the members concerned, owner and admins.", users("added"), users("removed"),
                Field("muteExpire", "integer", "With `added`: when the mute ends, in milliseconds; -1: never."))
        ),
        (
            12,
            event("whiteListDidUpdate", "To the members concerned, owner and admins.", users("added"), users("removed"))
        ),
        (
            13,
            event(
                "allMemberMuteChanged", "To all members.",
                Field(
                    "isAllMemberMuted", "boolean",
                    "Whether all members are muted."))
        ),
        (14, event("adminListDidUpdate", "To the member concerned, owner and admins.", user("added"), user("removed"))),
        (15, event("ownerDidUpdate", "To the new and the old owner.", user("newOwner"), user("oldOwner"))),
        (16, event("announcementDidUpdate", "To all members.", text("announcement"))),
        (17, event("fileListDidUpdate", "To all members.", Field("added", "object", "A file."), text("removed"))),
        (18, event("specificationDidUpdate", "To all members.", Field("group", "object", "The group as it is now."))),
        (
            19,
            event(
                "attributesChangedOfMember", "To all members except the one who made the change.", user("userID"),
                Field("attributes", "object", "The changed attributes; an empty one was deleted."), user("operatorID"))
        ),
        (
            20,
            event(
                "notifyStateChanged", "Only to the member's other devices.",
                Field("state", "`0` `1` `2`", "The state as it is now."))
        ),
        (
            21,
            event(
                "blockChanged", "Only to the member's other devices.",
                Field("isBlocked", "boolean", "Whether the member blocks the group now."))
        ),
    ]

    private static func event(_ name: String, _ summary: String, _ data: Field...) -> Event {
        let standing = [
            Field("groupID", "string", "The group."),
            Field("self", "`true`", "Only if the user itself did it, or an administrator in the user's name."),
        ]
        return Event("group.\(name)", summary, data: standing + data)
    }

    private static func user(_ name: String) -> Field { Field(name, "string", "A user.") }
    private static func users(_ name: String) -> Field { Field(name, "list of strings", "Users.") }
    private static func text(_ name: String) -> Field { Field(name, "string", "As it was given.") }
}
