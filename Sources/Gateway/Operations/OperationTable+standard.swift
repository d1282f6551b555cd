extension OperationTable {
    /// Every operation. The reference has them in this order, those of administrators behind the others.
    static let standard = OperationTable(
        sessions + messages + conversations + streams + profiles + relations + groups + channels + broadcasts
            + hostedProfiles
            + subscriptions
            + pushes + accounts + backends + process)

    private static let sessions: [any OperationDefinition.Type] = [
        OpenSession.self,
        RefreshSession.self,
        ListSessions.self,
        CloseSession.self,
        ListSessionsOfUser.self,
        FindSessions.self,
        KickSessions.self,
        ReadUserState.self,
    ]

    private static let messages: [any OperationDefinition.Type] = [
        SendMessage.self,
        ReadHistory.self,
        SearchMessages.self,
        RecallMessage.self,
        EditMessage.self,
        ReactToMessage.self,
        ListReactions.self,
        DeleteMessages.self,
        PinMessage.self,
        UnpinMessage.self,
        ListPins.self,
        SignalToConversation.self,
        GetMessages.self,
        ReadMessageChanges.self,
        SendReceipt.self,
        SendGroupReceipts.self,
        CountGroupReceipts.self,
        DetailGroupReceipt.self,
        SendMessageForAdministrator.self,
        ImportMessages.self,
        ReadHistoryForAdministrator.self,
        RecallMessageForAdministrator.self,
        DeleteMessagesForAdministrator.self,
        ListScheduledMessages.self,
        CancelScheduledMessage.self,
        SendNotification.self,
    ]

    private static let conversations: [any OperationDefinition.Type] = [
        ListConversations.self,
        GetConversation.self,
        CountTotalUnread.self,
        MarkRead.self,
        MarkAllRead.self,
        MarkUnread.self,
        PinConversation.self,
        DeleteConversation.self,
        SetReceiveOption.self,
        GetReceiveOption.self,
        SetGroupReceiveOption.self,
        GetGroupReceiveOption.self,
    ]

    private static let streams: [any OperationDefinition.Type] = [
        AcknowledgeStreams.self,
        ReadStream.self,
    ]

    private static let profiles: [any OperationDefinition.Type] = [
        ReadOwnProfile.self,
        ReadProfiles.self,
        ModifyProfile.self,
        ModifyProfileOfUser.self,
    ]

    private static let relations: [any OperationDefinition.Type] = [
        ListFriends.self,
        GetFriends.self,
        AddFriend.self,
        ModifyFriend.self,
        DeleteFriends.self,
        RespondToFriend.self,
        CheckFriends.self,
        ListPendencies.self,
        DeletePendencies.self,
        ReportPendencies.self,
        BlockUsers.self,
        UnblockUsers.self,
        ListBlocked.self,
        CheckBlocked.self,
        ListFriendGroups.self,
        CreateFriendGroups.self,
        DeleteFriendGroups.self,
        AddToFriendGroup.self,
        RemoveFromFriendGroup.self,
        RenameFriendGroup.self,
        ListFriendsOfUser.self,
        AddFriendsForUser.self,
        ImportFriends.self,
        ImportBlacklist.self,
    ]

    private static let groups: [any OperationDefinition.Type] = [
        CreateGroup.self,
        DestroyGroup.self,
        GetGroup.self,
        ListGroupMembers.self,
        ListJoinedGroups.self,
        CountJoinedGroups.self,
        ListPublicGroups.self,
        InviteToGroup.self,
        AcceptInvitation.self,
        DeclineInvitation.self,
        JoinGroup.self,
        ApproveJoinRequest.self,
        DeclineJoinRequest.self,
        LeaveGroup.self,
        RemoveMembers.self,
        SetAutoAccept.self,
        TransferGroup.self,
        ModifyGroup.self,
        SetAnnouncement.self,
        GetAnnouncement.self,
        SetGroupAttributes.self,
        GetGroupAttributes.self,
        SetNotifyState.self,
        GetNotifyState.self,
        AddAdmins.self,
        RemoveAdmins.self,
        MuteMembers.self,
        UnmuteMembers.self,
        MuteAll.self,
        ReadMuteList.self,
        AddToWhiteList.self,
        RemoveFromWhiteList.self,
        ReadWhiteList.self,
        BlockGroup.self,
        UnblockGroup.self,
        AddGroupFile.self,
        PutGroupFile.self,
        GetGroupFile.self,
        ListGroupFiles.self,
        RemoveGroupFile.self,
        ListInvitations.self,
        ListJoinRequests.self,
        CreateGroupForUser.self,
        DisableGroup.self,
        MuteAllForAdministrator.self,
        GetGroupForAdministrator.self,
        ListGroups.self,
        ListGroupMembersForAdministrator.self,
        ReadWhiteListForAdministrator.self,
        ReadMuteListForAdministrator.self,
        ListJoinRequestsForAdministrator.self,
    ]

    private static let channels: [any OperationDefinition.Type] = [
        PublishToChannel.self,
        SubscribeToChannel.self,
        UnsubscribeFromChannel.self,
        ListChannels.self,
        GetChannel.self,
        ReadChannelHistory.self,
        CreateChannel.self,
        ModifyChannel.self,
        DestroyChannel.self,
        PublishForAdministrator.self,
        ListChannelsForAdministrator.self,
        GetChannelForAdministrator.self,
    ]

    private static let broadcasts: [any OperationDefinition.Type] = [
        ListBroadcasts.self,
        SendBroadcast.self,
        StopBroadcast.self,
        ReadBroadcastStatus.self,
        ListBroadcastsForAdministrator.self,
    ]

    private static let hostedProfiles: [any OperationDefinition.Type] = [
        UpdateUserProfile.self,
        ReadOwnUserProfile.self,
        ReadUserProfiles.self,
        SetVisibility.self,
        ReadVisibility.self,
        SearchUserProfile.self,
        SetUniqueID.self,
        SetStandardVisibility.self,
        ReadWholeUserProfiles.self,
    ]

    private static let subscriptions: [any OperationDefinition.Type] = [
        SubscribeToUsers.self,
        UnsubscribeFromUsers.self,
        QuerySubscriptions.self,
        ListSubscriptions.self,
        ReadPresence.self,
    ]

    private static let pushes: [any OperationDefinition.Type] = [
        RegisterPushes.self,
        UnregisterPushes.self,
        ListPushDevices.self,
        ReadWebPushKey.self,
        SetQuietHours.self,
        GetQuietHours.self,
        ExplainPush.self,
        ExplainPushToAdministrator.self,
        ListPushDevicesOfUser.self,
        UnregisterPushesOfUser.self,
    ]

    private static let accounts: [any OperationDefinition.Type] = [
        PingAdmin.self,
        CreateAccounts.self,
        UpdateAccount.self,
        DisableAccounts.self,
        BarAdding.self,
        DeleteAccounts.self,
        EraseAccounts.self,
        ListErasures.self,
        GetAccounts.self,
        ListAccounts.self,
        RevokeTokens.self,
    ]

    private static let backends: [any OperationDefinition.Type] = [
        ReadEvents.self,
        ListParkedEvents.self,
        ReplayEvents.self,
        ListSettings.self,
        ListKeys.self,
        ListAudit.self,
    ]

    private static let process: [any OperationDefinition.Type] = [
        ReloadFiles.self,
        DrainGateway.self,
        BackUpStore.self,
        ReadLogLevel.self,
        SetLogLevel.self,
        ReadClusterStatus.self,
        HandOverLead.self,
    ]
}
