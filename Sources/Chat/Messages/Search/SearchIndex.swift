import Domain
import JSON
import Security
import Storage

/// The index of what messages say, in a file of its own. It follows the store, a batch at a time, and never is a part of what
/// the store's writer does (docs/decisions/037).
///
/// Messages are read in the order of their ids, changes in the order of their stamps: what comes later is higher. A
/// search looks through the rest in the store.
package final class SearchIndex {
    /// How far it has come.
    struct State {
        /// The messages up to this one are in the index.
        var indexed: MessageNumber
        /// The changes up to then are.
        var followed: Stamp
        /// So are the messages that were brought along up to then, wherever they stand (I-06).
        var imported: Stamp
        var days: [DayNumber: SearchDay]

        /// How far the file says that the index has come, for those who only read it.
        static func found(
            in file: any Transaction, knowing known: [DayNumber: SearchDay]
        ) throws(StoreError) -> State {
            var found: State?
            try file.query("SELECT indexed, followed, imported FROM place") { row in
                found = State(indexed: row.integer(0), followed: row.integer(1), imported: row.integer(2), days: [:])
            }
            guard var found else { throw StoreError(.corrupt, "the index of the search has no place") }
            found.days = try SearchDay.all(in: file, knowing: known)
            return found
        }
    }

    /// M-48: what is out of date is built again at once.
    package var isHurried = false

    let document = JSONDocument()
    private var state: State?
    private var bytes: [UInt8] = []
    private var prefix: (of: ConversationNumber?, bytes: [UInt8]) = (nil, [])
    /// The day that was looked at last, and the conversations whose parties are in `talk` for it.
    var known: (day: DayNumber, conversations: Set<ConversationNumber>) = (0, [])

    /// Up to where the entries of names have been looked at.
    private var sweptNames = NameIndex.all.map { _ in NameIndex.Subject(rawValue: 0) }
    /// Rows of the store that could not be read, and were passed over.
    private var damages: [StoreError] = []

    package init() {}

    /// Those since the last time.
    package func takeDamages() -> [StoreError] {
        defer { damages = [] }
        return damages
    }

    func note(_ damage: StoreError) { damages.append(damage) }

    func readableMessage(_ number: MessageNumber, in store: any Transaction) throws(StoreError) -> StoredMessage? {
        try StoredMessage.find(readable: number, in: store) { note($0) }
    }

    /// After a transaction that was rolled back, or with another file.
    package func forget() {
        state = nil
        known = (0, [])
    }

    /// The moment, and from when on messages and changes are kept.
    package struct Moment: Sendable {
        let now: Milliseconds
        let messageCutoff: Stamp
        let changeCutoff: Stamp

        package init(now: Milliseconds, messageCutoff: Stamp, changeCutoff: Stamp) {
            (self.now, self.messageCutoff, self.changeCutoff) = (now, messageCutoff, changeCutoff)
        }
    }

    package struct Progress: Sendable {
        /// Messages that were put in.
        package var messages = 0
        /// There is more to do at once.
        package var hasMore = false
        /// A day was built again.
        package var hasRebuilt = false
    }

    /// Sees to it that the file is this store's, and has what its readers ask for.
    package func prepare(
        _ store: any Transaction, _ file: any Transaction, at moment: Moment
    ) throws(StoreError) {
        _ = try opened(store, file, at: moment)
    }

    /// Does a piece of what there is to do.
    package func advance(
        _ store: any Transaction, _ file: any Transaction, at moment: Moment
    ) throws(StoreError) -> Progress {
        var state = try opened(store, file, at: moment)
        var progress = Progress()
        let changes = try follow(&state, store, file, at: moment)
        let imports = try followImports(&state, store, file)
        var hasMoreNames = false
        for names in NameIndex.all where try names.follow(store, file) == NameIndex.piece { hasMoreNames = true }
        var messages = Self.piece
        for _ in 0..<Self.piecesOfMessages where messages == Self.piece {
            messages = try index(&state, store, file, at: moment)
            progress.messages += messages
        }
        progress.messages += imports.messages
        progress.hasMore = changes == Self.piece || imports.hasMore || messages == Self.piece || hasMoreNames
        if !progress.hasMore {
            // All that the snapshot has is followed.
            state.followed = max(state.followed, state.indexed.stamp)
            state.imported = max(state.imported, state.indexed.stamp)
            progress.hasMore = try expire(&state, file, at: moment)
            for (place, names) in NameIndex.all.enumerated() {
                sweptNames[place] = try names.sweep(behind: sweptNames[place], store, file)
                if isHurried { try names.compact(file) }
            }
        }
        if !progress.hasMore {
            let day = try rebuild(&state, store, file, at: moment)
            progress.hasMore = day.isUnderWay
            progress.hasRebuilt = day.hasEnded
        }
        try save(state, in: file)
        return progress
    }

    /// How many messages are not in the index, counted up to a limit.
    package func behind(_ store: any Transaction, atMost limit: Int) throws(StoreError) -> Int {
        guard let state else { return 0 }
        var count: Int64 = 0
        try store.query(
            "SELECT count(*) FROM (SELECT 1 FROM message WHERE id > $1 LIMIT $2)",
            [.integer(state.indexed), .integer(Int64(limit))]
        ) { row in count = row.integer(0) }
        return Int(count)
    }

    /// Builds the index anew from the first message on.
    package func clear(_ file: any Transaction) throws(StoreError) {
        for statement in Self.tables { try file.execute(statement) }
        for day in try SearchDay.all(in: file).values { try day.drop(in: file) }
        try file.execute("DELETE FROM place")
        for names in NameIndex.all { try names.clear(file) }
        forget()
    }

    // MARK: - Where it stands

    /// So many rows are held at once.
    private static let piece = 200
    /// Entries that are written together cost less.
    private static let piecesOfMessages = 5
    /// Another one means another content of the file.
    private static let format = 2

    private static let tables: [SQL] =
        [
            """
            CREATE TABLE IF NOT EXISTS place (
                id INTEGER PRIMARY KEY CHECK (id = 1), format INTEGER NOT NULL, store BLOB NOT NULL,
                indexed INTEGER NOT NULL, followed INTEGER NOT NULL, imported INTEGER NOT NULL)
            """
        ] + SearchDay.tables + NameIndex.tables

    /// Looks first whether the file is of this store, and goes on where it stands: after a restore, it may be ahead.
    private func opened(
        _ store: any Transaction, _ file: any Transaction, at moment: Moment
    ) throws(StoreError) -> State {
        if let state { return state }
        for statement in Self.tables { try file.execute(statement) }
        let identity = "search".digest(try digestKey(in: store)).bytes
        let (newest, newestChange, newestImport) = try Self.newest(in: store)
        let sound = moment.changeCutoff...max(newest.stamp, newestChange, newestImport, moment.changeCutoff)
        var found: State?
        try file.query("SELECT format, store, indexed, followed, imported FROM place") { row in
            guard row.integer(0) == Int64(Self.format), row.bytes(1) == identity else { return }
            found = State(indexed: row.integer(2), followed: row.integer(3), imported: row.integer(4), days: [:])
        }
        if let known = found, known.indexed <= newest, sound.contains(known.followed), sound.contains(known.imported) {
            found?.days = try SearchDay.all(in: file)
        } else {
            try clear(file)
            // Earlier changes need not be followed: the messages are read as they are now.
            let first = State(
                indexed: MessageNumber(moment.messageCutoff - Microseconds(1)), followed: newestChange,
                imported: newestImport, days: [:])
            try file.execute(
                "INSERT INTO place (id, format, store, indexed, followed, imported) VALUES (1, $1, $2, $3, $4, $5)",
                [
                    .integer(Int64(Self.format)), .bytes(identity), .integer(first.indexed), .integer(first.followed),
                    .integer(first.imported),
                ])
            found = first
        }
        guard let found else { preconditionFailure("the index has no place") }
        state = found
        return found
    }

    private static func newest(in store: any Transaction) throws(StoreError) -> (MessageNumber, Stamp, Stamp) {
        var newest: (MessageNumber, Stamp, Stamp) = (0, 0, 0)
        try store.query(
            """
            SELECT (SELECT ifnull(max(id), 0) FROM message), (SELECT ifnull(max(stamp), 0) FROM message_change),
                (SELECT ifnull(max(stamp), 0) FROM message_import)
            """
        ) { row in newest = (row.integer(0), row.integer(1), row.integer(2)) }
        return newest
    }

    private func save(_ new: State, in file: any Transaction) throws(StoreError) {
        if new.indexed != state?.indexed || new.followed != state?.followed || new.imported != state?.imported {
            try file.execute(
                "UPDATE place SET indexed = $1, followed = $2, imported = $3",
                [.integer(new.indexed), .integer(new.followed), .integer(new.imported)])
        }
        state = new
    }

    // MARK: - Following

    /// Takes recalls and edits into the index. Returns how many changes there were.
    private func follow(
        _ state: inout State, _ store: any Transaction, _ file: any Transaction, at moment: Moment
    ) throws(StoreError) -> Int {
        var changes: [(message: MessageNumber, isRecalled: Bool)] = []
        try store.query(
            "SELECT message, is_recalled, stamp FROM message_change WHERE stamp > $1 ORDER BY stamp LIMIT $2",
            [.integer(state.followed), .integer(Int64(Self.piece))]
        ) { row in
            changes.append((row.integer(0), row.integer(1) != 0))
            state.followed = row.integer(2)
        }
        for (number, isRecalled) in changes where number <= state.indexed {
            guard var day = state.days[DayNumber(number)] else { continue }
            if !isRecalled {
                guard let message = try readableMessage(number, in: store), let version = message.life?.version,
                    version > 0, try SearchDay.noteEdit(number, version, in: file)
                else { continue }
                if let terms = terms(of: message) { try day.insert(terms, of: number, in: file) }
            }
            try day.noteStale(at: moment.now, in: file)
            state.days[day.number] = day
        }
        return changes.count
    }

    /// New messages. Returns how many there were.
    private func index(
        _ state: inout State, _ store: any Transaction, _ file: any Transaction, at moment: Moment
    ) throws(StoreError) -> Int {
        let after = max(state.indexed, MessageNumber(moment.messageCutoff - Microseconds(1)))
        let messages = try messages(after: after, before: .max, in: store)
        for message in messages {
            state.indexed = message.id
            try put(message, into: &state, store, file)
        }
        return messages.count
    }

    /// Nothing of the day is given out any more. True: a day was dropped.
    private func expire(
        _ state: inout State, _ file: any Transaction, at moment: Moment
    ) throws(StoreError) -> Bool {
        guard let day = state.days.values.first(where: { $0.bounds.upperBound.stamp <= moment.messageCutoff }) else {
            return false
        }
        try day.drop(in: file)
        state.days[day.number] = nil
        return true
    }

    /// goes on with the day that is being built again, or begins with one.
    private func rebuild(
        _ state: inout State, _ store: any Transaction, _ file: any Transaction, at moment: Moment
    ) throws(StoreError) -> (isUnderWay: Bool, hasEnded: Bool) {
        let days = state.days.values.sorted { $0.number < $1.number }
        let due = days.first { day in day.staleSince.map { isHurried || $0 + beforeRebuild <= moment.now } ?? false }
        guard var day = days.first(where: { $0.successor != nil }) ?? due else { return (false, false) }
        if day.successor == nil { try day.beginSuccessor(in: file) }
        let end = min(day.bounds.upperBound, MessageNumber(state.indexed.rawValue + 1))
        let first = max(day.built, MessageNumber(moment.messageCutoff - Microseconds(1)))
        let messages = try messages(after: first, before: end, in: store)
        let entries = messages.compactMap { message in message.terms.map { (message: message.id, terms: $0) } }
        try day.build(entries, upTo: messages.last?.id ?? day.built, in: file)
        let hasEnded = messages.count < Self.piece
        if hasEnded { try day.endSuccessor(in: file) }
        state.days[day.number] = day
        return (true, hasEnded)
    }

    // MARK: - Terms

    struct Entry {
        let id: MessageNumber
        let conversation: ConversationNumber
        let terms: String?
    }

    private func messages(
        after: MessageNumber, before: MessageNumber, in store: any Transaction
    ) throws(StoreError) -> [Entry] {
        var found: [Entry] = []
        try store.query(
            """
            SELECT id, conversation, kind, settings, body FROM message WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3
            """, [.integer(after), .integer(before), .integer(Int64(Self.piece))]
        ) { row throws(StoreError) in
            let conversation: ConversationNumber = row.integer(1)
            var terms: String?
            if let kind = MessageKind(rawValue: row.integer(2)) {
                let settings = MessageSettings(rawValue: row.integer(3))
                try row.withBytes(4) { terms = self.terms(of: $0, kind, settings, in: conversation) }
            }
            found.append(Entry(id: row.integer(0), conversation: conversation, terms: terms))
        }
        return found
    }

    func terms(of message: StoredMessage) -> String? {
        var body = message.body
        return body.withUTF8 {
            terms(of: UnsafeRawBufferPointer($0), message.kind, message.settings, in: message.conversation)
        }
    }

    private func terms(
        of body: UnsafeRawBufferPointer, _ kind: MessageKind, _ settings: MessageSettings,
        in conversation: ConversationNumber
    ) -> String? {
        if prefix.of != conversation { prefix = (conversation, Array(SearchIndex.prefix(of: conversation).utf8)) }
        bytes.removeAll(keepingCapacity: true)
        var isSearched = false
        SearchedMember.each(in: body, kind, settings, document) { _, _, text in
            FoldedText.writeTerms(of: text, prefix.bytes, to: &bytes)
            isSearched = true
        }
        return isSearched ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// With the conversation in each term, a search costs with its own messages, not with everybody's.
    static func prefix(of conversation: ConversationNumber) -> String {
        String(conversation.rawValue, radix: 36) + "_"
    }
}

/// Half of what Q-12 promises.
private let beforeRebuild: Milliseconds = 1_800_000
