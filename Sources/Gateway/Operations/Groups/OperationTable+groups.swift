import ClientProtocol

extension OperationTable {
    static let groupHandlers: [(Operation, Handler)] =
        leaderHandlers + [
            CreateGroup.entry,
            CreateGroupForUser.entry,
            DisableGroup.entry,
            GetGroup.entry,
            ListGroupMembers.entry,
            ListJoinedGroups.entry,
            CountJoinedGroups.entry,
            ListPublicGroups.entry,
            AcceptInvitation.entry,
            DeclineInvitation.entry,
            JoinGroup.entry,
            ListInvitations.entry,
            ListJoinRequests.entry,
            ListJoinRequestsForAdministrator.entry,
            LeaveGroup.entry,
            SetAutoAccept.entry,
            GetAnnouncement.entry,
            SetGroupAttributes.entry,
            GetGroupAttributes.entry,
            MuteAll.entry,
            MuteAllForAdministrator.entry,
            ReadWhiteList.entry,
            ReadWhiteListForAdministrator.entry,
            ReadMuteList.entry,
            ReadMuteListForAdministrator.entry,
            BlockGroup.entry,
            UnblockGroup.entry,
            AddGroupFile.entry,
            PutGroupFile.entry,
            GetGroupFile.entry,
            ListGroupFiles.entry,
            RemoveGroupFile.entry,
            SetNotifyState.entry,
            GetNotifyState.entry,
        ]

    /// Of owners and admins, each also for administrators in a member's name.
    private static let leaderHandlers: [(Operation, Handler)] = [
        DestroyGroup.entries,
        InviteToGroup.entries,
        ApproveJoinRequest.entries,
        DeclineJoinRequest.entries,
        RemoveMembers.entries,
        TransferGroup.entries,
        ModifyGroup.entries,
        SetAnnouncement.entries,
        AddAdmins.entries,
        RemoveAdmins.entries,
        MuteMembers.entries,
        UnmuteMembers.entries,
        AddToWhiteList.entries,
        RemoveFromWhiteList.entries,
    ].flatMap { $0 }
}
