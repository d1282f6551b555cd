import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// Reads a request that changes a group, and returns what the state is to do in that account's name.
typealias GroupCommand = @Sendable (Request, String) throws(Refusal) -> GroupWork

/// Changes the state in an account's name, and writes the members of the reply's `ok`.
typealias GroupWork = @Sendable (ChatState, AccountNumber, inout JSONWriter) throws(CommandError) -> Void

extension OperationTable {
    static let groupHandlers: [(Operation, Handler)] =
        memberHandlers + sharedChanges.map { ($0, .member($1)) }
        + sharedChanges.map { operation, change in
            let isNotified = AdminGroupOperations.isNotified(operation)
            return (AdminGroupOperations.counterpart(of: operation), .administrator(change, isNotified: isNotified))
        }
        + [
            CreateGroupForUser.entry,
            (
                AdminGroupOperations.destroy,
                .administrator(
                    change { chat, id, me throws(CommandError) in try chat.groupLife.destroyGroup(id, by: me) })
            ),
            DisableGroup.entry,
            ReadWhiteListForAdministrator.entry,
            ReadMuteListForAdministrator.entry,
            ListJoinRequestsForAdministrator.entry,
            (
                AdminGroupOperations.muteAll,
                .administrator { request, id throws(Refusal) in
                    let mute = try request(AdminGroupOperations.mute)
                    return done { chat, me throws(CommandError) in
                        try chat.groupAdministration.muteAll(mute, in: id, by: me)
                    }
                }
            ),
        ]

    private static let memberHandlers: [(Operation, Handler)] = [
        CreateGroup.entry,
        (
            GroupOperations.destroy,
            .member(change { chat, id, me throws(CommandError) in try chat.groupLife.destroyGroup(id, by: me) })
        ),
        GetGroup.entry,
        ListGroupMembers.entry,
        ListJoinedGroups.entry,
        CountJoinedGroups.entry,
        ListPublicGroups.entry,
        (
            GroupOperations.acceptInvitation,
            .member(
                change { chat, id, me throws(CommandError) in try chat.groupInvitations.acceptInvitation(to: id, by: me)
                })
        ),
        (
            GroupOperations.declineInvitation,
            .member { request, id throws(Refusal) in
                let reason = try request(GroupOperations.reason)
                return done { chat, me throws(CommandError) in
                    try chat.groupInvitations.declineInvitation(to: id, reason: reason, by: me)
                }
            }
        ),
        (
            GroupOperations.join,
            .member { request, id throws(Refusal) in
                let reason = try request(GroupOperations.reason)
                return { chat, me, json throws(CommandError) in
                    let joined = try chat.joinRequests.join(id, reason: reason, by: me)
                    json.field("joined", joined)
                }
            }
        ),
        ListInvitations.entry,
        ListJoinRequests.entry,
        (
            GroupOperations.leave,
            .member(change { chat, id, me throws(CommandError) in try chat.groupLife.leaveGroup(id, by: me) })
        ),
        SetAutoAccept.entry,
        GetAnnouncement.entry,
        (
            GroupOperations.setAttributes,
            .member { request, id throws(Refusal) in
                let member = try request(GroupOperations.member)
                let attributes = try request(GroupOperations.attributes)
                return done { chat, me throws(CommandError) in
                    try chat.groupSettings.setAttributes(attributes, of: member, in: id, by: me)
                }
            }
        ),
        GetGroupAttributes.entry,
        (
            GroupLists.muteAll,
            .member { request, id throws(Refusal) in
                let isMuted = try request(GroupLists.isMuted)
                return done { chat, me throws(CommandError) in
                    try chat.groupAdministration.muteAll(isMuted, in: id, by: me)
                }
            }
        ),
        ReadWhiteList.entry,
        ReadMuteList.entry,
        (
            GroupLists.block,
            .member(
                change { chat, id, me throws(CommandError) in
                    try chat.groupAdministration.block(true, group: id, by: me)
                })
        ),
        (
            GroupLists.unblock,
            .member(
                change { chat, id, me throws(CommandError) in
                    try chat.groupAdministration.block(false, group: id, by: me)
                })
        ),
        AddGroupFile.entry,
        PutGroupFile.entry,
        GetGroupFile.entry,
        ListGroupFiles.entry,
        (
            GroupFiles.remove,
            .member { request, id throws(Refusal) in
                let file = try request(GroupFiles.fileID)
                return done { chat, me throws(CommandError) in try chat.groupFiles.removeFile(file, from: id, by: me) }
            }
        ),
        (
            GroupOperations.setNotifyState,
            .member { request, id throws(Refusal) in
                let state = try request(GroupOperations.state)
                return done { chat, me throws(CommandError) in
                    try chat.groupSettings.setNotifyState(state, in: id, by: me)
                }
            }
        ),
        GetNotifyState.entry,
    ]

