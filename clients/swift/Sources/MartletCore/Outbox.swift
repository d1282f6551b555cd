/// Messages on their way, kept in the storage until the gateway has acknowledged them. Of each conversation one is
/// under way at a time, in the order in which they were written, with the same `clientMsgId` for each try: so none
/// is lost, doubled or overtaken. One that is older than the gateway knows that id is looked for before it is sent.
/// A message that the gateway refuses stays, failed, until it is sent again or discarded.
final class Outbox {
    static let space = "outbox"

    struct Actions {
        let request: (_ op: String, _ data: JSON, _ options: RequestOptions, @escaping (Reply) -> Void) -> Void
        /// An own message was stored.
        let sent: (JSON) -> Void
        let unsaved: (MartletError) -> Void
        /// Entries have come, gone or failed.
        let changed: () -> Void
    }

    private let scheduler: Scheduler
    private let user: String
    private let writes: Writes
    private let actions: Actions
    private var entries: [String: OutboxEntry] = [:]
    private var calls: [String: (Reply) -> Void] = [:]
    /// Conversations with a message under way.
    private var busy: Set<String> = []
    /// Until the storage was read, an earlier message may be unknown.
    private var isLoaded = false
    /// Those that the storage may not have yet: they do not go out before.
    private var unwritten: Set<String> = []
    private var ids = RisingIDs()
    /// For so many hours the gateway knows a `clientMsgId`.
    private var retryHours: Double?
    private var clockOffset = 0

    init(_ scheduler: Scheduler, user: String, writes: Writes, _ actions: Actions) {
        self.scheduler = scheduler
        self.user = user
        self.writes = writes
        self.actions = actions
    }

    /// All messages on their way, in the order of writing, which is that of their ids.
    var list: [OutboxEntry] { entries.values.sorted { $0.clientMsgId < $1.clientMsgId } }

    /// Takes in what an earlier run has left.
    func load(_ rows: [StoredRow]) {
        for entry in rows.compactMap({ OutboxEntry($0) }) where entries[entry.clientMsgId] == nil {
            ids.startAfter(entry.clientMsgId)
            entries[entry.clientMsgId] = entry
        }
        isLoaded = true
        actions.changed()
        pumpAll()
    }

    /// A session is open.
    func login(_ reply: JSON, clockOffset: Int) {
        retryHours = reply["limits"]?["retryHours"]?.double
        self.clockOffset = clockOffset
        pumpAll()
    }

    /// Writes a message. `done` waits for the gateway's acknowledgement, however long that takes.
    func add(_ conversationID: String, _ message: JSON, _ done: @escaping (Reply) -> Void) {
        let time = scheduler.now
        let id = ids.next(time)
        let named: JSON = ["conversationID": JSON(conversationID), "clientMsgId": JSON(id)]
        let data = (["type": 0] as JSON).merging(message).merging(named)
        let entry = OutboxEntry(
            clientMsgId: id, conversationID: conversationID, time: time, message: data, state: .waiting)
        entries[id] = entry
        calls[id] = done
        unwritten.insert(id)
        actions.changed()
        save(entry)
    }

    /// Sends a failed message again, after those of its conversation that wait.
    func retry(_ clientMsgId: String, _ done: @escaping (Reply) -> Void) {
        guard let entry = discard(clientMsgId) else { return }
        var message = entry.message
        message["clientMsgId"] = nil
        add(entry.conversationID, message, done)
    }

    /// Forgets a failed message.
    @discardableResult
    func discard(_ clientMsgId: String) -> OutboxEntry? {
        guard let entry = entries[clientMsgId], entry.state != .waiting else { return nil }
        remove(clientMsgId)
        return entry
    }

    /// Forgets all messages.
    func clear() {
        entries = [:]
        unwritten = []
        for id in calls.keys {
            settle(id, .failure(MartletError(name: "discarded", message: "the message was discarded")))
        }
        actions.changed()
    }

