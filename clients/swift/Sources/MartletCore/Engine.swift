/// A client without its surroundings: a synchronous state machine. Frames, finished writes, calls and the time come
/// in; frames, writes and events go out. It has no clock, no socket and no thread; what it is given and gives is in
/// `Input` and `Output`.
package final class Engine {
    package struct Options: Sendable {
        package var user: String
        package var device: String
        package var platform: String
        /// How many missed messages of a conversation are fetched.
        package var gapLimit: Int
        /// Whether positions of delivered events are kept in the storage, so that the next run goes on there.
        package var keepsPositions: Bool
        /// Whether conversations and messages are, with the positions.
        package var keepsStore: Bool
        /// For so many days messages stay on the device: as the gateway keeps them if this is nil.
        package var keepDays: Int?

        package init(
            user: String, device: String, platform: String, gapLimit: Int = 1000, keepsPositions: Bool = false,
            keepsStore: Bool = false, keepDays: Int? = nil
        ) {
            self.user = user
            self.device = device
            self.platform = platform
            self.gapLimit = gapLimit
            self.keepsPositions = keepsPositions
            self.keepsStore = keepsStore
            self.keepDays = keepDays
        }
    }

    private enum Loading {
        case notYet
        /// Those who wait for it.
        case underWay([(MartletError?) -> Void])
        case done
    }

    private let options: Options
    private let scheduler: Scheduler
    private var outputs: [Output] = []
    private var loading = Loading.notYet
    private var isWanted = false
    /// Told once for all that an input has done.
    private var isOutboxChanged = false
    private lazy var writes: Writes = Writes { [unowned self] call, storage in
        outputs.append(.storage(call: call, storage))
    }
    private lazy var clock = GatewayClock(scheduler)
    private lazy var rows: LocalStore? =
        options.keepsStore ? LocalStore(clock, writes, keepDays: options.keepDays) : nil
    private lazy var kept: KeptPositions? =
        options.keepsPositions || options.keepsStore
        ? KeptPositions(
            scheduler, sync, writes, rows,
            KeptPositions.Actions(
                unsaved: { [unowned self] in unsaved($0) }, rescue: { [unowned self] in rescue($0, $1) })) : nil
    package private(set) lazy var store: Store = Store(
        scheduler, clock, rows, rows == nil ? nil : writes,
        Store.Actions(
            whenOpened: { [unowned self] action in load { [unowned self] _ in scheduler.next(action) } },
            history: { [unowned self] in
                readPage($0, RequestOptions(timeout: 0, key: .none), $1)
            },
            unsent: { [unowned self] in outbox.list }, unsaved: { [unowned self] in unsaved($0) }))
    package private(set) lazy var groups: Groups = Groups(
        scheduler, clock, writes,
        Groups.Actions(
            whenLoaded: { [unowned self] action in load { _ in action() } },
            request: { [unowned self] in link.request($0, $1, $2, $3) },
            isOpen: { [unowned self] in link.state.isOpen },
            failed: { [unowned self] in
                deliver(Event("sync.failed", ["stream": "groups", "error": $0.json]))
            }, unsaved: { [unowned self] in unsaved($0) }))
    private lazy var sync: Sync = Sync(
        scheduler, user: options.user, gapLimit: options.gapLimit,
        Sync.Actions(
            request: { [unowned self] in link.request($0, $1, $2, $3) }, deliver: { [unowned self] in deliver($0) }))
    private lazy var outbox: Outbox = Outbox(
        scheduler, user: options.user, writes: writes,
        Outbox.Actions(
            request: { [unowned self] in link.request($0, $1, $2, $3) }, sent: { [unowned self] in sync.own($0) },
            unsaved: { [unowned self] in unsaved($0) },
            changed: { [unowned self] in isOutboxChanged = true }))
    private lazy var link: Link = Link(
        scheduler, Link.Identity(user: options.user, device: options.device, platform: options.platform),
        Link.Actions(
            connect: { [unowned self] in outputs.append(.connect(connection: $0)) },
            send: { [unowned self] in outputs.append(.send(connection: $0, text: $1)) },
            close: { [unowned self] in outputs.append(.close(connection: $0)) },
            askToken: { [unowned self] in outputs.append(.askToken(question: $0, isRefused: $1)) },
            positions: { [unowned self] in sync.positions.named() },
            become: { [unowned self] in become($0) },
            login: { [unowned self] in login($0, named: $1) },
            event: { [unowned self] in sync.event($0) }))

    /// - Parameter chance: a number from 0 up to 1, for pauses
    package init(_ options: Options, at moment: Moment, chance: @escaping () -> Double) {
        self.options = options
        scheduler = Scheduler(moment: moment, chance: chance)
    }

    /// When it wants to be told the time, of the time that has elapsed.
    package var nextDue: Int? { scheduler.nextDue }

    /// The list of conversations as it was told last.
    package var conversations: [JSON] { sync.conversations }
    /// How many messages are unread in all, as it was told last.
    package var totalUnread: Int { store.totalUnread }
    package var unsent: [OutboxEntry] { outbox.list }
    package var state: ClientState { link.state }

    package func handle(_ input: Input, at moment: Moment) -> [Output] {
        scheduler.advance(to: moment)
        take(input)
        scheduler.run()
        if isOutboxChanged {
            store.takeUnsent()
            outputs.append(.outboxChanged)
        }
        isOutboxChanged = false
        if let change = store.takeChange(of: groups.takeChanged()) { outputs.append(.storeChanged(change)) }
        defer { outputs = [] }
        return outputs
    }

    private func take(_ input: Input) {
        switch input {
        case .open(let call): open(call)
        case .connect(let call): connect(call)
        case .disconnect: disconnect()
        case .leave(let call): leave(call)
        case .signOut(let call): signOut(call)
        case .wake: link.wake()
        case .request(let call, let op, let data, let options): request(call, op, data, options)
        case .send(let call, let id, let message): outbox.add(id, message, finish(call))
        case .history(let call, let page, let options):
            whenLoaded { [unowned self] in readPage(page, options, finish(call)) }
        case .openConversation(let call, let id, let limit): store.open(id, limit: limit, finishRead(call))
        case .older(let call, let id, let limit): store.older(id, limit: limit, finishRead(call))
        case .trim(let id, let keep): store.trim(id, keep: keep)
        case .keepDraft(let id, let draft): store.drafts.keep(id, draft)
        case .groups(let input): groups.take(input, finishRead)
        case .retry(let call, let clientMsgId): outbox.retry(clientMsgId, finish(call))
        case .discard(let clientMsgId): outbox.discard(clientMsgId)
        case .token(let question, let token): link.give(token, to: question)
        case .accepted(let connection): link.accepted(connection)
        case .received(let connection, let text): link.received(connection, text)
        case .closed(let connection, let code, let reason): link.closed(connection, code: code, reason: reason)
        case .stored(let call, let rows): writes.answered(call, rows)
        case .time: break
        }
    }

    // MARK: - Calls

    private func open(_ call: Int) {
        load { [unowned self] error in finish(call)(error.map { .failure($0) } ?? .success([:])) }
    }

    private func connect(_ call: Int) {
        isWanted = true
        load { [unowned self] error in
            if let error {
                // Without its positions it would tell events twice.
                isWanted = false
                return finish(call)(.failure(error))
            }
            if isWanted { link.start() }
            finish(call)(.success([:]))
        }
    }

    private func disconnect(_ written: @escaping () -> Void = {}) {
        isWanted = false
        link.stop()
        if let kept { kept.flush(written) } else { written() }
    }

    private func leave(_ call: Int) {
        disconnect { [unowned self] in
            writes.write([]) { [unowned self] error in
                finish(call)(error.map { .failure($0) } ?? .success([:]))
            }
        }
    }

    private func signOut(_ call: Int) {
        disconnect()
        kept?.end()
        store.drafts.clear()
        groups.clear()
        outbox.clear()
        writes.clear(keeping: []) { [unowned self] in finish(call)($0.map { _ in [:] }) }
    }

    private func request(_ call: Int, _ op: String, _ data: JSON, _ options: RequestOptions) {
        whenLoaded { [unowned self] in
            link.request(op, data, options) { [unowned self] (reply: Reply) in
                if case .success(let ok) = reply { note(op, data, ok) }
                finish(call)(reply)
            }
        }
    }

    /// Reads messages as they are now: a change that comes while the page is on its way is in it.
    private func readPage(_ page: JSON, _ options: RequestOptions, _ done: @escaping (Reply) -> Void) {
        link.request("message.history", page, options) { [unowned self] (reply: Reply) in
            guard case .success(let read) = reply, let id = page["conversationID"]?.string else { return done(reply) }
            sync.changes.complete(id, read["change"]?.int ?? 0) { [unowned self] error in
                if let error { return done(.failure(error)) }
                let messages = sync.changes.present(read["messages"]?.array ?? [])
                done(.success(read.merging(["messages": JSON(messages)])))
            }
        }
    }

    private func finishRead(_ call: Int) -> (MartletError?) -> Void {
        { [unowned self] error in finish(call)(error.map { .failure($0) } ?? .success([:])) }
    }

    private func finish(_ call: Int) -> (Reply) -> Void {
        { [unowned self] in outputs.append(.done(call: call, $0)) }
    }

    /// Requests right after `connect` wait for the storage, as the connection does.
    private func whenLoaded(_ action: @escaping () -> Void) {
        switch loading {
        case .underWay(let actions): loading = .underWay(actions + [{ _ in action() }])
        case .notYet, .done: action()
        }
    }

    /// Reads the storage, unless that was done. Positions that are kept and cannot be read are tried again each time.
    private func load(_ done: @escaping (MartletError?) -> Void) {
        switch loading {
        case .done: done(nil)
        case .underWay(let actions): loading = .underWay(actions + [done])
        case .notYet:
            loading = .underWay([done])
            read()
        }
    }

    private func read() {
        var spaces = [Outbox.space]
        if kept != nil { spaces += KeptPositions.spaces }
        if rows != nil { spaces += LocalStore.spaces + [Drafts.space] }
        writes.read(spaces.map { StoredRange($0) }) { [unowned self] result in
            switch result {
            case .success(let rows): take(Dictionary(zip(spaces, rows)) { $1 })
            case .failure(let error) where error.name == "damaged" && rows != nil: readAgain(error)
            case .failure(let error): goOn(without: error)
            }
        }
    }

    private func take(_ spaces: [String: [StoredRow]]) {
        let take = { (space: String) in spaces[space] ?? [] }
        let meta = take(KeptPositions.spaces[0])
        let (conversations, shelves) = (take(LocalStore.spaces[0]), take(LocalStore.spaces[1]))
        if let rows, !rows.load(meta: meta, conversations: conversations, shelves: shelves) {
            return readAgain(MartletError(name: "damaged", message: "the store is of a later release"))
        }
        kept?.load(meta, take(KeptPositions.spaces[1]))
        outbox.load(take(Outbox.space))
        store.load(take(Drafts.space))
        endLoading(.done, nil)
    }

    private func readAgain(_ reason: MartletError) {
        rescue(reason) { [unowned self] isEmpty in
            if isEmpty { read() } else { goOn(without: reason) }
        }
    }

    /// Goes on with the outbox and the drafts alone; the rest is read from the gateway again.
    private func rescue(_ reason: MartletError, _ done: @escaping (_ isEmpty: Bool) -> Void) {
        writes.clear(keeping: LocalStore.own) { [unowned self] result in
            if case .failure(let error) = result {
                unsaved(error)
                return done(false)
            }
            outputs.append(.storeLost(reason))
            done(true)
        }
    }

    /// The storage cannot be read.
    private func goOn(without error: MartletError) {
        if options.keepsPositions { return endLoading(.notYet, error) }
        kept?.end()
        unsaved(error)
        outbox.load([])
        endLoading(.done, nil)
    }

    private func endLoading(_ loading: Loading, _ error: MartletError?) {
        guard case .underWay(let actions) = self.loading else { return }
        self.loading = loading
        for action in actions { action(error) }
    }

    /// This device has done something that the gateway tells to others only.
    private func note(_ op: String, _ data: JSON, _ ok: JSON) {
        switch op {
        case "channel.subscribe":
            if let id = ok["channelID"]?.string { sync.channels.follow(id, ok["seq"]?.int ?? 0) }
        case "channel.unsubscribe":
            if let id = data["channelID"]?.string { sync.channels.forget(id) }
        case "message.send":
            sync.imply((["type": 0, "from": JSON(options.user)] as JSON).merging(data).merging(ok))
        case "friend.modify": deliver(Event("friend.modified", data))
        case "group.setAttributes":
            deliver(Event("group.attributesSet", (["userID": JSON(options.user)] as JSON).merging(data)))
        default: break
        }
    }

    // MARK: - What comes out

    private func become(_ state: ClientState) {
        outputs.append(.state(state))
        if state.isOpen { groups.opened() }
    }

    private func login(_ reply: JSON, named: JSON?) {
        let clockOffset = link.state.clockOffset ?? 0
        outbox.login(reply, clockOffset: clockOffset)
        store.login(reply, clockOffset: clockOffset)
        sync.login(reply, named: named)
        groups.login(reply, isResumed: named != nil)
    }

    private func deliver(_ event: Event) {
        store.take(event)
        groups.take(event)
        outputs.append(.event(event))
        if isWanted { kept?.save() }
    }

    private func unsaved(_ error: MartletError) {
        outputs.append(.unsaved(error))
    }
}
