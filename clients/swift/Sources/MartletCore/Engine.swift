/// An input of the engine.
package enum Input: Sendable {
    /// Connects, and stays connected. A second call does nothing.
    case connect(call: Int)
    /// Ends the session. Unsent messages stay in the storage.
    case disconnect
    /// Ends the session as well, and is done when all is written.
    case leave(call: Int)
    /// Ends the session and forgets everything that is kept of this user.
    case signOut(call: Int)
    /// The application is seen again, or the network is back.
    case wake
    /// Asks for any operation.
    case request(call: Int, op: String, data: JSON, RequestOptions)
    /// Sends a message: the parameters of `message.send`, without the conversation.
    case send(call: Int, conversationID: String, message: JSON)
    /// Reads a page of messages, as they are now.
    case history(call: Int, page: JSON, RequestOptions)
    case retry(call: Int, clientMsgId: String)
    case discard(clientMsgId: String)
    /// The token that was asked for; nil: the application has none.
    case token(question: Int, String?)
    case accepted(connection: Int)
    case received(connection: Int, text: String)
    case closed(connection: Int, code: Int, reason: String)
    /// The storage has done a call; a read has the rows of each space.
    case stored(call: Int, Result<[[StoredRow]], MartletError>)
    /// Time has passed.
    case time
}

/// An output of the engine, in the order in which they are to be done.
package enum Output: Sendable {
    /// A connection is to be made; connections are counted.
    case connect(connection: Int)
    case send(connection: Int, text: String)
    case close(connection: Int)
    case askToken(question: Int, isRefused: Bool)
    case event(Event)
    case state(State)
    /// The end of a call.
    case done(call: Int, Result<JSON, MartletError>)
    case storage(call: Int, StorageCall)
    /// The storage fails: messages are only in memory.
    case unsaved(MartletError)
    /// Messages have come into the outbox, gone or failed.
    case outboxChanged
}

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

        package init(user: String, device: String, platform: String, gapLimit: Int = 1000, keepsPositions: Bool = false)
        {
            self.user = user
            self.device = device
            self.platform = platform
            self.gapLimit = gapLimit
            self.keepsPositions = keepsPositions
        }
    }

    private enum Loading {
        case notYet
        /// The calls that wait for it.
        case underWay([() -> Void])
        case done
        /// Until the next try.
        case failed(MartletError)
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
    private lazy var kept: KeptPositions? =
        options.keepsPositions ? KeptPositions(scheduler, sync, writes) { [unowned self] in unsaved($0) } : nil
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
            become: { [unowned self] in outputs.append(.state($0)) },
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
    package private(set) var totalUnread = 0
    package var unsent: [OutboxEntry] { outbox.list }
    package var state: State { link.state }

    package func handle(_ input: Input, at moment: Moment) -> [Output] {
        scheduler.advance(to: moment)
        take(input)
        scheduler.run()
        if isOutboxChanged { outputs.append(.outboxChanged) }
        isOutboxChanged = false
        defer { outputs = [] }
        return outputs
    }

    private func take(_ input: Input) {
        switch input {
        case .connect(let call): connect(call)
        case .disconnect: disconnect()
        case .leave(let call): leave(call)
        case .signOut(let call): signOut(call)
        case .wake: link.wake()
        case .request(let call, let op, let data, let options): request(call, op, data, options)
        case .send(let call, let id, let message): outbox.add(id, message, finish(call))
        case .history(let call, let page, let options): history(call, page, options)
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

    private func connect(_ call: Int) {
        isWanted = true
        let isFirst =
            switch loading {
            case .notYet, .failed: true
            case .underWay, .done: false
            }
        if isFirst { loading = .underWay([]) }
        whenLoaded { [unowned self] in
            if case .failed(let error) = loading { return finish(call)(.failure(error)) }
            if isWanted { link.start() }
            finish(call)(.success([:]))
        }
        if isFirst { load() }
    }

    private func disconnect() {
        isWanted = false
        kept?.flush()
        link.stop()
    }

    private func leave(_ call: Int) {
        disconnect()
        writes.write([]) { [unowned self] error in
            finish(call)(error.map { .failure($0) } ?? .success([:]))
        }
    }

    private func signOut(_ call: Int) {
        disconnect()
        kept?.clear()
        outbox.clear()
        writes.clear { [unowned self] in finish(call)($0.map { _ in [:] }) }
    }

    private func request(_ call: Int, _ op: String, _ data: JSON, _ options: RequestOptions) {
        whenLoaded { [unowned self] in
            link.request(op, data, options) { [unowned self] (reply: Reply) in
                if case .success(let ok) = reply { note(op, data, ok) }
                finish(call)(reply)
            }
        }
    }

    private func history(_ call: Int, _ page: JSON, _ options: RequestOptions) {
        whenLoaded { [unowned self] in
            link.request("message.history", page, options) { [unowned self] (reply: Reply) in
                guard case .success(let read) = reply, let id = page["conversationID"]?.string else {
                    return finish(call)(reply)
                }
                sync.changes.complete(id, read["change"]?.int ?? 0) { [unowned self] error in
                    if let error { return finish(call)(.failure(error)) }
                    let messages = sync.changes.present(read["messages"]?.array ?? [])
                    finish(call)(.success(read.merging(["messages": JSON(messages)])))
                }
            }
        }
    }

    private func finish(_ call: Int) -> (Reply) -> Void {
        { [unowned self] in outputs.append(.done(call: call, $0)) }
    }

    /// Requests right after `connect` wait for the storage, as the connection does.
    private func whenLoaded(_ action: @escaping () -> Void) {
        switch loading {
        case .underWay(let actions): loading = .underWay(actions + [action])
        case .notYet, .done, .failed: action()
        }
    }

    private func load() {
        writes.read([Outbox.space] + (kept == nil ? [] : KeptPositions.spaces)) { [unowned self] result in
            guard case .underWay(let actions) = loading else { return }
            switch result {
            case .success(let rows):
                if rows.count > 2 { kept?.load(rows[1], rows[2]) }
                outbox.load(rows.first ?? [])
                loading = .done
            case .failure(let error) where kept != nil:
                // Without its positions it would tell events twice.
                isWanted = false
                loading = .failed(error)
            case .failure(let error):
                unsaved(error)
                outbox.load([])
                loading = .done
            }
            for action in actions { action() }
        }
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

    private func login(_ reply: JSON, named: JSON?) {
        outbox.login(reply, clockOffset: link.state.clockOffset ?? 0)
        sync.login(reply, named: named)
    }

    private func deliver(_ event: Event) {
        if event.name == "conversation.totalUnreadChanged" { totalUnread = event.data["total"]?.int ?? totalUnread }
        outputs.append(.event(event))
        if isWanted { kept?.save() }
    }

    private func unsaved(_ error: MartletError) {
        outputs.append(.unsaved(error))
    }
}