    /// Operations of members, which administrators may call in a member's name.
    private static let sharedChanges: [(Operation, GroupCommand)] = [
        (
            GroupOperations.invite,
            { request, id throws(Refusal) in
                let users = try request(GroupOperations.invited)
                let message = try request(GroupOperations.message)
                return { chat, me, json throws(CommandError) in
                    let results = try chat.groupInvitations.invite(users, message, to: id, by: me)
                    json.results(results)
                }
            }
        ),
        (
            GroupOperations.approve,
            changeUser { chat, user, id, me throws(CommandError) in try chat.joinRequests.approve(user, in: id, by: me)
            }
        ),
        (
            GroupOperations.decline,
            { request, id throws(Refusal) in
                let user = try request(GroupOperations.user)
                let reason = try request(GroupOperations.reason)
                return done { chat, me throws(CommandError) in
                    try chat.joinRequests.decline(user, in: id, reason: reason, by: me)
                }
            }
        ),
        (
            GroupOperations.remove,
            changeUsers { chat, users, id, me throws(CommandError) in
                try chat.groupLife.removeMembers(users, from: id, by: me)
            }
        ),
        (
            GroupOperations.transfer,
            { request, id throws(Refusal) in
                let heir = try request(GroupOperations.newOwner)
                let leaves = try request(GroupOperations.leaves)
                return done { chat, me throws(CommandError) in
                    try chat.groupLife.transferGroup(id, to: heir, leaves: leaves, by: me)
                }
            }
        ),
        (
            GroupOperations.modify,
            { request, id throws(Refusal) in
                let change = try request.groupChange()
                return done { chat, me throws(CommandError) in try chat.groupSettings.modifyGroup(id, change, by: me) }
            }
        ),
        (
            GroupOperations.announce,
            { request, id throws(Refusal) in
                let text = try request(GroupOperations.announcementText)
                return done { chat, me throws(CommandError) in try chat.groupSettings.announce(text, in: id, by: me) }
            }
        ),
        (
            GroupLists.addAdmin,
            changeAdmins { chat, candidates, id, me throws(CommandError) in
                try chat.groupAdministration.addAdmins(candidates, in: id, by: me)
            }
        ),
        (
            GroupLists.removeAdmin,
            changeAdmins { chat, candidates, id, me throws(CommandError) in
                try chat.groupAdministration.removeAdmins(candidates, in: id, by: me)
            }
        ),
        (
            GroupLists.mute,
            { request, id throws(Refusal) in
                let users = try request(GroupOperations.users)
                let duration = try request(GroupLists.duration)
                return done { chat, me throws(CommandError) in
                    try chat.groupAdministration.mute(users, forMilliseconds: duration, in: id, by: me)
                }
            }
        ),
        (
            GroupLists.unmute,
            changeUsers { chat, users, id, me throws(CommandError) in
                try chat.groupAdministration.unmute(users, in: id, by: me)
            }
        ),
        (
            GroupLists.addToWhiteList,
            changeUsers { chat, users, id, me throws(CommandError) in
                try chat.groupAdministration.addToWhiteList(users, in: id, by: me)
            }
        ),
        (
            GroupLists.removeFromWhiteList,
            changeUsers { chat, users, id, me throws(CommandError) in
                try chat.groupAdministration.removeFromWhiteList(users, in: id, by: me)
            }
        ),
    ]

