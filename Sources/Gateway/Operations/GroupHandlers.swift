import ClientProtocol
import Domain
import Ledger
import ServerAPI

extension OperationTable {
    static let groupHandlers: [(Operation, Handler)] = [
        (GroupOperations.create, .user(Desk.createGroup)),
        (GroupOperations.destroy, Desk.changeGroup { _, id in { books, me in try books.destroyTeam(id, by: me) } }),
        (GroupOperations.get, .user(Desk.getGroup)),
        (GroupOperations.members, .user(Desk.listGroupMembers)),
        (GroupOperations.joined, .user(Desk.listJoinedGroups)),
        (GroupOperations.joinedCount, .user(Desk.countJoinedGroups)),
        (GroupOperations.publicGroups, .user(Desk.listPublicGroups)),
        (GroupOperations.invite, .user(Desk.inviteToGroup)),
        (
            GroupOperations.acceptInvitation,
            Desk.changeGroup { _, id in { books, me in try books.acceptInvitation(to: id, by: me) } }
        ),
        (
            GroupOperations.declineInvitation,
            Desk.changeGroup { call, id throws(Refusal) in
                let reason = try call(GroupOperations.reason)
                return { books, me in try books.declineInvitation(to: id, reason: reason, by: me) }
            }
        ),
        (GroupOperations.join, .user(Desk.joinGroup)),
        (
            GroupOperations.approve,
            Desk.changeGroup { call, id throws(Refusal) in
                let user = try call(GroupOperations.user)
                return { books, me in try books.approve(user, in: id, by: me) }
            }
        ),
        (
            GroupOperations.decline,
            Desk.changeGroup { call, id throws(Refusal) in
                let user = try call(GroupOperations.user)
                let reason = try call(GroupOperations.reason)
                return { books, me in try books.decline(user, in: id, reason: reason, by: me) }
            }
        ),
        (GroupOperations.leave, Desk.changeGroup { _, id in { books, me in try books.leaveTeam(id, by: me) } }),
        (GroupOperations.remove, Desk.changeUsers { try $0.removeMembers($1, from: $2, by: $3) }),
        (GroupOperations.acceptInvitations, .user(Desk.setAutoAccept)),
        (
            GroupOperations.transfer,
            Desk.changeGroup { call, id throws(Refusal) in
                let heir = try call(GroupOperations.newOwner)
                return { books, me in try books.transferTeam(id, to: heir, by: me) }
            }
        ),
        (
            GroupOperations.modify,
            Desk.changeGroup { call, id throws(Refusal) in
                let change = try call.teamChange()
                return { books, me in try books.modifyTeam(id, change, by: me) }
            }
        ),
        (
            GroupOperations.announce,
            Desk.changeGroup { call, id throws(Refusal) in
                let text = try call(GroupOperations.announcementText)
                return { books, me in try books.announce(text, in: id, by: me) }
            }
        ),
        (GroupOperations.announcement, .user(Desk.getAnnouncement)),
        (
            GroupOperations.setAttributes,
            Desk.changeGroup { call, id throws(Refusal) in
                let member = try call(GroupOperations.member)
                let attributes = try call(GroupOperations.attributes)
                return { books, me in try books.setAttributes(attributes, of: member, in: id, by: me) }
            }
        ),
        (GroupOperations.getAttributes, .user(Desk.getGroupAttributes)),
        (GroupLists.addAdmin, Desk.changeUser { try $0.addAdmin($1, in: $2, by: $3) }),
        (GroupLists.removeAdmin, Desk.changeUser { try $0.removeAdmin($1, in: $2, by: $3) }),
        (
            GroupLists.mute,
            Desk.changeGroup { call, id throws(Refusal) in
                let users = try call(GroupOperations.users)
                let duration = try call(GroupLists.duration)
                return { books, me in try books.mute(users, forMilliseconds: duration, in: id, by: me) }
            }
        ),
        (GroupLists.unmute, Desk.changeUsers { try $0.unmute($1, in: $2, by: $3) }),
        (
            GroupLists.muteAll,
            Desk.changeGroup { call, id throws(Refusal) in
                let mute: TeamMute = try call(GroupLists.isMuted) ? .members : .off
                return { books, me in try books.muteAll(mute, in: id, by: me) }
            }
        ),
        (GroupLists.addToWhiteList, Desk.changeUsers { try $0.addToWhiteList($1, in: $2, by: $3) }),
        (GroupLists.removeFromWhiteList, Desk.changeUsers { try $0.removeFromWhiteList($1, in: $2, by: $3) }),
        (GroupLists.block, Desk.changeGroup { _, id in { books, me in try books.block(true, team: id, by: me) } }),
        (GroupFiles.add, .user(Desk.addGroupFile)),
        (GroupFiles.put, .user(Desk.putGroupFile)),
        (GroupFiles.get, .user(Desk.getGroupFile)),
        (GroupFiles.list, .user(Desk.listGroupFiles)),
        (
            GroupFiles.remove,
            Desk.changeGroup { call, id throws(Refusal) in
                let file = try call(GroupFiles.fileID)
                return { books, me in try books.removeFile(file, from: id, by: me) }
            }
        ),
        (
            GroupOperations.setNotifyState,
            Desk.changeGroup { call, id throws(Refusal) in
                let state = try call(GroupOperations.state)
                return { books, me in try books.setNotifyState(state, in: id, by: me) }
            }
        ),
        (GroupOperations.getNotifyState, .user(Desk.getNotifyState)),
        (AdminGroupOperations.create, .admin(Desk.createGroupForUser)),
        (AdminGroupOperations.destroy, .admin(Desk.destroyGroup)),
        (AdminGroupOperations.disable, .admin(Desk.disableGroup)),
        (AdminGroupOperations.muteAll, .admin(Desk.muteGroup)),
        (GroupLists.unblock, Desk.changeGroup { _, id in { books, me in try books.block(false, team: id, by: me) } }),
    ]
}

