import ClientProtocol

extension OperationTable {
    /// The handler of each operation.
    static let standard = OperationTable(
        groupHandlers + hostingHandlers + pushHandlers + adminRelationHandlers + administrationHandlers + [
            OpenSession.entry,
            RefreshSession.entry,
            ListSessions.entry,
            CloseSession.entry,
            ReadEvents.entry,
            ListParkedEvents.entry,
            ReplayEvents.entry,
            SendMessage.entry,
            ReadHistory.entry,
            RecallMessage.entry,
            GetMessages.entry,
            ReadMessageChanges.entry,
            SendReceipt.entry,
            ListConversations.entry,
            GetConversation.entry,
            CountTotalUnread.entry,
            MarkRead.entry,
            MarkAllRead.entry,
            MarkUnread.entry,
            PinConversation.entry,
            DeleteConversation.entry,
            SetReceiveOption.entry,
            SetGroupReceiveOption.entry,
            GetGroupReceiveOption.entry,
            SendGroupReceipts.entry,
            CountGroupReceipts.entry,
            DetailGroupReceipt.entry,
            GetReceiveOption.entry,
            AcknowledgeStreams.entry,
            ReadStream.entry,
            ReadOwnProfile.entry,
            ReadProfiles.entry,
            ModifyProfile.entry,
            ListFriends.entry,
            GetFriends.entry,
            AddFriend.entry,
            ModifyFriend.entry,
            DeleteFriends.entry,
            RespondToFriend.entry,
            CheckFriends.entry,
            ListPendencies.entry,
            DeletePendencies.entry,
            ReportPendencies.entry,
            BlockUsers.entry,
            UnblockUsers.entry,
            ListBlocked.entry,
            CheckBlocked.entry,
            ListFriendGroups.entry,
            CreateFriendGroups.entry,
            DeleteFriendGroups.entry,
            AddToFriendGroup.entry,
            RemoveFromFriendGroup.entry,
            RenameFriendGroup.entry,
            PingAdmin.entry,
            CreateAccounts.entry,
            UpdateAccount.entry,
            DisableAccounts.entry,
            BarAdding.entry,
            DeleteAccounts.entry,
            RevokeTokens.entry,
            GetAccounts.entry,
        ])
}

extension OperationTable {
    static let administrationHandlers: [(Operation, Handler)] = [
        SendMessageForAdministrator.entry,
        ReadHistoryForAdministrator.entry,
        RecallMessageForAdministrator.entry,
        ListSessionsOfUser.entry,
        KickSessions.entry,
        ReadUserState.entry,
        ListAccounts.entry,
        GetGroupForAdministrator.entry,
        ListGroups.entry,
        ListGroupMembersForAdministrator.entry,
        SendNotification.entry,
    ]
}

extension OperationTable {
    static let hostingHandlers: [(Operation, Handler)] = [
        UpdateUserProfile.entry,
        ReadOwnUserProfile.entry,
        ReadUserProfiles.entry,
        SetVisibility.entry,
        ReadVisibility.entry,
        SearchUserProfile.entry,
        SetUniqueID.entry,
        SetStandardVisibility.entry,
        ReadWholeUserProfiles.entry,
        ReadPresence.entry,
        SubscribeToUsers.entry,
        UnsubscribeFromUsers.entry,
        QuerySubscriptions.entry,
        ListSubscriptions.entry,
    ]
}

extension OperationTable {
    static let pushHandlers: [(Operation, Handler)] = [
        RegisterPushes.entry,
        UnregisterPushes.entry,
        ListPushDevices.entry,
        ReadWebPushKey.entry,
        SetQuietHours.entry,
        GetQuietHours.entry,
        ExplainPush.entry,
        ExplainPushToAdministrator.entry,
        ListPushDevicesOfUser.entry,
        UnregisterPushesOfUser.entry,
    ]
}

extension OperationTable {
    static let adminRelationHandlers: [(Operation, Handler)] = [
        ListFriendsOfUser.entry,
        AddFriendsForUser.entry,
        ImportFriends.entry,
        ImportBlacklist.entry,
        ModifyProfileOfUser.entry,
    ]
}
