extension OperationTable {
    static let standard = OperationTable(families)

    /// The reference has the operations in this order, those of administrators behind the others. A family whose
    /// administrators' operations come later there is two lists.
    @OperationList private static var families: [OperationDefinition] {
        OpenSession.definition
        ownSessions
        sessionAdministration

        SendMessage.definition
        messageHistory
        SearchMessages.definition
        messageChanges
        pinsAndSignals
        stars
        messagesAndChanges
        mergedMessages
        receipts
        streamedMessages
        SendMessageForAdministrator.definition
        BeginStreamedMessage.definition
        streamedMessagesForAdministrators
        ImportMessages.definition
        messageHistoryForAdministrators
        mergedMessagesForAdministrators
        messageChangesForAdministrators
        scheduledMessages
        SendNotification.definition

        conversationList
        conversationMarks
        conversationNotes
        receiveOptions
        streams
        profiles
        nameSearches

        PrepareMedia.definition
        CompleteMedia.definition
        media
        mediaForAdministrators

        friendLists
        friendChanges
        friendImports
        friendRequests
        blacklist
        friendGroups

        groupLife
        groupReading
        groupMembership
        groupSettings
        groupLists
        groupBans
        groupValues
        groupFiles
        groupRequests
        groupLifeForAdministrators
        groupMuteForAdministrators
        groupReadingForAdministrators
        groupListsForAdministrators
        groupBansForAdministrators
        groupValuesForAdministrators
        groupRequestsForAdministrators

        channelPublishing
        channels
        channelLife
        channelPublishingForAdministrators
        channelsForAdministrators
        broadcasts

        rooms
        roomValues
        roomModeration
        roomsForAdministrators

        calls
        reports
        reportsForAdministrators
        messageModeration

        UpdateUserProfile.definition
        hostedProfiles
        subscriptions

        pushDevices
        quietTime
        pushExplanations
        pushDevicesForAdministrators
        pushTrial
        pushReceipts

        accounts
        accountDeletion
        accountReading

        backendEvents
        settingsAndKeys
        auditLog
        statistics
        gatewayProcess
        clusterNodes
    }
}
