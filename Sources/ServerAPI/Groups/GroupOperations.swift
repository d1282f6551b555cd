import Chat
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

    /// An empty one has a code of its own.
    package static let groupID = Parameter.string("groupID", bytes: 0...20, "The group.").described(as: .bytes(1...20))
    package static let user = Parameter.string("userID", bytes: 1...255, "The user.")
    package static let users = Parameter.strings("userIDs", count: 1...100, "The users.")
    package static let message = text("message", 512, "For the invited users.")
    package static let reason = text("reason", 512, "The reason.")

    /// At most so many characters, empty if it is left out.
    private static func text(_ name: StaticString, _ characters: Int, _ meaning: String) -> Parameter<String> {
        Parameter(name, type: .characters(0...characters), absent: "", meaning) { value throws(Mismatch) in
            try value.text(characters: 0...characters)
        }
    }

    // MARK: - Making and unmaking

    package static let name = Parameter<String>(
        "name", type: .characters(1...128), "The group's name."
    ) { value throws(Mismatch) in try value.text(characters: 1...128) }.named()
    package static let description = text("description", 512, "The group's description.")
    package static let avatar = text("avatar", 1024, "The avatar's URL.")
    package static let ext = Parameter.string("ext", bytes: 0...8192, standard: "", "Data of the application.")
    package static let style = Parameter<GroupStyle>(
        "style", type: .numbers([0, 1, 2, 3]), absent: .privateForOwners,
        "0: private, owner and admins invite (default); 1: private, every member invites; 2: public, joining "
            + "needs approval; 3: public, anybody joins."
    ) { value throws(Mismatch) in
        guard let style = value.int64.flatMap(GroupStyle.init) else { throw Mismatch("must be 0, 1, 2 or 3") }
        return style
    }
    package static let maxUsers = Parameter.integer(
        "maxUsers", in: 3...10_000, standard: 200,
        "The most members, the owner included: up to `groups.usersPerGroup`, or `groups.usersPerSuperTeam` in a "
            + "super team."
    )
    package static let needsConfirmation = Parameter.flag(
        "isInviteNeedConfirm", standard: true, "Whether invited users are asked.")
    package static let invitees = Parameter<[String]>(
        "invitees", type: .list(.string, 0...100), absent: [], "The users to invite at once."
    ) { value throws(Mismatch) in try value.texts(count: 0...100) }

    package static let create = operation(
        "group.create", "Creates a group; the caller is its owner.",
        [
            name.description, description.description, avatar.description, ext.description, style.description,
            maxUsers.description, needsConfirmation.description, invitees.description, message.description,
        ],
        result: [Field("groupID", .string, "The group's id."), results("0, 603 or 4")],
        errors: [.noGroupUser, .groupFull, .groupLimit]
    ).hooked(.replaces(except: []))
    package static let destroy = operation(
        "group.destroy", "Destroys a group. Only for its owner.", [groupID.description], errors: [.noGroupRight])

    // MARK: - Looking

    private static let group = ValueType.object(
        GroupView.fields + [
            Field("permissionType", .numbers([-1, 0, 1, 2]), "The caller's role as in `self`; -1: no member."),
            Field("adminList", .strings, "The admins."),
            Field(optional: "isBlocked", .boolean, "Like all that follows, only for members; as in `self`."),
            Field(optional: "isInWhiteList", .boolean, "As in `self`."),
            Field(
                optional: "self",
                .object([
                    Field("role", .numbers([0, 1, 2])), Field("muteExpire", .integer), Field("isBlocked", .boolean),
                    Field("isInWhiteList", .boolean), Field("notifyState", .numbers([0, 1, 2])),
                    Field("nickname", .string), Field("joinTime", .milliseconds),
                ]), "The caller's membership. `role` 0: member; 1: admin; 2: owner."),
            Field(optional: "members", .strings, "Only with `fetchMembers`."),
            Field(optional: "nicknames", .map(.string), "Only with `fetchMembers` and `needNickname`: by user."),
            Field(optional: "whiteList", .strings, "Only for owner and admins."),
            Field(
                optional: "muteList",
                .list(.object([Field("userID", .string), Field("muteExpire", .integer)])),
                "Only for owner and admins."),
        ], called: "GroupDetails")

    package static let fetchMembers = Parameter.flag(
        "fetchMembers", standard: false,
        "Also returns up to 200 members: owner, admins, then the newest members first.")
    package static let needNickname = Parameter.flag(
        "needNickname", standard: false, "Also returns the members' nicknames in the group.")
    package static let get = operation(
        "group.get", "Reads a group. Everybody may read a public group, only members a private one.",
        [groupID.description, fetchMembers.description, needNickname.description],
        result: [Field("group", group, "See [groups.md](groups.md).")])

    package static let cursor = Parameter.string(
        "cursor", bytes: 0...20, standard: "", "The value from the last page; empty: from the start."
    ).described(as: .bytes(0...20).matching("^([1-9][0-9]{0,17})?$"))
    static let nextPage = Field("cursor", .string, "Send it for the next page; empty at the end.")
    package static let pageSize = Parameter.integer("pageSize", in: 1...100, standard: 20, "At most this many entries.")
    package static let members = operation(
        "group.members", "Lists ordinary members, the newest first.",
        [groupID.description, cursor.description, pageSize.description, needNickname.description],
        result: [
            Field("members", .strings, "The members' ids."),
            Field(
                optional: "nicknames", .map(.string),
                "Only with `needNickname`: the nicknames by id, of members who have one."),
            nextPage,
        ])

    package static let page = Parameter.integer("page", in: 0...1_000_000, standard: 0, "The page's number, from 0.")
    package static let needMemberCount = Parameter.flag(
        "needMemberCount", standard: false, "Also returns the number of members.")
    package static let needRole = Parameter.flag("needRole", standard: false, "Also returns the caller's role.")
    package static let joined = operation(
        "group.joined", "Lists the caller's groups, last joined first.",
        [page.description, pageSize.description, needMemberCount.description, needRole.description],
        result: [
            Field(
                "groups",
                .list(
                    .object([
                        Field("groupID", .string), Field("name", .string), Field(optional: "memberCount", .integer),
                        Field(optional: "permissionType", .integer),
                    ])), "The groups.")
        ])
    package static let joinedCount = operation(
        "group.joinedCount", "Counts the caller's groups.", [],
        result: [
            Field(
                "count", .integer,
                "The number of groups.")
        ])
    package static let publicGroups = operation(
        "group.public", "Lists public groups, newest first.", [cursor.description, pageSize.description],
        result: [
            Field("groups", .list(.object([Field("groupID", .string), Field("name", .string)])), "The groups."),
            nextPage,
        ])

    // MARK: - Coming and going

    package static let invited = Parameter.strings("userIDs", count: 1...60, "The users to invite.")
    package static let invite = operation(
        "group.invite", "Invites users. Users who are members already are skipped.",
        [groupID.description, invited.description, message.description],
        result: [results("0, 204, 603 or 4")],
        errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .noGroupUser, .groupLimit]
    ).hooked(.replaces(except: ["groupID"]))
    package static let acceptInvitation = operation(
        "group.acceptInvitation", "Accepts an invitation.", [groupID.description],
        errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .groupLimit]
    ).hooked(.decides)
    package static let declineInvitation = operation(
        "group.declineInvitation", "Declines an invitation.", [groupID.description, reason.description],
        errors: [.noGroupRight])
    package static let join = operation(
        "group.join", "Joins an open group, or asks to join.", [groupID.description, reason.description],
        result: [Field("joined", .boolean, "False: owner and admins have been asked.")],
        errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .groupLimit]
    ).hooked(.replaces(except: ["groupID"]))
    package static let approve = operation(
        "group.approve", "Accepts a user who has asked to join.", [groupID.description, user.description],
        errors: [.noGroupRight, .requestHandled, .groupFull, .groupLimit, .noGroupUser])
    package static let decline = operation(
        "group.decline", "Refuses a user who has asked to join.",
        [groupID.description, user.description, reason.description],
        errors: [.noGroupRight, .requestHandled, .noGroupUser])
    package static let leave = operation(
        "group.leave", "Leaves a group.", [groupID.description], errors: [.noGroupRight])
    package static let remove = operation(
        "group.remove", "Removes members: all of them or none.", [groupID.description, users.description],
        errors: [.noGroupRight])
    package static let accepts = Parameter.flag(
        "accepts",
        "Whether the caller joins groups automatically when invited.")
    package static let acceptInvitations = operation(
        "group.setAutoAccept", "Sets whether invitations are accepted automatically. At first they are.",
        [accepts.description])

    // MARK: - Ruling

    package static let newOwner = Parameter.string("newOwner", bytes: 1...255, "The member who becomes the owner.")
    package static let leaves = Parameter.flag(
        "leave", standard: false,
        "Whether the former owner leaves the group then.")
    package static let transfer = operation(
        "group.transfer", "Makes another member the owner; the caller becomes an ordinary member, or leaves.",
        [groupID.description, newOwner.description, leaves.description], errors: [.noGroupRight])

    package static let newName = name.optional
    package static let newDescription = description.optional
    package static let newAvatar = avatar.optional
    package static let newExt = ext.optional
    package static let newMaxUsers = maxUsers.optional
    package static let newConfirmation = Parameter.flag("isInviteNeedConfirm", "Whether invited users are asked.")
        .optional
    package static let joinMode = mode(
        "joinMode", 0...2,
        "0: anybody can join; 1: joining needs approval; 2: nobody can join.")
    package static let inviteMode = mode("inviteMode", 0...1, "0: owner and admins invite; 1: every member can.")
    package static let beInviteMode = mode("beInviteMode", 0...1, "0: invited users are asked; 1: they are not.")
    package static let updateInfoMode = mode(
        "updateInfoMode", 0...1, "0: owner and admins change the info; 1: every member can.")

    private static func mode(_ name: StaticString, _ range: ClosedRange<Int>, _ meaning: String) -> Parameter<Int?> {
        Parameter.integer(name, in: range, meaning).optional
    }

    package static let modify = operation(
        "group.modify", "Changes the given fields of a group. Only the owner can change modes.",
        [
            groupID.description, newName.description, newDescription.description, newAvatar.description,
            newExt.description, newMaxUsers.description, newConfirmation.description, joinMode.description,
            inviteMode.description, beInviteMode.description, updateInfoMode.description,
        ], errors: [.noGroupRight]
    ).hooked(.replaces(except: ["groupID"]))

    package static let announcementText = Parameter<String>(
        "announcement", type: .characters(0...512), "The text for all members."
    ) { value throws(Mismatch) in try value.text(characters: 0...512) }
    package static let announce = operation(
        "group.setAnnouncement", "Sets the announcement.", [groupID.description, announcementText.description],
        errors: [.noGroupRight]
    ).hooked(.replaces(except: ["groupID"]))
    package static let announcement = operation(
        "group.getAnnouncement", "Reads the announcement.", [groupID.description],
        result: [Field("announcement", .string, "The text that was set.")])

    // MARK: - Attributes

    package static let member = user.optional
    package static let attributes = Parameter<[ExactText: String]>(
        "attributes", type: .map(.bytes(0...512), keys: .bytes(1...16)),
        "Keys of up to 16 bytes with values of up to 512; an empty value deletes the key. 4096 bytes in all."
    ) { value throws(Mismatch) in
        guard let members = value.members else { throw Mismatch("must be an object, not \(value.kind)") }
        guard value.count > 0 else { throw Mismatch("must have a member") }
        var attributes: [ExactText: String] = [:]
        for (key, value) in members {
            // A key is a string.
            guard (1...16).contains(key.stringBytes!.count) else {
                throw Mismatch("has a key that is not of 1 to 16 bytes", .badAttributeKey)
            }
            guard let text = value.string else { throw Mismatch("must be an object of strings") }
            guard text.utf8.count <= 512 else {
                throw Mismatch("is longer than 512 bytes", .badAttributeValue, key: key.keyText)
            }
            if key.isString("nickname"), !text.isEmpty { try text.checkName(else: .badAttributeValue, key: "nickname") }
            attributes[ExactText(key.keyText)] = text
        }
        return attributes
    }
    package static let setAttributes = operation(
        "group.setAttributes", "Changes a member's attributes. Members change their own; the owner changes anybody's.",
        [groupID.description, member.description, attributes.description],
        errors: [.noGroupRight, .attributesTooLarge, .badAttributeKey, .badAttributeValue]
    ).hooked(.replaces(except: ["groupID", "userID"]))
    package static let attributeUsers = Parameter.strings("userIDs", count: 1...10, "The members.")
    package static let getAttributes = operation(
        "group.getAttributes", "Reads members' attributes.", [groupID.description, attributeUsers.description],
        result: [
            Field(
                "members", .list(.object([Field("userID", .string), Field("attributes", .map(.string))])),
                "One for each user who is a member.")
        ])

    // MARK: - Notify state, in NIM's numbers

    private static let notifyState = [setNotifyState, getNotifyState]

    package static let state = Parameter<GroupNotify>(
        "state", type: .numbers([0, 1, 2]),
        "The senders whose messages are pushed. 0: all; 1: none; 2: owner and admins."
    ) { value throws(Mismatch) in
        guard let state = value.int64.flatMap(GroupNotify.init) else { throw Mismatch("must be 0, 1 or 2") }
        return state
    }
    package static let setNotifyState = nim(
        "group.setNotifyState", "Sets which senders' messages are pushed to the caller.",
        [groupID.description, state.description])
    package static let getNotifyState = nim(
        "group.getNotifyState", "Tells which senders' messages are pushed to the caller.", [groupID.description],
        result: [Field("state", .numbers([0, 1, 2]), "0 at first.")])

    private static func nim(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result,
            errors: [.nimNoGroup, .nimNotInGroup, .unavailable], badParameter: .messageParameters)
    }

    // MARK: - Of each operation

    static func results(_ codes: String) -> Field {
        Field(
            "results", .list(.object([Field("userID", .string), Field("code", .integer), Field("info", .string)])),
            "`code`: \(codes).")
    }

    static func operation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], alternatives: [String] = [],
        result: [Field] = [], errors: [ErrorCode] = []
    ) -> Operation {
        let takesGroup = parameters.contains { $0.name == "groupID" }
        let standing: [ErrorCode] = takesGroup ? [.emptyGroupID, .noGroup, .notInGroup] : []
        return Operation(
            name, summary, roles: .user, parameters: parameters, alternatives: alternatives, result: result,
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
