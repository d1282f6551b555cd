import Domain

/// The limits and periods of the chat.
package struct ChatOptions: Sendable {
    /// The first login of a user makes the account.
    package var createsAccounts = true
    /// whose id no user has.
    package var systemSender: UserID?
    package var requiresFriend = false
    /// Of messages; 0: any number.
    package var bytesPerUserPerDay: Int64 = 0
    /// For how long the audit log is kept; 0: there is none.
    package var auditDays = 90
    /// For how long numbers of hours and days are kept.
    package var statisticDays = 400
    /// All that there are now. Asked on the writer's queue.
    package var countSessions: @Sendable () -> Int = { 0 }
    /// V-03: of a user in an hour.
    package var reportsPerHour = 20
    /// V-03: as many wait at most.
    package var reportsOpen = 100_000
    /// V-06: for how long reports are kept.
    package var reportDays = 90
    package var friendsPerUser = 3_000
    package var friendGroupsPerUser = 32
    package var blockedPerUser = 1_000
    package var requestsPerUser = 100
    /// R-Q58: of how many former friends of a user it is known when they were deleted.
    package var formerFriends = 1_000
    /// the configured fields.
    package var profileFields: [String: CustomFieldKind] = [:]
    package var friendFields: [String: CustomFieldKind] = [:]
    package var friendAdditions: RateLimit?
    package var friendDeletions: RateLimit?
    package var usersPerGroup = 2_000
    package var usersPerSuperGroup = 10_000
    package var groupsPerUser = 600
    /// Limits for a user within an hour; nil: no limit.
    package var groupsMade: RateLimit?
    package var usersInvited: RateLimit?
    /// Nobody but friends puts a user into a group unasked.
    package var asksUnlessFriends = false
    /// For how long invitations and requests to join wait; 0: for ever.
    package var requestDays = 0
    package var eventsPerGroup = 10_000
    /// only owner and admins may name all members.
    package var leadersNameAll = false
    /// Messages in groups carry the sender's nickname there.
    package var showsNicknames = false
    /// Whether members of groups may mark messages as read for all to see (T-Q29).
    package var groupReceipts = false
    /// D-01: senders are told up to where messages between two have come.
    package var hasDeliveryReceipts = false
    /// D-08: users keep drafts here.
    package var hasDrafts = false
    package var bytesPerFile = 10 << 20
    package var filesPerGroup = 1_000
    package var standardVisibility = HostedVisibility.invisible
    package var hasSubscriptions = true
    /// S-51, S-52: of each type.
    package var subscriptionsPerUser = 1_000
    package var followersPerUser = 5_000
    /// The memory for sets of followers, about.
    package var followerCacheBytes = 128 << 20
    /// Of those that a user follows.
    package var channelsPerUser = 100
    package var messagesPerChannel = 10_000
    package var messagesPerChannelPerSecond = 100
    package var channelDays = 7
    package var broadcastsPerMinute = 10
    package var broadcastsKept = 100
    package var broadcastDays = 30
    package var conversationsPerUser = 100
    package var conversationDays = 7
    package var messageDays = 7
    /// J-05: it rings for a user who is in a call.
    package var hasCallWaiting = false
    /// M-04: -1: always.
    package var recallSeconds = 120
    /// M-19: -1: always.
    package var editSeconds = 86_400
    /// M-23: so many kinds of them.
    package var reactionsPerMessage = 32
    /// M-09: for how long changes of messages are known.
    package var changeDays = 30
    package var retryHours = 24
    package var resumeMessages = 2_000
    package var resumeBytes = 524_288
    package var resumeEvents = 1_000
    package var eventsPerUser = 10_000
    package var streamDays = 7
    package var devicesPerUser = 20
    /// T-Q27: whether there is anybody to give pushes to.
    package var hasPushes = false
    /// P-50: an edit is followed by a push in the place of the former one.
    package var replacesEditedPushes = true
    /// P-40: a device hears how many messages are left unread once some were read on another.
    package var clearsReadPushes = false
    package var pushServices = PushProvider.allCases.map { PushService($0) }
    /// For how long it is known why something was pushed, or was not.
    package var pushDays = 7
    /// E-02: the events that a backend wants.
    package var backendEvents: Set<BackendEventKind> = []
    /// The most rows that they may take (E-19).
    package var backendEventRows = Int.max
    /// E-11: the endpoints that they are delivered to, by name.
    package var backendEndpoints: [String] = []
    package var backendRetryHours = 72
    /// whether a user has a session that takes the place of a push. Asked on any thread.
    package var isReached: @Sendable (UserID) -> Bool = { _ in false }
    package var media = MediaLimits()
    /// Whether that device of the user has a session. Asked on any thread.
    package var isConnected: @Sendable (UserID, String) -> Bool = { _, _ in false }
    /// The memory for the caches, about.
    package var cacheBytes = 64 << 20

    package init() {}
}

let millisecondsPerDay: Milliseconds = 86_400_000
