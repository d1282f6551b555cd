/// The store's rows on the device. Each change is noted, and all changes of a moment are written with the positions
/// that they stand for.
final class LocalStore {
    /// A release that changes the meaning of rows counts on.
    private static let schema = 1
    /// No answer of the gateway touches these, and they are saved from a store that cannot be read.
    static let own = [Outbox.space, Drafts.space]
    static let spaces = ["conversation", Shelves.space]
    /// So often the rows are compared with what was told, until the gateway is asked instead.
    private static let mostTries = 5
    private static let day = 86_400_000
    /// So often it is looked for messages that are too old.
    private static let aging = 3_600_000

    private let clock: GatewayClock
    private let writes: Writes
    private let shelves: Shelves
    /// Older messages go; nil: when the gateway keeps them no longer.
    private let keepDays: Int?
    /// It writes the rows.
    unowned var kept: KeptPositions!
    /// Whether the application shows the conversation.
    var isOpen: (String) -> Bool = { _ in false }
    private(set) var conversations: [String: JSON] = [:]
    private(set) var totalUnread = 0
    private(set) var isListed = false
    /// For so many days the gateway keeps messages, as it has said last.
    private var retentionDays: Int?
    /// When it was looked for messages that are too old.
    private var agedAt = Int.min
    private var hasEnded = false

    init(_ clock: GatewayClock, _ writes: Writes, keepDays: Int?) {
        self.clock = clock
        self.writes = writes
        self.keepDays = keepDays
        shelves = Shelves(clock)
    }

    // MARK: - For those who write the rows

    /// Takes in the rows of the spaces. False: they are of a later release.
    func load(meta: [StoredRow], conversations: [StoredRow], shelves rows: [StoredRow]) -> Bool {
        let meta = Dictionary(meta.map { ($0.key, $0.value) }) { $1 }
        guard meta["schema"]?.int ?? 0 <= Self.schema else { return false }
        for row in conversations { self.conversations[row.key] = row.value }
        totalUnread = meta["total"]?.int ?? 0
        retentionDays = meta["retentionDays"]?.int
        let time = meta["time"]
        clock.restore(told: time?["told"]?.int ?? 0, offset: time?["offset"]?.int ?? 0)
        shelves.restore(rows)
        return true
    }

    /// The list that was read.
    func restored() -> [JSON] {
        isListed = true
        return Array(conversations.values)
    }

    /// Positions have gone on without the rows.
    func forget() {
        conversations = [:]
        totalUnread = 0
        shelves.restore([])
        shelves.note { write in
            for space in Self.spaces + ["message", "end"] { write.empty(space) }
        }
    }

    /// The rows are gone: those of the list are written again, and messages are read when they are looked at.
    func begin() {
        shelves.restore([])
        for conversation in conversations.values { put(conversation) }
        noted()
    }

    /// Nothing is kept any more.
    func end() {
        hasEnded = true
    }

    /// The rows of the next write. `written` is then told whether they are.
    typealias Taking = (Result<[StoredChange], MartletError>, _ written: @escaping (Bool) -> Void) -> Void

    /// Makes the changes up to now, which are written next.
    func take(_ done: @escaping Taking) {
        let now = clock.isTold ? clock.now : clock.told
        let meta = meta
        let (begun, steps) = shelves.begin(isOpen: isOpen)
        let days = keepDays ?? retentionDays
        let isAging = now >= agedAt + Self.aging
        var stages: [Shelves.Step] = [steps, { $0.bound() }]
        if isAging, let days { stages.append { $0.age(since: now - days * Self.day) } }
        stages.append { $0.expire(at: now) }
        carryOut(begun, stages[...]) { [self] result in
            switch result {
            case .failure(let error): done(.failure(error)) { [self] _ in shelves.putBack() }
            case .success(var write):
                write.putShelves()
                for (key, value) in meta { write.batch.put("meta", key, value) }
                done(.success(write.batch.changes)) { [self] isWritten in
                    guard isWritten else { return shelves.putBack() }
                    if isAging { agedAt = now }
                    shelves.commit(write)
                }
            }
        }
    }

    private var meta: [(String, JSON)] {
        let time: JSON = ["told": JSON(clock.told), "offset": JSON(clock.offset)]
        let meta: [(String, JSON)] = [
            ("schema", JSON(Self.schema)), ("total", JSON(totalUnread)), ("time", time),
        ]
        return meta + (retentionDays.map { [("retentionDays", JSON($0))] } ?? [])
    }

    /// A stage that misses rows is done again when they are read.
    private func carryOut(
        _ write: ShelfWrite, _ stages: ArraySlice<Shelves.Step>,
        _ done: @escaping (Result<ShelfWrite, MartletError>) -> Void
    ) {
        guard let stage = stages.first else { return done(.success(write)) }
        var staged = write
        stage(&staged)
        let missing = Array(staged.batch.missing)
        if missing.isEmpty { return carryOut(staged, stages.dropFirst(), done) }
        writes.read(missing) { [self] result in
            switch result {
            case .failure(let error): done(.failure(error))
            case .success(let read):
                var more = write
                more.batch.add(zip(missing, read))
                carryOut(more, stages, done)
            }
        }
    }

