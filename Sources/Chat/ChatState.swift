import Domain
import Storage

/// The whole state of the chat: accounts, conversations, messages, streams.
///
/// It lives on the store's writer queue and is made of parts. Each part has a subject, the cache for it, its rows and its
/// verbs, and uses only parts that were made before it; what it needs is in its initializer. A command takes what it needs
/// from the caches or the store, decides by the rules of `Domain`, writes rows, changes the cached objects and leaves events
/// for those concerned. The caller tells the events once the rows are durable. If they do not become so, `forget` drops every
/// cached object, and the store is asked again.
///
/// A command that refuses has written nothing but what time alone has changed, such as expired lists: all its checks stand
/// before its first row. After each command, also one that refused, its caller calls `finish`.
package final class ChatState {
    package let work: UnitOfWork

    // Rows and caches that stand for themselves.
    package let backendEndpoints: BackendEndpoints
    let quotas: Quotas
    let storageQuotas: StorageQuotas
    package let accounts: Accounts
    package let auditLog: AuditLog
    let contacts: Contacts
    let settingLog: SettingLog
    let groupStreams: GroupStreams

    // Conversations, and the groups that have one.
    let conversations: Conversations
    let groups: Groups
    let hiddenMessages: HiddenMessages
    let memberships: Memberships
    let views: Views
    package let conversationLists: ConversationLists
    package let receiveOptions: ReceiveOptions
    package let readMarks: ReadMarks
    package let groupConversations: GroupConversations
    let groupMembers: GroupMembers

    // Sending, and pushing what was sent; what becomes of messages afterwards.
    package let pushAddresses: PushAddresses
    package let pushes: Pushes
    package let unheardSessions: UnheardSessions
    package let groupReceipts: GroupReceipts
    let messageStore: MessageStore
    let sentMessages: SentMessages
    let messageChanges: MessageChanges
    let messageDelivery: MessageDelivery
    let sendingChecks: SendingChecks
    package let messages: Messages
    package let messageImports: MessageImports
    package let scheduledMessages: ScheduledMessages
    let mentionMarks: MentionMarks
    package let reactions: Reactions
    package let pins: Pins
    let withdrawals: Withdrawals
    package let recalls: Recalls
    let expirations: Expirations
    package let signals: Signals
    package let edits: Edits
    package let messageDeletions: MessageDeletions

    // The life of groups.
    let groupNotifications: GroupNotifications
    package let groupSettings: GroupSettings
    package let groupAdministration: GroupAdministration
    let pendingJoins: PendingJoins
    let groupAdmission: GroupAdmission
    package let groupInvitations: GroupInvitations
    package let joinRequests: JoinRequests
    package let groupFiles: GroupFiles
    package let groupLife: GroupLife
    package let notifications: Notifications

    // Channels.
    let channels: Channels
    let channelPublishers: ChannelPublishers
    let channelStreams: ChannelStreams
    package let channelFollowers: ChannelFollowers
    package let channelLife: ChannelLife
    package let channelPublishing: ChannelPublishing
    let channelResumption: ChannelResumption
    package let broadcasts: Broadcasts

    // Replies to requests that may be repeated.
    package let repeatedRequests: RepeatedRequests

    // Relations between users, and what they are told of each other.
    package let presence: Presence
    package let followers: Followers
    let relations: Relations
    package let friendRequests: FriendRequests
    package let friendGroups: FriendGroups
    package let blacklist: Blacklist
    let erasures: Erasures
    package let jobs: Jobs
    package let profiles: Profiles
    package let friends: Friends
    package let friendImports: FriendImports

    // Devices, and the answers to those that come back.
    package let devices: Devices
    package let subscriptions: Subscriptions
    package let streamReader: StreamReader
    package let logins: Logins

    // Accounts as a whole.
    package let accountAdministration: AccountAdministration
    package let accountDeletion: AccountDeletion

    /// `clock` tells the microseconds since 1970.
    package init(_ options: ChatOptions, store: any Transaction, clock: @escaping () -> Stamp) throws(StoreError) {
        work = try UnitOfWork(options, store: store, clock: clock)
        backendEndpoints = BackendEndpoints(work: work)
        quotas = Quotas(work: work)
        storageQuotas = StorageQuotas(work: work)
        accounts = Accounts(work: work)
        auditLog = AuditLog(work: work, accounts: accounts)
        contacts = Contacts(work: work)
        settingLog = SettingLog(work: work)
        groupStreams = GroupStreams(work: work, accounts: accounts, storageQuotas: storageQuotas)
        conversations = Conversations(work: work, accounts: accounts)
        groups = Groups(work: work, settingLog: settingLog, groupStreams: groupStreams, conversations: conversations)
        hiddenMessages = HiddenMessages(work: work)
        memberships = Memberships(
            work: work, accounts: accounts, contacts: contacts, conversations: conversations, groups: groups,
            hiddenMessages: hiddenMessages)
        views = Views(work: work, accounts: accounts, groups: groups, memberships: memberships)
        conversationLists = ConversationLists(
            work: work, accounts: accounts, conversations: conversations, groups: groups,
            memberships: memberships, hiddenMessages: hiddenMessages, views: views)
        receiveOptions = ReceiveOptions(
            work: work, accounts: accounts, settingLog: settingLog, conversations: conversations, groups: groups,
            memberships: memberships, conversationLists: conversationLists)
        readMarks = ReadMarks(
            work: work, accounts: accounts, conversations: conversations, groups: groups,
            memberships: memberships, views: views, conversationLists: conversationLists)
        groupConversations = GroupConversations(
            work: work, accounts: accounts, settingLog: settingLog,
            conversations: conversations, groups: groups, memberships: memberships, views: views)
        groupMembers = GroupMembers(
            storageQuotas: storageQuotas, accounts: accounts, settingLog: settingLog, conversations: conversations,
            groups: groups, memberships: memberships, groupConversations: groupConversations)
        pushAddresses = PushAddresses(work: work, accounts: accounts, settingLog: settingLog)
        pushes = Pushes(work: work, pushAddresses: pushAddresses)
        unheardSessions = UnheardSessions(
            work: work, accounts: accounts, pushAddresses: pushAddresses, pushes: pushes)
        groupReceipts = GroupReceipts(work: work, accounts: accounts, groupMembers: groupMembers)
        messageStore = MessageStore(work: work, conversations: conversations)
        sentMessages = SentMessages(
            work: work, conversations: conversations, memberships: memberships, views: views)
        messageChanges = MessageChanges(
            work: work, accounts: accounts, conversations: conversations, groups: groups,
            memberships: memberships, hiddenMessages: hiddenMessages, views: views, messageStore: messageStore)
        messageDeletions = MessageDeletions(
            work: work, accounts: accounts, conversations: conversations, groups: groups,
            memberships: memberships, hiddenMessages: hiddenMessages, conversationLists: conversationLists,
            messageStore: messageStore)
        messageDelivery = MessageDelivery(
            work: work, accounts: accounts, conversations: conversations,
            memberships: memberships, views: views, groupConversations: groupConversations)
        sendingChecks = SendingChecks(
            work: work, accounts: accounts, groups: groups, memberships: memberships, messageStore: messageStore)
        messages = Messages(
            work: work, accounts: accounts, conversations: conversations, memberships: memberships, views: views,
            storageQuotas: storageQuotas, sendingChecks: sendingChecks, pushes: pushes, groupReceipts: groupReceipts,
            messageStore: messageStore, sentMessages: sentMessages, messageDelivery: messageDelivery)
        messageImports = MessageImports(
            work: work, accounts: accounts, conversations: conversations, groups: groups, memberships: memberships,
            views: views, groupConversations: groupConversations, messageStore: messageStore)
        scheduledMessages = ScheduledMessages(
            work: work, accounts: accounts, conversations: conversations, groups: groups,
            sendingChecks: sendingChecks, sentMessages: sentMessages, messages: messages)
        mentionMarks = MentionMarks(
            work: work, accounts: accounts, memberships: memberships, groupConversations: groupConversations)
        reactions = Reactions(
            work: work, accounts: accounts, groups: groups, views: views, storageQuotas: storageQuotas,
            sendingChecks: sendingChecks, messageChanges: messageChanges)
        pins = Pins(
            work: work, accounts: accounts, groups: groups, views: views, sendingChecks: sendingChecks,
            messageChanges: messageChanges)
        withdrawals = Withdrawals(
            mentionMarks: mentionMarks, reactions: reactions, pins: pins, groupReceipts: groupReceipts,
            messageChanges: messageChanges)
        recalls = Recalls(
            work: work, accounts: accounts, conversations: conversations, groups: groups, views: views,
            messageStore: messageStore, pushes: pushes, messageChanges: messageChanges, withdrawals: withdrawals)
        expirations = Expirations(
            work: work, conversations: conversations, messageStore: messageStore, pushes: pushes,
            messageChanges: messageChanges, withdrawals: withdrawals)
        signals = Signals(
            work: work, accounts: accounts, conversations: conversations, memberships: memberships,
            sendingChecks: sendingChecks)
        edits = Edits(
            work: work, accounts: accounts, memberships: memberships, views: views, storageQuotas: storageQuotas,
            sendingChecks: sendingChecks, mentionMarks: mentionMarks, messageChanges: messageChanges)
        groupNotifications = GroupNotifications(
            work: work, storageQuotas: storageQuotas, conversations: conversations, messageDelivery: messageDelivery,
            messages: messages)
        groupSettings = GroupSettings(
            work: work, accounts: accounts, groupStreams: groupStreams, groups: groups,
            groupConversations: groupConversations, groupMembers: groupMembers, groupNotifications: groupNotifications)
        groupAdministration = GroupAdministration(
            work: work, groupStreams: groupStreams, groups: groups, groupMembers: groupMembers,
            groupNotifications: groupNotifications)
        pendingJoins = PendingJoins(work: work)
        groupAdmission = GroupAdmission(
            work: work, groupStreams: groupStreams, conversations: conversations, groups: groups,
            memberships: memberships, groupConversations: groupConversations, pendingJoins: pendingJoins)
        groupInvitations = GroupInvitations(
            work: work, quotas: quotas, accounts: accounts, contacts: contacts, groupStreams: groupStreams,
            groups: groups, groupMembers: groupMembers, groupNotifications: groupNotifications,
            pendingJoins: pendingJoins, groupAdmission: groupAdmission)
        joinRequests = JoinRequests(
            accounts: accounts, groupStreams: groupStreams, groups: groups, groupMembers: groupMembers,
            groupNotifications: groupNotifications, pendingJoins: pendingJoins, groupAdmission: groupAdmission)
        groupFiles = GroupFiles(
            work: work, groupStreams: groupStreams, groupMembers: groupMembers, storageQuotas: storageQuotas)
        groupLife = GroupLife(
            work: work, quotas: quotas, accounts: accounts, settingLog: settingLog, groupStreams: groupStreams,
            conversations: conversations, groups: groups, views: views, groupConversations: groupConversations,
            groupMembers: groupMembers, groupNotifications: groupNotifications, pendingJoins: pendingJoins,
            groupAdmission: groupAdmission, groupInvitations: groupInvitations, groupFiles: groupFiles)
        notifications = Notifications(
            work: work, accounts: accounts, groupStreams: groupStreams, groups: groups,
            pushes: pushes)
        channels = Channels(work: work)
        channelPublishers = ChannelPublishers(work: work, accounts: accounts)
        channelStreams = ChannelStreams(work: work)
        channelFollowers = ChannelFollowers(
            work: work, accounts: accounts, channels: channels, channelStreams: channelStreams)
        channelLife = ChannelLife(
            work: work, pushes: pushes, channels: channels, channelPublishers: channelPublishers,
            channelStreams: channelStreams, channelFollowers: channelFollowers)
        channelPublishing = ChannelPublishing(
            work: work, accounts: accounts, pushes: pushes, channels: channels, channelPublishers: channelPublishers,
            channelStreams: channelStreams)
        channelResumption = ChannelResumption(work: work, channelFollowers: channelFollowers)
        broadcasts = Broadcasts(work: work)
        repeatedRequests = RepeatedRequests(
            work: work, accounts: accounts, groups: groups, views: views, storageQuotas: storageQuotas,
            messageChanges: messageChanges, channels: channels)
        presence = Presence(work: work)
        followers = Followers(work: work, accounts: accounts, contacts: contacts, presence: presence)
        relations = Relations(
            work: work, accounts: accounts, contacts: contacts, conversations: conversations,
            memberships: memberships, conversationLists: conversationLists, followers: followers)
        friendRequests = FriendRequests(work: work, accounts: accounts, contacts: contacts, relations: relations)
        friendGroups = FriendGroups(work: work, accounts: accounts, contacts: contacts, relations: relations)
        blacklist = Blacklist(
            work: work, accounts: accounts, contacts: contacts, presence: presence, followers: followers,
            relations: relations, friendRequests: friendRequests)
        erasures = Erasures(
            work: work, auditLog: auditLog, conversations: conversations, memberships: memberships, groups: groups,
            repeatedRequests: repeatedRequests, groupStreams: groupStreams, pendingJoins: pendingJoins,
            groupFiles: groupFiles, pushes: pushes, messageStore: messageStore, sentMessages: sentMessages,
            reactions: reactions, withdrawals: withdrawals, channelStreams: channelStreams)
        jobs = Jobs(
            work: work, accounts: accounts, contacts: contacts, conversations: conversations,
            conversationLists: conversationLists, erasures: erasures)
        profiles = Profiles(
            work: work, accounts: accounts, contacts: contacts, conversations: conversations,
            followers: followers, jobs: jobs)
        friends = Friends(
            work: work, accounts: accounts, contacts: contacts, relations: relations, friendRequests: friendRequests,
            friendGroups: friendGroups, profiles: profiles)
        friendImports = FriendImports(
            work: work, contacts: contacts, relations: relations, friendRequests: friendRequests,
            friendGroups: friendGroups, friends: friends)
        devices = Devices(
            work: work, accounts: accounts, groupStreams: groupStreams, memberships: memberships, views: views,
            channelFollowers: channelFollowers, broadcasts: broadcasts)
        subscriptions = Subscriptions(
            work: work, accounts: accounts, contacts: contacts, presence: presence,
            followers: followers, devices: devices)
        streamReader = StreamReader(
            work: work, accounts: accounts, conversations: conversations, memberships: memberships, views: views)
        logins = Logins(
            work: work, accounts: accounts, contacts: contacts, groupStreams: groupStreams,
            conversations: conversations, memberships: memberships, views: views, devices: devices,
            subscriptions: subscriptions, streamReader: streamReader, channelResumption: channelResumption,
            broadcasts: broadcasts)
        accountAdministration = AccountAdministration(
            work: work, accounts: accounts, pushAddresses: pushAddresses, relations: relations, profiles: profiles)
        accountDeletion = AccountDeletion(
            work: work, quotas: quotas, repeatedRequests: repeatedRequests, accounts: accounts, contacts: contacts,
            conversations: conversations, memberships: memberships,
            receiveOptions: receiveOptions, groupConversations: groupConversations, storageQuotas: storageQuotas,
            scheduledMessages: scheduledMessages, pushAddresses: pushAddresses, pushes: pushes, groupLife: groupLife,
            presence: presence,
            followers: followers, relations: relations, friendRequests: friendRequests, friendGroups: friendGroups,
            profiles: profiles, devices: devices, jobs: jobs, channelLife: channelLife)
    }

    /// The gateway has started: nobody is there. See `UnheardSessions.beginRun`.
    package func beginRun(patience: Int, grace: Int) throws(StoreError) {
        do throws(CommandError) {
            try backendEndpoints.begin()
            try presence.markAllAway()
            try unheardSessions.beginRun(patience: patience, grace: grace)
            try catchUp()
        } catch {
            throw error.storeError
        }
    }

    /// The node leads from now on: users are where they were.
    package func beginLeading() throws(StoreError) {
        do throws(CommandError) {
            try backendEndpoints.begin()
        } catch {
            throw error.storeError
        }
    }

    /// M-36: what fell due while the gateway was away. Nobody is there to be told: devices learn of it when they come.
    func catchUp() throws(CommandError) {
        try expirations.catchUp()
        try finish()
        work.clearEffects()
    }

    /// Ends a command. Totals that moved are told, once and after everything else (C-29, X-09): time alone moves them too, as
    /// whatever looks at a list finds out. Then the caches may let go; during a command one object stands for one account.
    package func finish() throws(CommandError) {
        work.endCommand()
        storageQuotas.endCommand()
        try groupConversations.emitDeferredViews()
        try memberships.emitTotals()
        accounts.letGo()
        conversations.letGo()
        groups.letGo()
        followers.letGo()
    }

    /// After a rollback nothing in memory is sure: each part forgets its cache.
    package func forget() {
        work.forget()
        storageQuotas.endCommand()
        accounts.forget()
        conversations.forget()
        groups.forget()
        memberships.forget()
        groupConversations.forget()
        followers.forget()
        pushes.forget()
        signals.forget()
        scheduledMessages.forget()
        channelPublishing.forget()
        broadcasts.forget()
        jobs.forget()
    }

    /// All of what goes on in the background, one piece of each.
    package func sweep() throws(CommandError) {
        for subject in SweepSubject.allCases { try sweep(subject) }
    }

    /// Expired conversations leave the totals of the accounts in the cache, and what has been kept long enough is deleted, a
    /// bounded piece at a time. Returns whether the next piece shall follow at once.
    @discardableResult
    package func sweep(_ subject: SweepSubject) throws(CommandError) -> Bool {
        switch subject {
        case .expiredMessages: return try expirations.sweep()
        case .scheduledMessages: return try scheduledMessages.sweep()
        case .lists: try memberships.expireLists()
        case .messages: try messages.trim()
        case .messageChanges: return try messageChanges.trim()
        case .messageImports: try messageImports.trim()
        case .reactions: try reactions.trim()
        case .signals: try signals.sweep()
        case .userStreams: try work.userStreams.trim()
        case .groupStreams: try groupStreams.trim()
        case .groupFiles: try groupFiles.trim()
        case .channels: return try channelLife.sweep()
        case .channelStreams: try channelStreams.trim()
        case .broadcasts: try broadcasts.trim()
        case .followers: try followers.trim()
        case .pendingJoins: try pendingJoins.trim()
        case .pushes: return try pushes.trim()
        case .settingLog: try settingLog.trim()
        case .pushAddresses: try pushAddresses.trim()
        case .storageQuotas: try storageQuotas.trim()
        case .repeatedRequests: return try repeatedRequests.trim()
        case .backendEvents: try backendEndpoints.trim()
        case .audit: try auditLog.trim()
        }
        return false
    }
}

/// The parts of a sweep. Each runs by itself, so that a damaged row of one does not keep the others.
package enum SweepSubject: CaseIterable, Sendable {
    case expiredMessages, scheduledMessages, lists, messages, messageChanges, messageImports
    case reactions, signals
    case userStreams, groupStreams, groupFiles, channels, channelStreams, broadcasts, followers, pendingJoins, pushes
    case settingLog, pushAddresses, storageQuotas, repeatedRequests, backendEvents, audit
}
