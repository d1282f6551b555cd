/// A conversation as it is shown: messages that are stored, the oldest first, and those on their way.
public struct ConversationView: Sendable, Equatable {
    public let messages: [JSON]
    public let unsent: [OutboxEntry]
    /// Whether the newest messages were read.
    public let isLoaded: Bool
    /// Whether there is nothing older.
    public let isComplete: Bool
    /// The text that the user has begun to write.
    public let draft: JSON?
}

extension ConversationView {
    /// Of a conversation of which nothing is known.
    package init() {
        self.init(messages: [], unsent: [], isLoaded: false, isComplete: false, draft: nil)
    }
}

/// The changes of one moment.
public struct StoreChange: Sendable, Equatable {
    /// Whether the list or the total has changed.
    public package(set) var isOfList = false
    /// Those whose messages, unsent ones or draft have.
    public package(set) var conversations: Set<String> = []

    /// Those of `Client.groups` that look different, or whose members do.
    public package(set) var groups: Set<String> = []

    package var isEmpty: Bool { !isOfList && conversations.isEmpty && groups.isEmpty }
}

/// The user's conversations and messages, always as the gateway has them. With rows on the device, the next run shows
/// them without a connection, and only what was missed is read.
package final class Store {
    /// Before the id of a conversation, its last message is noted under it; no id begins so.
    private static let last = "\t"

    struct Actions {
        let whenOpened: (@escaping () -> Void) -> Void
        let history: (_ page: JSON, @escaping (Reply) -> Void) -> Void
        let unsent: () -> [OutboxEntry]
        let unsaved: (MartletError) -> Void
    }

    /// The sum of unread messages over the conversations that count.
    package private(set) var totalUnread = 0
    /// Whether the list was read.
    package private(set) var isListed = false
    private let clock: GatewayClock
    private let local: LocalStore?
    private let actions: Actions
    private(set) lazy var drafts = Drafts(
        draftWrites, changed: { [unowned self] in changed($0) }, unsaved: actions.unsaved)
    private let draftWrites: Writes?
    private lazy var ends = Ends(scheduler, clock) { [unowned self] in changed($0.hasPrefix(Self.last) ? nil : $0) }
    private lazy var pages = Pages(
        local,
        Pages.Actions(
            whenOpened: actions.whenOpened, history: actions.history,
            isAt: { [unowned self] id, window, cursor in windows[id] === window && window.cursor == cursor },
            changed: { [unowned self] in changed($0) }))
    private let scheduler: Scheduler
    private var known: [String: JSON] = [:]
    /// In the order of the list; nil until it is asked for.
    private var sorted: [JSON]?
    private var windows: [String: MessageWindow] = [:]
    /// The conversations with unsent messages.
    private var unsent: Set<String> = []
    /// The user's stream was reset: conversations that the next list has not are gone.
    private var isListVoid = false
    /// Conversations that were deleted, unless the next list has them.
    private var deleted: Set<String> = []
    /// The changes that were not told.
    private var untold = StoreChange()

    /// - Parameter draftWrites: nil if drafts are kept in memory only
    init(
        _ scheduler: Scheduler, _ clock: GatewayClock, _ local: LocalStore?, _ draftWrites: Writes?,
        _ actions: Actions
    ) {
        self.scheduler = scheduler
        self.clock = clock
        self.local = local
        self.draftWrites = draftWrites
        self.actions = actions
        local?.isOpen = { [unowned self] in windows[$0] != nil }
    }

    // MARK: - For the application

    /// Pinned ones first, then by the newest message.
    package func conversations(first count: Int = .max) -> [JSON] {
        let list = sorted ?? known.values.map { ($0, Place(of: $0)) }.sorted { $0.1 < $1.1 }.map(\.0)
        sorted = list
        let now = clock.now
        return list.prefix(count).map { shown($0, at: now) }
    }

    package func conversation(_ id: String) -> JSON? {
        known[id].map { shown($0, at: clock.now) }
    }

    /// The messages of a conversation that are known; `open` reads the first ones.
    package func view(_ id: String) -> ConversationView {
        let window = windows[id] ?? MessageWindow()
        let stored = Set(window.shown.suffix(200).compactMap { $0["clientMsgId"]?.string })
        return ConversationView(
            messages: present(window.shown, at: clock.now),
            unsent: actions.unsent().filter { $0.conversationID == id && !stored.contains($0.clientMsgId) },
            isLoaded: window.isLoaded, isComplete: window.isComplete, draft: drafts[id])
    }

    package func draft(_ id: String) -> JSON? { drafts[id] }

    /// Reads the newest messages, if that was not done: of the device, or of the gateway. If the gateway refuses that,
    /// it is tried again when there is something to read.
    func open(_ id: String, limit: Int, _ done: @escaping (MartletError?) -> Void = { _ in }) {
        let window = window(id)
        if window.isLoaded { return done(nil) }
        pages.read(id, window, limit: limit) { [self] error in
            let missing = limit - window.messages.count
            // This device had some of them. Without an answer, the rest is read when the user asks for older ones.
            if error == nil, local != nil, window.isLoaded, missing > 0 { older(id, limit: missing) }
            done(error)
        }
    }

    func older(_ id: String, limit: Int, _ done: @escaping (MartletError?) -> Void = { _ in }) {
        let window = window(id)
        if window.isComplete { done(nil) } else { pages.read(id, window, limit: limit, done) }
    }

    /// Forgets a conversation's messages here, but for the newest.
    func trim(_ id: String, keep: Int) {
        windows[id]?.trim(keep)
        changed(id)
    }

    /// The changes since this was asked last; nil if there are none.
    func takeChange(of groups: Set<String>) -> StoreChange? {
        var change = untold
        change.groups = groups
        if change.isEmpty { return nil }
        untold = StoreChange()
        for id in change.conversations { ends.note(id, windows[id]?.shown ?? []) }
        return change
    }

    // MARK: - News

    /// Shows the rows of the device, and those of drafts.
    func load(_ draftRows: [StoredRow]) {
        drafts.load(draftRows)
        guard let local, !local.conversations.isEmpty else { return }
        for conversation in local.conversations.values { know(conversation) }
        (totalUnread, isListed) = (local.totalUnread, local.isListed)
        changed()
    }

    /// A session is open.
    func login(_ reply: JSON, clockOffset: Int) {
        clock.tell(offset: clockOffset)
        local?.login(reply)
        ends.look()
    }

    func take(_ event: Event) {
        let data = event.data
        switch event.name {
        case "conversation.new", "conversation.changed": put(data["conversations"]?.array ?? [])
        case "conversation.deleted": delete(texts(data["conversationIDs"]))
        case "conversation.totalUnreadChanged":
            totalUnread = data["total"]?.int ?? totalUnread
            local?.put(totalUnread: totalUnread)
            changed()
        case "receipt.new": takeReceipt(data)
        case "message.new": add(data, isOwn: false)
        case "message.sent":
            add(data, isOwn: true)
            showLast(data)
        case "message.changed": change(data["message"] ?? [:])
        case "message.gone": drop(data.conversationID, [data.msgId])
        case "message.deleted": drop(data.conversationID, Set(texts(data["msgIds"])))
        case "sync.list": replace(data["conversations"]?.array ?? [])
        case "sync.reset":
            reset(data["stream"]?.string ?? "", isGone: data["isGone"]?.bool ?? false, why: data["why"]?.string)
        case "sync.gap":
            guard let id = data["conversationID"]?.string else { break }
            local?.gap(id, to: data["to"]?.int ?? 0)
            reload(id)
        default: break
        }
    }

    /// Unsent messages have come, gone or failed.
    func takeUnsent() {
        let before = unsent
        unsent = Set(actions.unsent().map(\.conversationID))
        for id in before.union(unsent) { changed(id) }
    }

    // MARK: - Messages

    private func window(_ id: String) -> MessageWindow {
        if let window = windows[id] { return window }
        let window = MessageWindow()
        windows[id] = window
        return window
    }

    private func add(_ message: JSON, isOwn: Bool) {
        let id = message.conversationID
        clock.tell(message.time)
        local?.add(message, isOwn: isOwn)
        guard let window = windows[id] else { return }
        if window.add(message) { changed(id) } else { openAgain(id) }
    }

    /// An own message is its conversation's last one, unless it is to some members alone. The gateway says so behind
    /// the reply, which is not told again if the connection is lost between the two.
    private func showLast(_ message: JSON) {
        guard message["visibleTo"] == nil, let conversation = known[message.conversationID],
            conversation.seq < message.seq
        else { return }
        var last = message
        for name in ["conversationID", "clientMsgId", "sessionType"] { last[name] = nil }
        last["timestamp"] = JSON(message.time / 1000)
        put([conversation.merging(["seq": JSON(message.seq), "lastMessage": last])])
    }

    private func change(_ message: JSON) {
        local?.change(message)
        if windows[message.conversationID]?.change(message) == true { changed(message.conversationID) }
    }

    private func drop(_ id: String, _ messages: Set<String>) {
        local?.drop(id, messages)
        if windows[id]?.remove(messages) == true { changed(id) }
    }

    /// It is not known what was missed of a stream: of the user's, which of the messages were deleted.
    /// - Parameter isGone: its messages are the user's no longer
    private func reset(_ stream: String, isGone: Bool, why: String?) {
        if stream == "user", why != "kept" { isListVoid = true }
        if why == "deleted" { deleted.insert(stream) }
        if isGone || why == "deleted" { local?.forgetMessages(stream) } else { local?.reset(stream, why: why) }
        for id in stream == "user" ? Array(windows.keys) : [stream] { reload(id, isShown: why != "deleted") }
    }

    /// The messages of a conversation are void.
    private func forget(_ id: String) {
        if windows.removeValue(forKey: id) != nil { changed(id) }
    }

    /// The same, and a conversation that was open is read again. Its messages stay until there are newer ones, unless
    /// they are gone.
    private func reload(_ id: String, isShown: Bool = true) {
        guard let former = windows[id] else { return }
        forget(id)
        if isShown { window(id).stale = former.shown }
        openAgain(id)
    }

    /// Reads the messages of a conversation that was to be open and is not. Without an answer that is done once more
    /// when there is something to read.
    private func openAgain(_ id: String) {
        open(id, limit: 50)
    }

    // MARK: - The list

    private func put(_ conversations: [JSON]) {
        for conversation in conversations {
            know(conversation)
            local?.put(conversation)
        }
        changed()
    }

    private func know(_ conversation: JSON) {
        let id = conversation.conversationID
        known[id] = conversation
        ends.note(Self.last + id, [conversation["lastMessage"] ?? .null])
    }

    /// The list was read. The gateway's has a limit: a conversation that has left it silently stays here, unpinned.
    private func replace(_ conversations: [JSON]) {
        let listed = Set(conversations.map(\.conversationID))
        for (id, conversation) in known where !listed.contains(id) {
            if isListVoid || deleted.contains(id) {
                delete([id])
            } else if conversation["isPinned"]?.bool == true {
                put([conversation.merging(["isPinned": false])])
            }
        }
        isListVoid = false
        deleted = []
        isListed = true
        put(conversations)
        for id in windows.keys { openAgain(id) }
    }

    private func delete(_ ids: [String]) {
        for id in ids {
            known[id] = nil
            ends.note(Self.last + id, [])
            local?.delete(id)
            forget(id)
        }
        changed()
    }

    private func takeReceipt(_ receipt: JSON) {
        let (id, timestamp) = (receipt.conversationID, receipt["timestamp"]?.int ?? 0)
        guard let conversation = known[id], (conversation["peerReadTime"]?.int ?? 0) < timestamp else { return }
        put([conversation.merging(["peerReadTime": JSON(timestamp)])])
        changed(id)
    }

    private func changed(_ id: String? = nil) {
        if let id {
            untold.conversations.insert(id)
        } else {
            untold.isOfList = true
            sorted = nil
        }
    }
}

/// Where a conversation stands in the list.
private struct Place: Comparable {
    let isPinned: Bool
    let time: Int
    let id: String

    init(of conversation: JSON) {
        isPinned = conversation["isPinned"]?.bool ?? false
        time = conversation["lastMessage"]?.time ?? 0
        id = conversation.conversationID
    }

    static func < (one: Self, other: Self) -> Bool {
        if one.isPinned != other.isPinned { return one.isPinned }
        return one.time != other.time ? one.time > other.time : one.id < other.id
    }
}

private func texts(_ list: JSON?) -> [String] { list?.array?.compactMap(\.string) ?? [] }
