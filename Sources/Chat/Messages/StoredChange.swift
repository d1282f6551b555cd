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
    /// M-54: the message's, with its sender: it outlives the message.
    private let visibleTo: [String]?

    init(_ message: StoredMessage, visibleTo: [String]?, at stamp: Stamp) {
        self.visibleTo = visibleTo
        conversation = message.conversation
        place = message.change
        self.message = message.id
        seq = message.seq
        self.stamp = stamp
        isRecalled = message.isRecalled && !message.isExpired
    }

    enum Column: Int, TableColumn {
        static let table = "message_change"
        case id, message, seq, stamp, isRecalled, visibleTo
    }

    private init(_ row: TypedRow<Column>) throws(StoreError) {
        let key: PairKey = row.integer(.id)
        conversation = PairKey.first(key)
        place = row.seq(inKey: .id)
        message = row.integer(.message)
        seq = row.integer(.seq)
        stamp = row.integer(.stamp)
        isRecalled = row.flag(.isRecalled)
        visibleTo = try row.optionalJSON(.visibleTo).map { text throws(StoreError) in
            guard let names = try? JSONDocument().parse(text).elements else { throw row.damaged(.visibleTo) }
            return names.compactMap(\.string)
        }
    }

    /// Nil: the message is for all.
    var audience: Audience? { visibleTo.map { Audience(users: $0, sender: 0, message: message) } }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(PairKey.key(conversation, place))
            case .message: .integer(message)
            case .seq: .integer(seq)
            case .stamp: .integer(stamp)
            case .isRecalled: .flag(isRecalled)
            case .visibleTo: .optionalText(visibleTo.map(listText))
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
        ) { row throws(StoreError) in found.append(try StoredChange(row)) }
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
