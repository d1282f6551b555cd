import ClientProtocol
import Domain
import JSON

/// `group.…`: Easemob's groups, which are NIM's teams, in Easemob's numbers.
package enum GroupOperations {
    package static let all =
        [create, destroy, get, members, joined, joinedCount, publicGroups] + joining + ruling + notifyState
        + GroupLists.all + GroupFiles.all + GroupRequests.all

    private static let joining = [
        invite, acceptInvitation, declineInvitation, join, approve, decline, leave, remove, acceptInvitations,
    ]
    private static let ruling = [transfer, modify, announce, announcement, setAttributes, getAttributes]

    // MARK: - Parameters

    package static let groupID = Parameter.string("groupID", bytes: 0...20, "The group.")
    package static let user = Parameter.string("userID", bytes: 1...255, "The user.")
    package static let users = Parameter.strings("userIDs", count: 1...100, "The users.")
    package static let message = text("message", 512, "For those invited.")
    package static let reason = text("reason", 512, "Why.")

    /// At most so many characters, empty if it is left out.
    private static func text(_ name: StaticString, _ characters: Int, _ meaning: String) -> Parameter<String> {
        Parameter(name, type: "string, 0–\(characters) characters", absent: "", meaning) { value throws(Mismatch) in
            try value.text(characters: 0...characters)
        }
    }

    // MARK: - Making and unmaking

    package static let name = Parameter<String>(
        "name", type: "string, 1–128 characters", "Its name."
    ) { value throws(Mismatch) in try value.text(characters: 1...128) }.named()
    package static let description = text("description", 512, "What it is about.")
    package static let avatar = text("avatar", 1024, "The avatar's URL.")
    package static let ext = Parameter.string("ext", bytes: 0...8192, standard: "", "The application's own.")
    package static let style = Parameter<GroupStyle>(
        "style", type: "`0` `1` `2` `3`", absent: .privateForOwners,
        "Private, owner and admins invite (default); private, every member invites; public, joining needs approval; public, "
            + "anybody joins."
    ) { value throws(Mismatch) in
        guard let style = value.int64.flatMap(GroupStyle.init) else { throw Mismatch("must be 0, 1, 2 or 3") }
        return style
    }
    package static let maxUsers = Parameter.integer(
        "maxUsers", in: 3...10_000, standard: 200,
        "The most members, the owner included: up to groups.usersPerGroup, or groups.usersPerSuperTeam in a super team."
    )
    package static let needsConfirmation = Parameter.flag(
        "isInviteNeedConfirm", standard: true, "Whether those invited are asked.")
    package static let invitees = Parameter<[String]>(
        "invitees", type: "list of 0–100 strings", absent: [], "Who is invited at once."
    ) { value throws(Mismatch) in try value.texts(count: 0...100) }

    package static let create = operation(
        "group.create", "Makes a group; the caller is its owner.",
        [
            name.description, description.description, avatar.description, ext.description, style.description,
            maxUsers.description, needsConfirmation.description, invitees.description, message.description,
        ],
        result: [Field("groupID", "string", "Its id."), results("0, 603 or 4")],
        errors: [.noGroupUser, .groupFull, .groupLimit])
    package static let destroy = operation(
        "group.destroy", "Destroys a group, for its owner.", [groupID.description], errors: [.noGroupRight])

    // MARK: - Looking

    private static let group =
        "{groupID, kind, name, description, avatar, ext, style, isInviteNeedConfirm, maxUsers, joinMode, inviteMode, "
        + "beInviteMode, updateInfoMode, owner, memberCount, isAllMemberMuted, disabled, createTime, …}"

    package static let fetchMembers = Parameter.flag(
        "fetchMembers", standard: false, "Also the members, up to 200: owner, admins, then who joined last first.")
    package static let needNickname = Parameter.flag(
        "needNickname", standard: false, "With the members' nicknames in the group.")
    package static let get = operation(
        "group.get", "Reads a group: a public one for everybody, a private one for its members.",
        [groupID.description, fetchMembers.description, needNickname.description],
        result: [Field("group", group, "See [groups.md](groups.md).")])

    package static let cursor = Parameter.string(
        "cursor", bytes: 0...20, standard: "", "From the last page; empty: from the start.")
    static let nextPage = Field("cursor", "string", "What to ask the next page with; empty at the end.")
    package static let pageSize = Parameter.integer("pageSize", in: 1...100, standard: 20, "The most of them.")
    package static let members = operation(
        "group.members", "Lists ordinary members, who joined last first.",
        [groupID.description, cursor.description, pageSize.description, needNickname.description],
        result: [
            Field("members", "list of strings", "Their ids."),
            Field("nicknames", "object of strings", "With `needNickname`: by id, of those who have one."),
            nextPage,
        ])

    package static let page = Parameter.integer("page", in: 0...1_000_000, standard: 0, "Which page, from 0.")
    package static let needMemberCount = Parameter.flag(
        "needMemberCount", standard: false, "With the number of members.")
    package static let needRole = Parameter.flag("needRole", standard: false, "With the caller's role.")
    package static let joined = operation(
        "group.joined", "Lists the caller's groups, the last joined first.",
        [page.description, pageSize.description, needMemberCount.description, needRole.description],
        result: [Field("groups", "list of {groupID, name, memberCount, permissionType}", "The groups.")])
    package static let joinedCount = operation(
        "group.joinedCount", "Counts the caller's groups.", [], result: [Field("count", "integer", "How many.")])
    package static let publicGroups = operation(
        "group.public", "Lists public groups, the last made first.", [cursor.description, pageSize.description],
        result: [
            Field("groups", "list of {groupID, name}", "The groups."),
            nextPage,
        ])

    // MARK: - Coming and going

    package static let invited = Parameter.strings("userIDs", count: 1...60, "Who is invited.")
    package static let invite = operation(
        "group.invite", "Invites users. Members are passed over.",
        [groupID.description, invited.description, message.description],
        result: [results("0, 204, 603 or 4")],
        errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .noGroupUser, .groupLimit])
    package static let acceptInvitation = operation(
        "group.acceptInvitation", "Accepts an invitation.", [groupID.description],
        errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .groupLimit])
    package static let declineInvitation = operation(
        "group.declineInvitation", "Declines an invitation.", [groupID.description, reason.description],
        errors: [.noGroupRight])
    package static let join = operation(
        "group.join", "Joins an open group, or asks to.", [groupID.description, reason.description],
        result: [Field("joined", "boolean", "False: owner and admins have been asked.")],
        errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .groupLimit])
    package static let approve = operation(
        "group.approve", "Lets in who has asked to join.", [groupID.description, user.description],
        errors: [.noGroupRight, .requestHandled, .groupFull, .groupLimit, .noGroupUser])
    package static let decline = operation(
        "group.decline", "Refuses who has asked to join.", [groupID.description, user.description, reason.description],
        errors: [.noGroupRight, .requestHandled, .noGroupUser])
    package static let leave = operation(
        "group.leave", "Leaves a group.", [groupID.description], errors: [.noGroupRight])
    package static let remove = operation(
        "group.remove", "Removes members: all of them or none.", [groupID.description, users.description],
        errors: [.noGroupRight])
    package static let accepts = Parameter.flag("accepts", "Whether the caller joins groups that it is invited to.")
    package static let acceptInvitations = operation(
        "group.setAutoAccept", "Says whether invitations are accepted by themselves; so it is at first.",
        [accepts.description])

    // MARK: - Ruling

    package static let newOwner = Parameter.string("newOwner", bytes: 1...255, "A member.")
    package static let leaves = Parameter.flag("leave", standard: false, "Whether the former owner then leaves.")
    package static let transfer = operation(
        "group.transfer", "Makes another member the owner; the caller becomes an ordinary one, or leaves.",
        [groupID.description, newOwner.description, leaves.description], errors: [.noGroupRight])

    package static let newName = name.optional
    package static let newDescription = description.optional
    package static let newAvatar = avatar.optional
    package static let newExt = ext.optional
    package static let newMaxUsers = maxUsers.optional
    package static let newConfirmation = Parameter.flag("isInviteNeedConfirm", "Whether those invited are asked.")
        .optional
    package static let joinMode = mode("joinMode", 0...2, "0 anybody joins, 1 after approval, 2 nobody.")
    package static let inviteMode = mode("inviteMode", 0...1, "0 owner and admins invite, 1 everybody does.")
    package static let beInviteMode = mode("beInviteMode", 0...1, "0 those invited are asked, 1 they are not.")
    package static let updateInfoMode = mode(
        "updateInfoMode", 0...1, "0 owner and admins change the info, 1 everybody does.")

    private static func mode(_ name: StaticString, _ range: ClosedRange<Int>, _ meaning: String) -> Parameter<Int?> {
        Parameter.integer(name, in: range, meaning).optional
    }

    package static let modify = operation(
        "group.modify", "Changes what is given. The modes are the owner's.",
        [
            groupID.description, newName.description, newDescription.description, newAvatar.description,
            newExt.description, newMaxUsers.description, newConfirmation.description, joinMode.description,
            inviteMode.description, beInviteMode.description, updateInfoMode.description,
        ], errors: [.noGroupRight])

    package static let announcementText = Parameter<String>(
        "announcement", type: "string, 0–512 characters", "What all members are to know."
    ) { value throws(Mismatch) in try value.text(characters: 0...512) }
    package static let announce = operation(
        "group.setAnnouncement", "Sets the announcement.", [groupID.description, announcementText.description],
        errors: [.noGroupRight])
    package static let announcement = operation(
        "group.getAnnouncement", "Reads the announcement.", [groupID.description],
        result: [Field("announcement", "string", "As it was set.")])

    // MARK: - Attributes

    package static let member = user.optional
    package static let attributes = Parameter<[ExactText: String]>(
        "attributes", type: "object of strings",
        "By key of up to 16 bytes a value of up to 512; an empty one deletes the key. 4096 bytes in all."
    ) { value throws(Mismatch) in
        guard let members = value.members else { throw Mismatch("must be an object, not \(value.kind)") }
        guard value.count > 0 else { throw Mismatch("must have a member") }
        var attributes: [ExactText: String] = [:]
        for (key, value) in members {
            guard (1...16).contains(key.stringBytes!.count) else {
                throw Mismatch("has a key that is not of 1 to 16 bytes", .badAttributeKey)
            }
            guard let text = value.string else { throw Mismatch("must be an object of strings") }
            guard text.utf8.count <= 512 else {
                throw Mismatch("is longer than 512 bytes", .badAttributeValue, key: key.string!)
            }
            if key.isString("nickname"), !text.isEmpty { try text.checkName(else: .badAttributeValue, key: "nickname") }
            attributes[ExactText(key.string!)] = text
        }
        return attributes
    }
    package static let setAttributes = operation(
        "group.setAttributes", "Changes a member's attributes: one's own, or for the owner anybody's.",
        [groupID.description, member.description, attributes.description],
        errors: [.noGroupRight, .attributesTooLarge, .badAttributeKey, .badAttributeValue])
    package static let attributeUsers = Parameter.strings("userIDs", count: 1...10, "The members.")
    package static let getAttributes = operation(
        "group.getAttributes", "Reads members' attributes.", [groupID.description, attributeUsers.description],
        result: [Field("members", "list of {userID, attributes}", "Of those that are members.")])

    // MARK: - Notify state, in NIM's numbers

    private static let notifyState = [setNotifyState, getNotifyState]

    package static let state = Parameter<GroupNotify>(
        "state", type: "`0` `1` `2`", "Whose messages remind by a push: everybody's, nobody's, owner's and admins'."
    ) { value throws(Mismatch) in
        guard let state = value.int64.flatMap(GroupNotify.init) else { throw Mismatch("must be 0, 1 or 2") }
        return state
    }
    package static let setNotifyState = nim(
        "group.setNotifyState", "Says whose messages remind the caller.", [groupID.description, state.description])
    package static let getNotifyState = nim(
        "group.getNotifyState", "Tells whose messages remind the caller.", [groupID.description],
        result: [Field("state", "`0` `1` `2`", "0 at first.")])

    private static func nim(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: [.nimNoGroup, .nimNotInGroup, .unavailable], badParameter: .messageParameters)
    }

    // MARK: - Of each operation

    static func results(_ codes: String) -> Field {
        Field("results", "list of {userID, code, info}", "`code`: \(codes).")
    }

    static func operation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        let takesGroup = parameters.contains { $0.name == "groupID" }
        let standing: [ErrorCode] = takesGroup ? [.emptyGroupID, .noGroup, .notInGroup] : []
        return Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: standing + errors + [.unavailable], badParameter: .groupParameters)
    }
}

extension JSONValue {
    func text(characters: ClosedRange<Int>) throws(Mismatch) -> String {
        guard let text = string else { throw Mismatch("must be a string, not \(kind)") }
        let count = text.unicodeScalars.count
        guard count >= characters.lowerBound else { throw Mismatch("must not be empty") }
        guard count <= characters.upperBound else {
            throw Mismatch("is longer than \(characters.upperBound) characters")
        }
        return text
    }
}
