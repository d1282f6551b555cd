import Domain
import Storage

/// The days of the index as one queue of the search has found them last.
package final class KnownSearchDays {
    fileprivate var days: [DayNumber: SearchDay] = [:]

    package init() {}
}

/// The two sources of a search: one snapshot of the store, and the index of about that time.
package final class SearchView {
    package let store: any Transaction
    package let file: any Transaction
    let state: SearchIndex.State
    /// Rows of the store that could not be read, and were passed over.
    package private(set) var damages: [StoreError] = []
    /// It has used its time.
    let isOverdue: () -> Bool
    /// How many entries of the index were looked up.
    package internal(set) var lookups = 0

    /// Nothing has been read of the store's snapshot yet: so it has all that the index is about. The index has prepared the
    /// file.
    package init(
        _ store: any Transaction, _ file: any Transaction, _ known: KnownSearchDays, isOverdue: @escaping () -> Bool
    ) throws(StoreError) {
        (self.store, self.file) = (store, file)
        state = try SearchIndex.State.found(in: file, knowing: known.days)
        known.days = state.days
        self.isOverdue = isOverdue
    }

    func readableMessage(_ number: MessageNumber) throws(StoreError) -> StoredMessage? {
        try StoredMessage.find(readable: number, in: store) { damages.append($0) }
    }

    /// Messages that are not in the index, newest first. `isWhole`: these are all.
    func unindexed(
        in range: Range<MessageNumber>
    ) throws(StoreError) -> (messages: [(MessageNumber, ConversationNumber)], isWhole: Bool) {
        var found: [(MessageNumber, ConversationNumber)] = []
        try store.query(
            "SELECT id, conversation FROM message WHERE id >= $1 AND id < $2 ORDER BY id DESC LIMIT $3",
            [.integer(range.lowerBound), .integer(range.upperBound), .integer(Int64(mostUnindexed + 1))]
        ) { row in found.append((row.integer(0), row.integer(1))) }
        return (Array(found.prefix(mostUnindexed)), found.count <= mostUnindexed)
    }

    /// Messages that have changed since they were put into the index, likewise.
    func changed(
        in range: Range<MessageNumber>, since followed: Stamp
    ) throws(StoreError) -> (messages: [(MessageNumber, ConversationNumber)], isWhole: Bool) {
        var found: [(MessageNumber, ConversationNumber)] = []
        var count = 0
        try store.query(
            "SELECT id, message FROM message_change WHERE stamp > $1 AND is_recalled = 0 ORDER BY stamp DESC LIMIT $2",
            [.integer(followed), .integer(Int64(mostUnindexed + 1))]
        ) { row in
            count += 1
            let message: MessageNumber = row.integer(1)
            if range.contains(message) { found.append((message, PairKey.first(row.integer(0)))) }
        }
        return (found.sorted { $0.0 > $1.0 }, count <= mostUnindexed)
    }

    /// Whether messages were brought along that are not in the index yet.
    func hasImports(since followed: Stamp) throws(StoreError) -> Bool {
        var isBehind = false
        try store.query("SELECT 1 FROM message_import WHERE stamp > $1 LIMIT 1", [.integer(followed)]) { _ in
            isBehind = true
        }
        return isBehind
    }

    /// The account's groups in which something was said, with the last message of each.
    func groups(
        of account: AccountNumber, atMost limit: Int
    ) throws(StoreError) -> [(conversation: ConversationNumber, last: MessageNumber)] {
        var found: [(ConversationNumber, MessageNumber)] = []
        try store.query(
            """
            SELECT conversation.id, max(conversation.last, conversation.targeted) FROM member
            CROSS JOIN conversation ON conversation.low = 0 AND conversation.high = member.id >> 32
            WHERE member.account = $1 LIMIT $2
            """, [.integer(account), .integer(Int64(limit))]
        ) { row in found.append((row.integer(0), row.integer(1))) }
        return found
    }
}

extension StoredMessage {
    /// Nil also for a row that cannot be read: it must not keep the others out.
    static func find(
        readable number: MessageNumber, in store: any Transaction, _ note: (StoreError) -> Void
    ) throws(StoreError) -> StoredMessage? {
        do throws(StoreError) {
            return try find(number, in: store)
        } catch {
            guard error.kind == .corrupt else { throw error }
            note(error)
            return nil
        }
    }
}

/// So many are looked at one by one.
private let mostUnindexed = 5_000
