import Domain
import JSON
import Storage

/// Messages that were brought along (I-06), and what one message is in the index.
extension SearchIndex {
    /// Messages that are older than what the index has by now. Returns how many there were.
    func followImports(
        _ state: inout State, _ store: any Transaction, _ file: any Transaction
    ) throws(StoreError) -> (messages: Int, hasMore: Bool) {
        var numbers: [MessageNumber] = []
        var rows = 0
        try store.query(
            "SELECT stamp, messages FROM message_import WHERE stamp > $1 ORDER BY stamp LIMIT $2",
            [.integer(state.imported), .integer(Int64(importsOfPiece))]
        ) { row throws(StoreError) in
            rows += 1
            state.imported = row.integer(0)
            guard let ids = try? document.parse(row.text(1)).elements else {
                return note(.corrupt(table: "message_import", row: state.imported, "its messages are no list"))
            }
            for id in ids { numbers.append(MessageNumber(id.int64 ?? 0)) }
        }
        var count = 0
        // The others will be met.
        for number in numbers where number <= state.indexed {
            guard let message = try readableMessage(number, in: store) else { continue }
            count += 1
            let entry = Entry(id: number, conversation: message.conversation, terms: terms(of: message))
            try put(entry, into: &state, store, file)
        }
        return (count, rows == importsOfPiece)
    }

    func put(
        _ message: Entry, into state: inout State, _ store: any Transaction, _ file: any Transaction
    ) throws(StoreError) {
        guard let terms = message.terms else { return }
        let number = DayNumber(message.id)
        let known = state.days[number]
        let day = if let known { known } else { try SearchDay.make(number, in: file) }
        state.days[number] = day
        try day.insert(terms, of: message.id, in: file)
        try noteParties(of: message.conversation, on: day, store, file)
    }

    private func noteParties(
        of conversation: ConversationNumber, on day: SearchDay, _ store: any Transaction, _ file: any Transaction
    ) throws(StoreError) {
        if known.day != day.number { known = (day.number, []) }
        guard known.conversations.insert(conversation).inserted else { return }
        if known.conversations.count > 50_000 { known.conversations.removeAll() }
        guard let row = try ConversationRow.find(conversation, in: store), case .users(let pair) = row.parties else {
            return
        }
        try day.noteTalk(of: pair.low, in: conversation, file)
        if pair.high != pair.low { try day.noteTalk(of: pair.high, in: conversation, file) }
    }
}

/// Requests, of 64 messages each at most, that are followed at once.
private let importsOfPiece = 16