    // MARK: - Of one shape

    private static func change(
        _ work: @escaping @Sendable (ChatState, String, AccountNumber) throws(CommandError) -> Void
    ) -> GroupCommand {
        { _, id in done { chat, me throws(CommandError) in try work(chat, id, me) } }
    }

    private static func changeUser(
        _ work: @escaping @Sendable (ChatState, String, String, AccountNumber) throws(CommandError) -> Void
    ) -> GroupCommand {
        { request, id throws(Refusal) in
            let user = try request(GroupOperations.user)
            return done { chat, me throws(CommandError) in try work(chat, user, id, me) }
        }
    }

    private static func changeUsers(
        _ work: @escaping @Sendable (ChatState, [String], String, AccountNumber) throws(CommandError) -> Void
    ) -> GroupCommand {
        { request, id throws(Refusal) in
            let users = try request(GroupOperations.users)
            return done { chat, me throws(CommandError) in try work(chat, users, id, me) }
        }
    }

    private static func changeAdmins(
        _ work: @escaping @Sendable (ChatState, AdminCandidates, String, AccountNumber) throws(CommandError) -> Void
    ) -> GroupCommand {
        { request, id throws(Refusal) in
            let candidates = try request.adminCandidates()
            return done { chat, me throws(CommandError) in try work(chat, candidates, id, me) }
        }
    }

    /// There is nothing to tell but that it is done.
    private static func done(_ work: @escaping @Sendable (ChatState, AccountNumber) throws(CommandError) -> Void)
        -> GroupWork
    {
        { chat, me, _ in try work(chat, me) }
    }
}

extension Handler {
    /// By a member, in its own name.
    fileprivate static func member(_ change: @escaping GroupCommand) -> Handler {
        .user { request, caller throws(Refusal) in
            try request.refuseNotifyExt()
            let work = try change(request, try request(GroupOperations.groupID))
            return .change { chat, json throws(CommandError) in try work(chat, caller.account, &json) }
        }
    }

    /// in the name of the session's operator, or of the owner.
    fileprivate static func administrator(_ change: @escaping GroupCommand, isNotified: Bool = true) -> Handler {
        .admin { request, caller throws(Refusal) in
            let id = try request(GroupOperations.groupID)
            let work = try change(request, id)
            let notifyExt = isNotified ? try request(AdminGroupOperations.notifyExt) : nil
            return .change { chat, json throws(CommandError) in
                chat.work.notifyExt = notifyExt
                chat.work.isForAdministrator = true
                try work(chat, chat.groupLife.operatorNumber(caller.operatorID, in: id), &json)
            }
        }
    }
}

extension Request {
    /// T-Q10.
    func refuseNotifyExt() throws(Refusal) {
        if let ext = data?["notifyExt"], !ext.isNull {
            throw Refusal(.messageParameters, "only administrators can send notifyExt", keys: ["notifyExt"])
        }
    }
}

extension Request {
    fileprivate func adminCandidates() throws(Refusal) -> AdminCandidates {
        switch (try self(GroupLists.candidate), try self(GroupLists.candidates)) {
        case (let user?, nil): return AdminCandidates(user)
        case (nil, let users?): return AdminCandidates(users)
        case (nil, nil): throw Refusal(.groupParameters, "userID or userIDs is missing", keys: ["userID"])
        default:
            throw Refusal(.groupParameters, "userID and userIDs exclude each other", keys: ["userID", "userIDs"])
        }
    }

    fileprivate func groupChange() throws(Refusal) -> GroupChange {
        var change = GroupChange()
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
