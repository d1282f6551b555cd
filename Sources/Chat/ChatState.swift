import ClientProtocol
import Domain
import Security
import Storage

/// What the gateway knows of its users: accounts, conversations, messages, streams.
///
/// The state live on the store's writer thread. An entry takes what it needs from the caches or the store, decides by the
/// rules of `Domain`, writes rows, changes the cached objects and leaves events for those concerned. Whoever keeps the state
/// tells the events once the rows are durable. If they do not become so, `forget` drops every cached object, and the store
/// is asked again.
///
/// An entry that refuses has written nothing but what time alone has changed, such as expired lists: all its checks stand
/// before its first row. Whoever has called a command calls
/// `finish`, also if it refused.
package final class ChatState {
    let options: ChatOptions
    let clock: () -> Int64
    /// What digests of requests are made with.
    package let digestKey: DigestKey
    /// The transaction of the current command.
    package unowned(unsafe) var store: any Transaction

    /// What has been left to tell, in order.
    package var serverEvents: [ServerEvent] = []
    /// Whose conversations with groups have changed in the current command.
    var deferredViews = DeferredViews()
    /// Whose totals have moved in the current command.
    var moved: [Account] = []
    /// T-31: what the administrator at work adds to notifications; nil in a member's entries.
    package var notifyExt: String?
    /// An administrator is at work: its backend knows what it does.
    package var isForAdministrator = false

    var accounts: GenerationCache<Int64, Account>
    var accountNumbers: GenerationCache<String, Int64>
    var conversations: GenerationCache<Int64, Conversation>
    var conversationNumbers: GenerationCache<Pair, Int64>
    var groups: GenerationCache<Int64, Group>
    /// By the publisher's number and the type.
    var followerSets: GenerationCache<Int64, FollowerSet>
    /// Who may be there, by account number, once it has been asked for: everybody who is, and perhaps some who have logged in
    /// by what was taken back.
    var present: Set<Int64>?
    /// A push has been ordered since the last commit.
    package var hasNewPushJobs = false
    /// Receivers with a device who are not pushed to, since the last commit.
    package var suppressedPushes: [PushObstacle: Int] = [:]
    /// Something was taken back, or a group has left the cache: what users have been told since the start is no longer all
    /// known.
    var hasForgotten = false
    var lastAccount: Int64?
    var lastGroup: Int64?
    var lastConversation: Int64?
    var lastStamp: Int64 = 0
    /// No stamp is beyond it: what the store would know after a crash.
    var reservedStamp: Int64 = 0
    /// How many members and followers have been told or gone through since the start: what a command costs beside what the store
    /// does for it.
    package var visits = 0
    var sweeps = Sweeps()
    /// Perhaps something is left to do. Until it has been looked for, nobody knows.
    package var hasJobs = true
    /// The last one that a piece was done of.
    var lastJob: Int64 = 0

    /// `clock` tells the microseconds since 1970.
    package init(_ options: ChatOptions, store: any Transaction, clock: @escaping () -> Int64) throws(StoreError) {
        self.options = options
        self.clock = clock
        self.store = store
        digestKey = try Chat.digestKey(in: store)
        accounts = GenerationCache(limit: options.cacheBytes / 4)
        accountNumbers = GenerationCache(limit: options.cacheBytes / 16)
        conversations = GenerationCache(limit: options.cacheBytes / 4)
        conversationNumbers = GenerationCache(limit: options.cacheBytes / 16)
        groups = GenerationCache(limit: options.cacheBytes / 8)
        followerSets = GenerationCache(limit: options.followerCacheBytes / 2)
        try readClock()
    }

    /// Ends a command. Totals that moved are told, once and after everything else (C-29, X-09): time alone moves them too, as
    /// whatever looks at a list finds out. Then the caches may let go; during a command one object stands for one account.
    package func finish() throws {
        notifyExt = nil
        isForAdministrator = false
        try emitDeferredViews()
        for account in moved { try emitTotal(of: account) }
        moved.removeAll(keepingCapacity: true)
        accounts.letGo()
        accountNumbers.letGo()
        conversations.letGo()
        conversationNumbers.letGo()
        if groups.letGo() { hasForgotten = true }
        followerSets.letGo()
    }

    /// After a rollback nothing in memory is sure.
    package func forget() {
        serverEvents = []
        moved = []
        deferredViews = DeferredViews()
        notifyExt = nil
        isForAdministrator = false
        accounts.removeAll()
        accountNumbers.removeAll()
        conversations.removeAll()
        conversationNumbers.removeAll()
        groups.removeAll()
        followerSets.removeAll()
        hasForgotten = true
        hasNewPushJobs = false
        suppressedPushes = [:]
        hasJobs = true
        lastAccount = nil
        lastGroup = nil
        lastConversation = nil
        // Stamps that were given to what did not happen are not given again, and the reservation is made anew.
        reservedStamp = 0
    }

    func emit(_ content: ServerEvent.Content, to account: Account, sparingOrigin: Bool = false) {
        serverEvents.append(ServerEvent(content, to: account.id, sparesOrigin: sparingOrigin))
    }
}

/// Something to tell to a user's devices. A class, since it goes through many hands.
package final class ServerEvent: Sendable {
    package enum Content: Sendable {
        case message(MessageView)
        /// `seq`: its place in the user's stream; nil if it is not in it.
        case conversations([ConversationView], isNew: Bool, seq: Int64?)
        /// `ids`: a JSON list of them.
        case conversationsDeleted(_ ids: String, seq: Int64)
        case total(Int64)
        case receipt(ReceiptView, seq: Int64)
        /// `group`: the id.
        case groupReceipts([GroupReceiptView], group: String)
        /// `seq`: nil for what only the user's other devices are told.
        case relation(RelationView, seq: Int64?)
        case profile(UserID, seq: Int64)
        case friendGroups(FriendGroupsChange)
        /// To the user's other devices; those that are away find it in the stream.
        case subscriptions(SubscriptionChanges, seq: Int64)
        /// To the user's other devices.
        case quietHours(QuietHours)
        /// To followers alone.
        case subscriptionEvent(SubscriptionEvent)
        /// `isOfGroup`: its seq is of the group's stream, and not of the user's.
        case group(GroupEvent, isOfGroup: Bool)
        /// From here on the user's sessions hear what concerns all members of the group; or no longer.
        case entered(group: Int64)
        case left(group: Int64)
        /// The account can no longer be used: its sessions end.
        case accountEnded
    }

    package enum Audience: Sendable {
        /// `sparesOrigin`: not the device that caused it, which has its reply.
        case user(UserID, sparesOrigin: Bool)
        /// All members but these, by account number.
        case group(Int64, except: Set<Int64>)
        case followers([Follower])
    }

    package let content: Content
    package let audience: Audience

    init(_ content: Content, to recipient: UserID, sparesOrigin: Bool) {
        self.content = content
        audience = .user(recipient, sparesOrigin: sparesOrigin)
    }

    init(_ content: Content, toFollowers followers: [Follower]) {
        self.content = content
        audience = .followers(followers)
    }

    init(_ content: Content, toGroup group: Int64, except exceptions: Set<Int64>) {
        self.content = content
        audience = .group(group, except: exceptions)
    }
}

/// Two account numbers, the lower first.
struct Pair: Hashable {
    let low: Int64
    let high: Int64

    init(_ one: Int64, _ other: Int64) {
        low = min(one, other)
        high = max(one, other)
    }
}