    // MARK: - For the store, as it is told

    func login(_ reply: JSON) {
        retentionDays = reply["limits"]?["retentionDays"]?.int ?? retentionDays
    }

    func put(_ conversation: JSON) {
        conversations[conversation.conversationID] = conversation
        note { $0.note { $0.batch.put("conversation", conversation.conversationID, conversation) } }
    }

    func delete(_ id: String) {
        conversations[id] = nil
        note {
            $0.forget(id)
            $0.note { $0.batch.put("conversation", id, nil) }
        }
    }

    func put(totalUnread: Int) {
        self.totalUnread = totalUnread
        noted()
    }

    /// - Parameter isOwn: it was acknowledged, and may have been stored long before
    func add(_ message: JSON, isOwn: Bool) {
        guard let place = kept.positions.of(message.conversationID) else {
            // Of a conversation that nothing is known of, messages before it may be missing.
            return note { $0.gap(message.conversationID, to: message.seq) }
        }
        note { $0.add(message, isLate: isOwn && place > message.seq) }
    }

    func change(_ message: JSON) {
        note { $0.change(message) }
    }

    func drop(_ id: String, _ messages: Set<String>) {
        note { $0.drop(id, messages) }
    }

    func gap(_ id: String, to: Int) {
        note { $0.gap(id, to: to) }
    }

    /// It is not known what was missed of a stream: of the user's, which of the messages were deleted. If the gateway
    /// has kept some of it no longer, the messages that are here hold.
    func reset(_ stream: String, why: String?) {
        let place = { [kept] (id: String) in kept?.positions.of(id) ?? 0 }
        note { shelves in
            if stream == "user" {
                for id in shelves.ids { shelves.reset(id, to: place(id), isKept: why == "kept") }
            } else if why == "kept" {
                shelves.gap(stream, to: place(stream))
            } else {
                shelves.reset(stream, to: place(stream))
            }
        }
    }

    func forgetMessages(_ id: String) {
        note { $0.forget(id) }
    }

    func page(_ id: String, before: Int, _ page: MessagePage) {
        note { $0.page(id, before: before, page, keptSince: keptSince) }
    }

    /// Whether the device may have messages that are older than the gateway keeps.
    func hasOlder(_ id: String) -> Bool { shelves.hasBefore(id, keptSince) }

    /// Since when the gateway keeps messages: since long ago if that is not known.
    private var keptSince: Int { retentionDays.map { clock.now - $0 * Self.day } ?? .min }

    private func note(_ note: (Shelves) -> Void) {
        if hasEnded { return }
        note(shelves)
        noted()
    }

    private func noted() {
        if !hasEnded { kept.save() }
    }

    // MARK: - Pages

    /// Gives messages of the newest range that are older than `before`, or the newest if that is 0; stale if they are
    /// of before a gap, or may be gone. Nil if the gateway must be asked: there are none, or the device has not what
    /// was told.
    func read(_ id: String, before: Int, limit: Int, _ done: @escaping (MessagePage?) -> Void) {
        if !kept.hasAll(of: id) { noted() }
        read(id, before: before, limit: limit, tries: Self.mostTries) { [self] page in
            note { $0.look(id) }
            done(page)
        }
    }

    private func read(
        _ id: String, before: Int, limit: Int, tries: Int, _ done: @escaping (MessagePage?) -> Void
    ) {
        if tries == 0 || hasEnded { return done(nil) }
        kept.flush { [self] in
            guard kept.hasAll(of: id), let (span, isStale) = span(id, before: before) else { return done(nil) }
            let stand = kept.stand(of: id)
            let last = before == 0 ? span.to : min(span.to, before - 1)
            writes.read([MessageKey.range(id, from: span.from, to: last, limit: limit)]) { [self] result in
                switch result {
                case .failure(let error):
                    kept.fail(error)
                    done(nil)
                case .success(let rows):
                    // A change of a message that was told meanwhile may be missing in it.
                    guard kept.stand(of: id) == stand else {
                        return read(id, before: before, limit: limit, tries: tries - 1, done)
                    }
                    let messages = rows.first?.map(\.value) ?? []
                    let low = messages.count < limit ? span.from : messages.last?.seq ?? span.from
                    if messages.isEmpty, low > 1 { return done(nil) }
                    done(MessagePage(messages: messages, cursor: low, isFinished: low <= 1, isStale: isStale))
                }
            }
        }
    }

    /// Where the page is.
    private func span(_ id: String, before: Int) -> (Span, isStale: Bool)? {
        let spans = shelves.ranges(of: id).spans
        guard let newest = spans.first else { return nil }
        let isStale = before == 0 && newest.to < newest.from && spans.count > 1
        let span = isStale ? spans[1] : newest
        return before != 0 && before <= span.from ? nil : (span, isStale)
    }
}
