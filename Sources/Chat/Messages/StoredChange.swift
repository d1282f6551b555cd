import Domain
import JSON
import Storage

/// The newest change of a message, as it is kept: also when the message is kept no longer.
struct StoredChange {
    let conversation: ConversationNumber
    let place: Seq
    let message: MessageNumber
    let seq: Seq
    let stamp: Stamp
    let isRecalled: Bool

    init(_ message: StoredMessage, at stamp: Stamp) {
        conversation = message.conversation
        place = message.change
        self.message = message.id
        seq = message.seq
        self.stamp = stamp
        isRecalled = message.isRecalled && !message.isExpired
    }

    enum Column: Int, TableColumn {
        static let table = "message_change"
        case id, message, seq, stamp, isRecalled
    }

    private init(_ row: TypedRow<Column>) {
        let key: PairKey = row.integer(.id)
        conversation = PairKey.first(key)
        place = row.seq(inKey: .id)
        message = row.integer(.message)
        seq = row.integer(.seq)
        stamp = row.integer(.stamp)
        isRecalled = row.flag(.isRecalled)
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(PairKey.key(conversation, place))
            case .message: .integer(message)
            case .seq: .integer(seq)
            case .stamp: .integer(stamp)
            case .isRecalled: .flag(isRecalled)
            }
        }
    }

    private static let some = Column.select("WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3")

    /// Those after a place, in their order.
    static func find(
        in conversation: ConversationNumber, after place: Seq, limit: Int, in store: any Transaction
    ) throws(StoreError) -> [StoredChange] {
        var found: [StoredChange] = []
        try store.query(
            some,
            [
                .integer(PairKey.key(conversation, place)), .integer(PairKey.bounds(conversation).through),
                .integer(Int64(limit)),
            ]
        ) { row in found.append(StoredChange(row)) }
        return found
    }
}

/// A change as a user is given it.
package struct ChangeView: Sendable {
    package let place: Seq
    package let message: MessageNumber
    package let seq: Seq
    package let isRecalled: Bool
    /// Nil: the message is kept no longer, or has expired.
    package let view: MessageView?

    package func write(to json: inout JSONWriter) {
        json.field("change", place.rawValue)
        json.id(message)
        json.field("seq", seq.rawValue)
        if isRecalled { json.field("isRecalled", true) }
        if let view { json.object("message") { $0.message(view) } }
    }

    init(_ change: StoredChange, _ view: MessageView?) {
        place = change.place
        message = change.message
        seq = change.seq
        isRecalled = change.isRecalled
        self.view = view
    }

    /// The bytes that it takes in a message, about.
    var weight: Int { 96 + (view?.weight ?? 0) }
}

extension [ChangeView] {
    /// As the member `changes`.
    package func write(to json: inout JSONWriter) {
        json.array("changes") { json in
            for change in self { json.object { change.write(to: &$0) } }
        }
    }
}
