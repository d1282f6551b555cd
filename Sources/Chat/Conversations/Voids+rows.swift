import Domain
import Storage

/// The users whose counted numbers are void: in a group all, between two the lower or the higher account.
enum VoidSide: Int64, CaseIterable {
    case all = 0
    case low = 1
    case high = 2
}

extension Voids {
    static func find(
        _ side: VoidSide, of conversation: ConversationNumber, in store: any Transaction
    ) throws(StoreError) -> Voids {
        var voids = Voids()
        try store.query(
            "SELECT after, through FROM void WHERE conversation = $1 AND side = $2 ORDER BY after",
            [.integer(conversation), .integer(side.rawValue)]
        ) { row throws(StoreError) in
            guard voids.append(after: row.integer(0), through: row.integer(1)) else { throw row.damaged(0) }
        }
        return voids
    }

    static func save(
        _ insertion: Insertion, _ side: VoidSide, of conversation: ConversationNumber, to store: any Transaction
    ) throws(StoreError) {
        if let absorbed = insertion.absorbed { try erase([absorbed], side, of: conversation, from: store) }
        try store.execute(
            """
            INSERT INTO void (conversation, side, after, through) VALUES ($1, $2, $3, $4)
            ON CONFLICT (conversation, side, after) DO UPDATE SET through = $4
            """,
            [
                .integer(conversation), .integer(side.rawValue), .integer(insertion.after),
                .integer(insertion.through),
            ])
    }

    /// The ranges with these lower bounds.
    static func erase(
        _ bounds: [Int64], _ side: VoidSide, of conversation: ConversationNumber, from store: any Transaction
    ) throws(StoreError) {
        for after in bounds {
            try store.execute(
                "DELETE FROM void WHERE conversation = $1 AND side = $2 AND after = $3",
                [.integer(conversation), .integer(side.rawValue), .integer(after)])
        }
    }
}
