/// Turns the news of connections into one row of events without holes, doubles and changes of order: it takes the
/// verdicts of a resume in, fetches the events that they leave out, and holds live events of a stream back until
/// that is done.
final class Sync {
    struct Actions {
        let request: (_ op: String, _ data: JSON, _ options: RequestOptions, @escaping (Reply) -> Void) -> Void
        let deliver: (Event) -> Void
    }

    var positions = PositionBook()
    let user: String
    /// Longer gaps are told as `sync.gap` and not fetched.
    let gapLimit: Int
    private(set) lazy var changes = Changes(self)
    private(set) lazy var channels = Channels(self)
    private lazy var streams = EventStreams(self, scheduler)
    private lazy var broadcasts = Broadcasts(self)
    private lazy var messages = MessageStreams(self)
    private let scheduler: Scheduler
    private let actions: Actions
    private var known = KnownConversations()
    /// Counts logins: what an earlier one still fetches is void.
    private var login = 0
    /// Live messages and changes that wait until it is known which conversations have holes.
    private var held: [() -> Void]?
    /// The list is being read.
    private var reader: ListReader?
    private var listing: Later<Bool>
    /// The list is to be read, and has not been.
    private var isListDue = true
    /// The list is an earlier run's, and was not told.
    private var isListUntold = false

    init(_ scheduler: Scheduler, user: String, gapLimit: Int, _ actions: Actions) {
        self.scheduler = scheduler
        self.user = user
        self.gapLimit = gapLimit
        self.actions = actions
        listing = Later(scheduler, true)
    }

    /// The list of conversations as it was told last.
    var conversations: [JSON] { known.all }

    /// Whether all conversations are known, as the positions have them.
    var isListed: Bool { !isListDue }

    /// Goes on with the list of an earlier run.
    func restore(_ conversations: [JSON]) {
        known.put(conversations)
        isListDue = false
        isListUntold = true
    }

    /// A session is open.
    /// - Parameter named: the positions that were named in its `resume`
    func login(_ reply: JSON, named: JSON?) {
        begin()
        held = nil
        let groups = reply["groups"] ?? [:]
        guard positions.user != nil, let resume = reply["resume"], !resume.isNull else {
            positions.user = reply["stream"]?["seq"]?.int ?? 0
            positions.groups = OrderedMap(integers(groups))
            broadcasts.login(reply, verdict: nil)
            channels.login(reply["channels"], verdicts: nil)
            readList()
            return
        }
        // A resume leaves out conversations that were not named, since there were too many. An older copy of the
        // gateway's store has older last messages, of which nothing is told.
        let verdicts = resume["conversations"]?.object?.members ?? []
        let isWhole = positions.areAllIn(named) && !verdicts.contains { $0.value["why"]?.string == "beyond" }
        broadcasts.login(reply, verdict: resume["broadcasts"])
        channels.login(reply["channels"], verdicts: resume["channels"])
        streams.resumeGroups(resume["groups"] ?? [:], groups)
        changes.resume(resume["changes"])
        messages.resume(resume["conversations"])
        for (_, verdict) in verdicts {
            if let unreadCount = verdict["unreadCount"]?.int, let last = verdict["messages"]?.array?.last {
                imply(last, unreadCount: unreadCount)
            }
        }
        let ofUser = resume["user"] ?? [:]
        streams.resumeUser(ofUser)
        if ofUser["verdict"]?.string == "gap" || isListDue || !isWhole {
            complete()
        } else if isListUntold {
            tellList(known.all)
        }
    }

    private func tellList(_ conversations: [JSON]) {
        isListUntold = false
        deliver(Event("sync.list", ["conversations": JSON(conversations)]))
    }

    /// A live event.
    func event(_ event: Event) {
        let data = event.data
        switch event.name {
        case "message.new":
            var message = data
            message["unreadCount"] = nil
            message["totalUnread"] = nil
            if let live = MessageStreams.Live(message, isOwn: false) {
                whenComplete { [unowned self] in messages.live(live) }
            }
            imply(message, unreadCount: data["unreadCount"]?.int, totalUnread: data["totalUnread"])
        case "broadcast.new": broadcasts.live(data)
        case "channel.message": channels.live(data)
        case "message.changed", "message.gone": whenComplete { [unowned self] in changes.live(data) }
        case "conversation.syncFinish" where data["isComplete"]?.bool != true:
            deliver(event)
            readList()
        default:
            if event.stream != nil, event.seq != nil { streams.live(event) } else { take(event) }
        }
    }

    /// An own message was stored.
    func own(_ message: JSON) {
        if message["isExpired"]?.bool == true { return }
        if let live = MessageStreams.Live(message, isOwn: true) {
            if messages.isLate(live) {
                messages.live(live)
            } else {
                whenComplete { [unowned self] in messages.live(live) }
            }
        }
        imply(message)
    }

    /// Tells the news that a lean session is not told: what a message between two has done to the list and the total.
    func imply(_ message: JSON, unreadCount: Int? = nil, totalUnread: JSON? = nil) {
        guard let id = message["conversationID"]?.string, id.hasPrefix("c2c_") else { return }
        if unreadCount != nil || message["from"]?.string == user,
            let conversation = known.after(message, unreadCount: unreadCount, change: positions.changes[id])
        {
            take(Event("conversation.changed", ["conversations": [conversation]]))
        }
        if let totalUnread { take(Event("conversation.totalUnreadChanged", ["total": totalUnread])) }
    }

