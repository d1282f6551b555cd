import Domain
import Storage

/// The whole state of the chat: accounts, conversations, messages, streams.
///
/// It lives on the store's writer queue and is made of parts. Each part has a subject, the cache for it, its rows and its
/// verbs, and uses only parts that were made before it; what it needs is in its initializer. Its verbs may stand in
/// extensions, in files beside it. A command takes what it needs from the caches or the store, decides by the rules of
/// `Domain`, writes rows, changes the cached objects and leaves events for those concerned. The caller tells the events
/// once the rows are durable. If they do not become so, `forget` drops every cached object, and the store is asked again.
///
/// A command that refuses has written nothing but what time alone has changed, such as expired lists: all its checks stand
/// before its first row. After each command, also one that refused, its caller calls `finish`.
package final class ChatState {
    package let work: UnitOfWork

    // Rows and caches that stand for themselves.
    package let backendEndpoints: BackendEndpoints
    let quotas: Quotas
    let statistics: Statistics
    package let accounts: Accounts
    package let auditLog: AuditLog
    let contacts: Contacts
    let settingLog: SettingLog

    // Conversations, and the groups that have one.
    let conversations: Conversations
    let groups: Groups
    let memberships: Memberships
    let views: Views
    package let conversationLists: ConversationLists
    package let drafts: Drafts
    let deliveryReceipts: DeliveryReceipts
    package let groupMembers: GroupMembers
    package let groupValues: GroupValues

    // Pictures and files, to which messages refer.
    let mediaQuotas: MediaQuotas
    package let uploads: Uploads
    let mediaReferences: MediaReferences

    // Messages: sending, pushing, and changes afterwards.
    package let pushes: Pushes
    package let pushReceipts: PushReceipts
    package let badgePushes: BadgePushes
    package let messageStore: MessageStore
    package let messageChanges: MessageChanges
    let mergedMessages: MergedMessages
    let mediaTelling: MediaTelling
    package let messages: Messages
    package let scheduledMessages: ScheduledMessages
    package let reactions: Reactions
    package let signals: Signals
    package let calls: Calls
    package let edits: Edits

    // Verbs of groups.
    package let groupAdministration: GroupAdministration
    package let groupJoins: GroupJoins
    package let groupLife: GroupLife

    // Channels, and messages of backends that stand in no conversation.
    package let notifications: Notifications
    package let channels: Channels
    package let broadcasts: Broadcasts
    package let rooms: Rooms
    package let roomValues: RoomValues
    package let reports: Reports
    package let repeatedRequests: RepeatedRequests

    // Users, their devices, and what they are told of each other.
    package let subscriptions: Subscriptions
    package let devices: Devices
    package let relations: Relations
    package let jobs: Jobs
    package let profiles: Profiles
    package let friends: Friends
    package let accountAdministration: AccountAdministration

    /// `clock` tells the microseconds since 1970.
    package init(_ options: ChatOptions, store: any Transaction, clock: @escaping () -> Stamp) throws(StoreError) {
        work = try UnitOfWork(options, store: store, clock: clock)
        backendEndpoints = BackendEndpoints(work: work)
        quotas = Quotas(work: work)
        statistics = Statistics(work: work)
        accounts = Accounts(work: work, statistics: statistics)
        auditLog = AuditLog(work: work, accounts: accounts)
        contacts = Contacts(work: work)
        settingLog = SettingLog(work: work)
        conversations = Conversations(work: work, accounts: accounts)
        groups = Groups(
            work: work, quotas: quotas, accounts: accounts, settingLog: settingLog, conversations: conversations)
        memberships = Memberships(
            work: work, accounts: accounts, contacts: contacts, conversations: conversations, groups: groups)
        views = Views(work: work, accounts: accounts, groups: groups, memberships: memberships)
        conversationLists = ConversationLists(
            work: work, accounts: accounts, settingLog: settingLog, conversations: conversations, groups: groups,
            memberships: memberships, views: views)
        drafts = Drafts(
            work: work, accounts: accounts, conversations: conversations, memberships: memberships,
            conversationLists: conversationLists)
        deliveryReceipts = DeliveryReceipts(
            work: work, accounts: accounts, conversations: conversations, memberships: memberships)
        groupMembers = GroupMembers(
            work: work, quotas: quotas, accounts: accounts, settingLog: settingLog, conversations: conversations,
            groups: groups, memberships: memberships, views: views)
        groupValues = GroupValues(work: work, quotas: quotas, groups: groups, groupMembers: groupMembers)
        mediaQuotas = MediaQuotas(work: work)
        uploads = Uploads(work: work, accounts: accounts, mediaQuotas: mediaQuotas)
        mediaReferences = MediaReferences(work: work, uploads: uploads)
        pushes = Pushes(work: work, statistics: statistics, accounts: accounts, settingLog: settingLog)
        pushReceipts = PushReceipts(work: work, pushes: pushes)
        badgePushes = BadgePushes(work: work, accounts: accounts, memberships: memberships, pushes: pushes)
        messageStore = MessageStore(
            work: work, accounts: accounts, conversations: conversations, groups: groups, memberships: memberships,
            views: views, groupMembers: groupMembers, mediaReferences: mediaReferences)
        messageChanges = MessageChanges(
            work: work, accounts: accounts, conversations: conversations, groups: groups, memberships: memberships,
            views: views, conversationLists: conversationLists, messageStore: messageStore)
        mergedMessages = MergedMessages(
            work: work, conversations: conversations, memberships: memberships, mediaReferences: mediaReferences,
            messageStore: messageStore, messageChanges: messageChanges)
        mediaTelling = MediaTelling(
            work: work, uploads: uploads, mediaReferences: mediaReferences, conversations: conversations,
            messageChanges: messageChanges)
        messages = Messages(
            work: work, quotas: quotas, statistics: statistics, accounts: accounts, conversations: conversations,
            groups: groups, memberships: memberships, views: views, groupMembers: groupMembers,
            mediaReferences: mediaReferences, pushes: pushes, messageStore: messageStore,
            mergedMessages: mergedMessages, drafts: drafts)
        scheduledMessages = ScheduledMessages(
            work: work, accounts: accounts, conversations: conversations, mediaReferences: mediaReferences,
            messageStore: messageStore, messages: messages)
        reactions = Reactions(
            work: work, quotas: quotas, accounts: accounts, groups: groups, memberships: memberships, views: views,
            groupMembers: groupMembers, messageChanges: messageChanges, messages: messages)
        signals = Signals(
            work: work, accounts: accounts, conversations: conversations, memberships: memberships, messages: messages)
        calls = Calls(
            work: work, accounts: accounts, conversations: conversations, groups: groups, memberships: memberships,
            pushes: pushes, messages: messages)
        edits = Edits(
            work: work, quotas: quotas, accounts: accounts, conversations: conversations, groups: groups, views: views,
            mediaReferences: mediaReferences, pushes: pushes, messageStore: messageStore,
            messageChanges: messageChanges, messages: messages, mergedMessages: mergedMessages,
            reactions: reactions)
        groupAdministration = GroupAdministration(
            work: work, quotas: quotas, accounts: accounts, conversations: conversations, groups: groups,
            uploads: uploads, groupMembers: groupMembers, messages: messages)
        groupJoins = GroupJoins(
            work: work, quotas: quotas, accounts: accounts, contacts: contacts, conversations: conversations,
            groups: groups, memberships: memberships, groupMembers: groupMembers,
            groupAdministration: groupAdministration)
        groupLife = GroupLife(
            work: work, quotas: quotas, statistics: statistics, accounts: accounts, settingLog: settingLog,
            conversations: conversations, groups: groups, uploads: uploads, views: views, groupMembers: groupMembers,
            groupValues: groupValues, groupAdministration: groupAdministration, groupJoins: groupJoins)
        notifications = Notifications(work: work, accounts: accounts, groups: groups, pushes: pushes)
        channels = Channels(work: work, accounts: accounts, pushes: pushes)
        broadcasts = Broadcasts(work: work)
        rooms = Rooms(work: work, statistics: statistics, accounts: accounts)
        roomValues = RoomValues(work: work, accounts: accounts, rooms: rooms)
        reports = Reports(work: work, statistics: statistics, accounts: accounts, groups: groups)
        repeatedRequests = RepeatedRequests(
            work: work, quotas: quotas, accounts: accounts, groups: groups, views: views,
            messageChanges: messageChanges, channels: channels)
        subscriptions = Subscriptions(work: work, accounts: accounts, contacts: contacts)
        devices = Devices(
            work: work, statistics: statistics, accounts: accounts, contacts: contacts, conversations: conversations,
            groups: groups, memberships: memberships, views: views, calls: calls, channels: channels,
            broadcasts: broadcasts,
            subscriptions: subscriptions, deliveryReceipts: deliveryReceipts)
        relations = Relations(
            work: work, accounts: accounts, contacts: contacts, conversations: conversations, memberships: memberships,
            conversationLists: conversationLists, subscriptions: subscriptions)
        jobs = Jobs(
            work: work, accounts: accounts, auditLog: auditLog, contacts: contacts, conversations: conversations,
            groups: groups, memberships: memberships, conversationLists: conversationLists, pushes: pushes,
            messageStore: messageStore, reactions: reactions, edits: edits, uploads: uploads,
            groupJoins: groupJoins, groupLife: groupLife, channels: channels, reports: reports,
            repeatedRequests: repeatedRequests)
        profiles = Profiles(
            work: work, accounts: accounts, contacts: contacts, conversations: conversations, uploads: uploads,
            subscriptions: subscriptions, jobs: jobs)
        friends = Friends(
            work: work, accounts: accounts, contacts: contacts, subscriptions: subscriptions, relations: relations,
            profiles: profiles)
        accountAdministration = AccountAdministration(
            work: work, quotas: quotas, statistics: statistics, accounts: accounts, contacts: contacts,
            conversations: conversations,
            memberships: memberships, conversationLists: conversationLists, groupMembers: groupMembers,
            uploads: uploads, pushes: pushes, badgePushes: badgePushes, scheduledMessages: scheduledMessages,
            calls: calls, groupLife: groupLife, channels: channels, rooms: rooms, roomValues: roomValues,
            repeatedRequests: repeatedRequests,
            subscriptions: subscriptions, devices: devices, relations: relations, jobs: jobs, profiles: profiles,
            friends: friends)
    }

    /// The gateway has started: nobody is there. See `Pushes.beginRun`.
    package func beginRun(patience: Int, grace: Int) throws(StoreError) {
        do throws(CommandError) {
            try backendEndpoints.begin()
            try subscriptions.markAllAway()
            try pushes.beginRun(patience: patience, grace: grace)
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
        try edits.catchUp()
        try finish()
        work.clearEffects()
    }

    /// Ends a command. Totals that moved are told, once and after everything else (C-29, X-09): time alone moves them too, as
    /// whatever looks at a list finds out. Then the caches may let go; during a command one object stands for one account.
    package func finish() throws(CommandError) {
        work.endCommand()
        quotas.endCommand()
        try groupMembers.emitDeferredViews()
        try memberships.emitTotals()
        try statistics.finish()
        accounts.letGo()
        conversations.letGo()
        groups.letGo()
        subscriptions.letGo()
    }

    /// After a rollback nothing in memory is sure: each part forgets its cache.
    package func forget() {
        work.forget()
        quotas.endCommand()
        statistics.forget()
        accounts.forget()
        conversations.forget()
        groups.forget()
        memberships.forget()
        groupMembers.forget()
        subscriptions.forget()
        uploads.forget()
        pushes.forget()
        pushReceipts.forget()
        signals.forget()
        drafts.forget()
        deliveryReceipts.forget()
        scheduledMessages.forget()
        calls.forget()
        channels.forget()
        broadcasts.forget()
        reports.forget()
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
        case .expiredMessages: return try edits.sweep()
        case .scheduledMessages: return try scheduledMessages.sweep()
        case .lists: try memberships.expireLists()
        case .messages: try messages.trim()
        case .media: return try uploads.sweep()
        case .mediaStates: return try mediaTelling.sweep()
        case .messageChanges: return try messageChanges.trim()
        case .messageImports: try messageStore.trimImports()
        case .reactions: try reactions.trim()
        case .signals: try signals.sweep()
        case .drafts: try drafts.sweep()
        case .deliveryReceipts: return try deliveryReceipts.sweep()
        case .calls: return try calls.sweep()
        case .userStreams: try work.userStreams.trim()
        case .groupStreams: try groups.trimStreams()
        case .groupFiles: try groupLife.trimFiles()
        case .groupCounts: return try groupValues.tellCounts()
        case .channels: return try channels.sweep()
        case .channelStreams: try channels.trim()
        case .broadcasts: try broadcasts.trim()
        case .rooms:
            if rooms.haveEnded, try roomValues.sweep() { return true }
            return try rooms.sweep()
        case .reports: return try reports.trim()
        case .followers: try subscriptions.trim()
        case .pendingJoins: try groupJoins.trim()
        case .pushes: return try pushes.trim()
        case .pushReceipts: try pushReceipts.trim()
        case .settingLog: try settingLog.trim()
        case .pushAddresses: try pushes.trimDevices()
        case .storageQuotas: try quotas.trimUsage()
        case .repeatedRequests: return try repeatedRequests.trim()
        case .backendEvents: try backendEndpoints.trim()
        case .audit: try auditLog.trim()
        case .statistics: return try statistics.sweep()
        }
        return false
    }
}

/// The parts of a sweep. Each runs by itself, so that a damaged row of one does not keep the others.
package enum SweepSubject: CaseIterable, Sendable {
    case expiredMessages, scheduledMessages, lists, messages, media, mediaStates, messageChanges, messageImports
    case reactions, signals, drafts, deliveryReceipts, calls
    case userStreams, groupStreams, groupFiles, groupCounts, channels, channelStreams, broadcasts, rooms, reports
    case followers, pendingJoins
    case pushes, pushReceipts, settingLog, pushAddresses, storageQuotas, repeatedRequests, backendEvents, audit
    case statistics
}
