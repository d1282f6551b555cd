import Chat
import ClientProtocol
import Domain

/// `group.modify`, and `admin.group.modify` in a member's name.
enum ModifyGroup: LeaderOperation {
    static let declaration = Operation.group(
        "group.modify", "Changes the given fields of a group. Only the owner can change modes.",
        [
            GroupParameters.groupID.description, newName.description, newDescription.description, newAvatar.description,
            newExt.description, newMaxUsers.description, newConfirmation.description, joinMode.description,
            inviteMode.description, beInviteMode.description, updateInfoMode.description,
        ], errors: [.noGroupRight]
    ).hooked(.replaces(except: ["groupID"]))

    fileprivate static let newName = GroupParameters.name.optional
    fileprivate static let newDescription = GroupParameters.description.optional
    fileprivate static let newAvatar = GroupParameters.avatar.optional
    fileprivate static let newExt = GroupParameters.ext.optional
    fileprivate static let newMaxUsers = GroupParameters.maxUsers.optional
    fileprivate static let newConfirmation = Parameter.flag("isInviteNeedConfirm", "Whether invited users are asked.")
        .optional
    fileprivate static let joinMode = mode(
        "joinMode", 0...2,
        "0: anybody can join; 1: joining needs approval; 2: nobody can join.")
    fileprivate static let inviteMode = mode("inviteMode", 0...1, "0: owner and admins invite; 1: every member can.")
    fileprivate static let beInviteMode = mode("beInviteMode", 0...1, "0: invited users are asked; 1: they are not.")
    fileprivate static let updateInfoMode = mode(
        "updateInfoMode", 0...1, "0: owner and admins change the info; 1: every member can.")

    private static func mode(_ name: StaticString, _ range: ClosedRange<Int>, _ meaning: String) -> Parameter<Int?> {
        Parameter.integer(name, in: range, meaning).optional
    }

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let change = try request.groupChange()
        return { chat, me, _ throws(CommandError) in
            try chat.groupSettings.modifyGroup(id, change, by: me)
        }
    }
}

extension Request {
    fileprivate func groupChange() throws(Refusal) -> GroupChange {
        var change = GroupChange()
        change.name = try self(ModifyGroup.newName)
        change.description = try self(ModifyGroup.newDescription)
        change.avatar = try self(ModifyGroup.newAvatar)
        change.ext = try self(ModifyGroup.newExt)
        change.maxUsers = try self(ModifyGroup.newMaxUsers).map(Int64.init)
        // Two names for one setting: the user who is asked has to agree.
        let beInviteMode = try self(ModifyGroup.beInviteMode)
        change.needsConfirmation = try self(ModifyGroup.newConfirmation)
        if let beInviteMode {
            let needsConfirmation = beInviteMode == 0
            if let other = change.needsConfirmation, other != needsConfirmation {
                throw Refusal(
                    .groupParameters, "isInviteNeedConfirm and beInviteMode contradict each other",
                    keys: ["isInviteNeedConfirm", "beInviteMode"])
            }
            change.needsConfirmation = needsConfirmation
        }
        change.joinMode = try self(ModifyGroup.joinMode).map(Int64.init)
        change.inviteMode = try self(ModifyGroup.inviteMode).map(Int64.init)
        change.infoForAll = try self(ModifyGroup.updateInfoMode).map { $0 == 1 }
        return change
    }
}