    // MARK: - For the streams

    /// Asks for something that may be asked twice.
    func read(_ op: String, _ data: JSON, _ done: @escaping (Reply) -> Void) {
        actions.request(op, data, RequestOptions(timeout: 0, key: .none), done)
    }

    func deliver(_ event: Event) {
        actions.deliver(event)
    }

    /// A fetch has failed: tells it, unless the client was stopped.
    func isOver(_ stream: String, _ error: MartletError) -> Bool {
        if error.name == "stopped" { return true }
        deliver(Event("sync.failed", ["stream": JSON(stream), "error": error.json]))
        return false
    }

    /// - Parameter isMissed: it was fetched, and is of some time ago
    func take(_ event: Event, isMissed: Bool = false) {
        let data = event.data
        switch event.name {
        case "conversation.new", "conversation.changed": takeConversations(event, isMissed: isMissed)
        case "conversation.deleted":
            let ids = data["conversationIDs"]?.array?.compactMap(\.string) ?? []
            reader?.touch(deleted: ids)
            known.delete(ids)
            for id in ids { positions.forget(id) }
        case "receipt.new": known.read(data)
        case "channel.subscriptionChanged", "channel.destroyed":
            guard let id = data["channelID"]?.string else { break }
            if event.name == "channel.subscriptionChanged", data["isSubscribed"]?.bool == true {
                channels.follow(id, data["seq"]?.int ?? 0)
            } else {
                channels.forget(id)
            }
        case "message.deleted": changes.forget(data["msgIds"]?.array?.compactMap(\.string) ?? [])
        default: break
        }
        deliver(event)
    }

    private func takeConversations(_ event: Event, isMissed: Bool) {
        let conversations = event.data["conversations"]?.array ?? []
        reader?.touch(conversations)
        known.put(conversations)
        // With a message that waits. Where its conversation begins, the user's stream says.
        if held != nil, event.stream == nil { return }
        for conversation in conversations {
            guard let id = conversation["conversationID"]?.string, positions.of(id) == nil else { continue }
            let seq = conversation["seq"]?.int ?? 0
            // The message with which a conversation begins comes behind this; of one that was missed nothing was
            // told.
            let before = event.name == "conversation.new" ? (isMissed ? 0 : max(0, seq - 1)) : seq
            messages.list(id, before)
            changes.compare(id, conversation["change"]?.int)
        }
    }

    /// Reads the list of conversations, and the messages that it shows to be missing. It comes to false if the
    /// client was stopped, or has begun anew: then the next login does it.
    @discardableResult
    func readList() -> Later<Bool> {
        isListDue = true
        let (reader, listing) = (ListReader(self), Later<Bool>(scheduler))
        self.reader = reader
        self.listing = listing
        known.begin()
        // Which conversations are new is in the user's stream.
        streams.filled.then { [unowned self] isFilled in
            guard self.reader === reader else { return listing.settle(false) }
            guard isFilled else {
                self.reader = nil
                return listing.settle(false)
            }
            reader.read { [unowned self] result in listing.settle(take(result, reader)) }
        }
        return listing
    }

    private func take(_ result: Result<[JSON], MartletError>, _ reader: ListReader) -> Bool {
        guard self.reader === reader else { return false }
        self.reader = nil
        switch result {
        case .failure(let error):
            known.end()
            return !isOver("list", error)
        case .success(let read):
            let conversations = known.replace(read)
            isListDue = false
            tellList(conversations)
            for conversation in conversations.reversed() {
                guard let id = conversation["conversationID"]?.string else { continue }
                changes.compare(id, conversation["change"]?.int)
                messages.compare(id, conversation["seq"]?.int ?? 0)
            }
            return true
        }
    }

    // MARK: - Beginning

    /// Everything that is under way is void.
    private func begin() {
        login += 1
        reader = nil
        known.end()
        streams.begin()
        broadcasts.begin()
        channels.begin()
        changes.begin()
        messages.begin()
    }

    /// Takes in a live message or change, now or as soon as it is known what is missing before it.
    private func whenComplete(_ take: @escaping () -> Void) {
        if held != nil { held?.append(take) } else { take() }
    }

    /// Live messages wait until the user's stream is filled and the list is read: only then it is known which
    /// conversations have begun meanwhile, and which have holes. If the client is stopped before, they wait for the
    /// next login, which forgets them and is given them again; if this begins anew, that goes on holding them.
    private func complete() {
        let login = login
        if held == nil { held = [] }
        streams.filled.then { [unowned self] isFilled in
            guard isFilled, login == self.login else { return }
            release(after: readList(), login)
        }
    }

    private func release(after listing: Later<Bool>, _ login: Int) {
        listing.then { [unowned self] isRead in
            guard login == self.login else { return }
            if reader != nil { return release(after: self.listing, login) }
            guard isRead else { return }
            let held = held ?? []
            self.held = nil
            for take in held { take() }
        }
    }
}