    private func save(_ entry: OutboxEntry) {
        let id = entry.clientMsgId
        writes.write([StoredChange(Self.space, id, entry.json)]) { [weak self] error in
            guard let self else { return }
            if let error {
                entries[id]?.isUnsaved = true
                actions.unsaved(error)
                actions.changed()
            }
            if unwritten.remove(id) != nil { pump(entry.conversationID) }
        }
    }

    private func pumpAll() {
        for conversationID in Set(entries.values.map(\.conversationID)).sorted() { pump(conversationID) }
    }

    /// Sends the first message of the conversation that waits.
    private func pump(_ conversationID: String) {
        guard isLoaded, !busy.contains(conversationID), let entry = first(conversationID) else { return }
        if unwritten.contains(entry.clientMsgId) { return }
        busy.insert(conversationID)
        findStored(entry) { [weak self] found in
            guard let self else { return }
            switch found {
            case .success(let message?): end(entry, .success(["message": message]))
            case .success(nil): send(entry) { [weak self] in self?.end(entry, $0) }
            case .failure(let error): end(entry, .failure(error))
            }
        }
    }

    private func first(_ conversationID: String) -> OutboxEntry? {
        entries.values.lazy.filter { $0.conversationID == conversationID && $0.state == .waiting }
            .min { $0.clientMsgId < $1.clientMsgId }
    }

    private func send(_ entry: OutboxEntry, _ done: @escaping (Reply) -> Void) {
        request("message.send", entry.message) { [weak self] result in
            let isPlain = entry.message["replyTo"] == nil && entry.message["media"] == nil
            guard let self, case .success(let reply) = result, !isPlain, reply["message"] == nil else {
                return done(result)
            }
            // Whose message it replies to, and what its media are, only the gateway knows.
            request("message.get", ["msgIds": JSON([reply["msgId"] ?? .null])]) { got in
                done(
                    got.map { page in
                        guard let found = page["results"]?.array?.first, found["message"] != nil else { return reply }
                        return found
                    })
            }
        }
    }

    private func request(_ op: String, _ data: JSON, _ done: @escaping (Reply) -> Void) {
        var options = RequestOptions(timeout: 0, key: .none)
        options.isBound = true
        actions.request(op, data, options, done)
    }

    private func end(_ entry: OutboxEntry, _ result: Reply) {
        busy.remove(entry.conversationID)
        switch result {
        case .success(let reply):
            let message = storedMessage(entry, user: user, reply: reply)
            actions.sent(message)
            settle(entry.clientMsgId, .success(message))
            remove(entry.clientMsgId)
        // The next connection goes on with it.
        case .failure(let error) where error.isOfConnection || error.isOf("tim", 6014): return
        case .failure(let error): fail(entry, error)
        }
        pump(entry.conversationID)
    }

    private func fail(_ entry: OutboxEntry, _ error: MartletError) {
        settle(entry.clientMsgId, .failure(error))
        guard var failed = entries[entry.clientMsgId] else { return }
        failed.state = .failed(error)
        entries[entry.clientMsgId] = failed
        actions.changed()
        save(failed)
    }

    private func remove(_ clientMsgId: String) {
        guard entries.removeValue(forKey: clientMsgId) != nil else { return }
        actions.changed()
        writes.write([StoredChange(Self.space, clientMsgId, nil)]) { [actions] error in
            if let error { actions.unsaved(error) }
        }
    }

    private func settle(_ clientMsgId: String, _ reply: Reply) {
        calls.removeValue(forKey: clientMsgId)?(reply)
    }

    /// The message that an earlier try has stored, if the gateway would not know its `clientMsgId` any more. The
    /// clock of this device may have been set back since it was written.
    private func findStored(_ entry: OutboxEntry, _ done: @escaping (Result<JSON?, MartletError>) -> Void) {
        let now = scheduler.now
        if isKnown(sentAt: entry.time, now: now, hours: retryHours) { return scheduler.next { done(.success(nil)) } }
        StoredSearch(entry, user: user, writtenAt: min(entry.time, now) + clockOffset, done)
            .read { [weak self] page, done in self?.request("message.history", page, done) }
    }
}

extension MartletError {
    /// The connection was lost or the client stopped: the next session can ask again.
    var isOfConnection: Bool { name == "connectionLost" || name == "stopped" }
}
