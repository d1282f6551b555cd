import Chat
import ClientProtocol
import Domain
import ServerAPI

/// `group.modify`, and `admin.group.modify` in a member's name.
enum ModifyGroup: LeaderOperation {
    static let declaration = GroupOperations.modify

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
        change.name = try self(GroupOperations.newName)
        change.description = try self(GroupOperations.newDescription)
        change.avatar = try self(GroupOperations.newAvatar)
        change.ext = try self(GroupOperations.newExt)
        change.maxUsers = try self(GroupOperations.newMaxUsers).map(Int64.init)
        // Two names for one setting: the user who is asked has to agree.
        let beInviteMode = try self(GroupOperations.beInviteMode)
        change.needsConfirmation = try self(GroupOperations.newConfirmation)
        if let beInviteMode {
            let needsConfirmation = beInviteMode == 0
            if let other = change.needsConfirmation, other != needsConfirmation {
                throw Refusal(
                    .groupParameters, "isInviteNeedConfirm and beInviteMode contradict each other",
                    keys: ["isInviteNeedConfirm", "beInviteMode"])
            }
            change.needsConfirmation = needsConfirmation
        }
        change.joinMode = try self(GroupOperations.joinMode).map(Int64.init)
        change.inviteMode = try self(GroupOperations.inviteMode).map(Int64.init)
        change.infoForAll = try self(GroupOperations.updateInfoMode).map { $0 == 1 }
        return change
    }
}