extension Desk {
    fileprivate static func changeUser(
        _ work: @escaping @Sendable (Books, String, String, Int64) throws -> Void
    ) -> Handler {
        changeGroup { call, id throws(Refusal) in
            let user = try call(GroupOperations.user)
            return { books, me in try work(books, user, id, me) }
        }
    }

    fileprivate static func changeUsers(
        _ work: @escaping @Sendable (Books, [String], String, Int64) throws -> Void
    ) -> Handler {
        changeGroup { call, id throws(Refusal) in
            let users = try call(GroupOperations.users)
            return { books, me in try work(books, users, id, me) }
        }
    }
}

extension Call {
    fileprivate func teamChange() throws(Refusal) -> TeamChange {
        var change = TeamChange()
        change.name = try self(GroupOperations.newName)
        change.description = try self(GroupOperations.newDescription)
        change.avatar = try self(GroupOperations.newAvatar)
        change.ext = try self(GroupOperations.newExt)
        change.maxUsers = try self(GroupOperations.newMaxUsers).map(Int64.init)
        // One thing by two names: whoever is asked is who has to agree.
        let beInviteMode = try self(GroupOperations.beInviteMode)
        change.needsConfirmation = try self(GroupOperations.newConfirmation)
        if let beInviteMode {
            let needsConfirmation = beInviteMode == 0
            if let other = change.needsConfirmation, other != needsConfirmation {
                throw Refusal(
                    .groupParameters, "they contradict each other", keys: ["isInviteNeedConfirm", "beInviteMode"])
            }
            change.needsConfirmation = needsConfirmation
        }
        change.joinMode = try self(GroupOperations.joinMode).map(Int64.init)
        change.inviteMode = try self(GroupOperations.inviteMode).map(Int64.init)
        change.infoForAll = try self(GroupOperations.updateInfoMode).map { $0 == 1 }
        return change
    }
}
