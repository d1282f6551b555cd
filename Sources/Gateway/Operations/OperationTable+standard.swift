extension OperationTable {
    /// Every operation. The reference has them in this order, those of administrators behind the others.
    static let standard = OperationTable(
        sessions + messages + conversations + streams + profiles + relations + groups + channels + broadcasts
            + hostedProfiles
            + subscriptions
            + pushes + accounts + backends + process)

    private static let sessions: [OperationDefinition] = old([
        OpenSession.self,
        RefreshSession.self,
        ListSessions.self,
        CloseSession.self,
        ListSessionsOfUser.self,
        FindSessions.self,
        KickSessions.self,
        ReadUserState.self,
    ])

    private static let messages: [OperationDefinition] = old([
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
    ])

    private static let conversations: [OperationDefinition] = old([
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
    ])

    private static let streams: [OperationDefinition] = old([
        AcknowledgeStreams.self,
        ReadStream.self,
    ])

    private static let profiles: [OperationDefinition] = old([
        ReadOwnProfile.self,
        ReadProfiles.self,
        ModifyProfile.self,
        ModifyProfileOfUser.self,
    ])

    private static let relations: [OperationDefinition] = old([
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
    ])

    private static let groups: [OperationDefinition] =
        groupLife + groupReading + groupMembership + groupSettings + groupLists + groupFiles + groupRequests
        + groupLifeForAdministrators + groupMuteForAdministrators + groupReadingForAdministrators
        + groupListsForAdministrators + groupRequestsForAdministrators

    private static let channels: [OperationDefinition] = old([
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
    ])

    private static let broadcasts: [OperationDefinition] = old([
        ListBroadcasts.self,
        SendBroadcast.self,
        StopBroadcast.self,
        ReadBroadcastStatus.self,
        ListBroadcastsForAdministrator.self,
    ])

    private static let hostedProfiles: [OperationDefinition] = old([
        UpdateUserProfile.self,
        ReadOwnUserProfile.self,
        ReadUserProfiles.self,
        SetVisibility.self,
        ReadVisibility.self,
        SearchUserProfile.self,
        SetUniqueID.self,
        SetStandardVisibility.self,
        ReadWholeUserProfiles.self,
    ])

    private static let subscriptions: [OperationDefinition] = old([
        SubscribeToUsers.self,
        UnsubscribeFromUsers.self,
        QuerySubscriptions.self,
        ListSubscriptions.self,
        ReadPresence.self,
    ])

    private static let pushes: [OperationDefinition] = old([
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
    ])

    private static let accounts: [OperationDefinition] = old([
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
    ])

    private static let backends: [OperationDefinition] = old([
        ReadEvents.self,
        ListParkedEvents.self,
        ReplayEvents.self,
        ListSettings.self,
        ListKeys.self,
        ListAudit.self,
    ])

    private static let process: [OperationDefinition] = old([
        ReloadFiles.self,
        DrainGateway.self,
        BackUpStore.self,
        ReadLogLevel.self,
        SetLogLevel.self,
        ReadClusterStatus.self,
        HandOverLead.self,
    ])

    private static func old(_ types: [any OldDefinition.Type]) -> [OperationDefinition] { types.flatMap { $0.entries } }
}
