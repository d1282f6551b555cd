import Domain
import Storage

/// What is another about a user, for others to be told.
struct LooksChange: OptionSet {
    let rawValue: Int64

    /// Those who have the user as a friend are told, whatever it is.
    static let profile = LooksChange(rawValue: 1)
    static let name = LooksChange(rawValue: 2)
    static let face = LooksChange(rawValue: 4)
}

extension ChatState {
    /// R-141, then C-Q08: those who have the account as a friend, then those in whose lists a conversation with it looks
    /// otherwise. Looks at so many of them, and returns where to go on.
    func tellLooks(of account: Account, _ change: LooksChange, from cursor: JobCursor) throws -> JobCursor? {
        var cursor = cursor
        var left = rowsPerPiece
        while let phase = LooksPhase(rawValue: cursor.phase) {
            if change.concerns(phase) {
                let rows = try looksRows(of: account, phase, after: cursor.position, left)
                for row in rows { try tellLooks(of: account, change, phase, row) }
                left -= Int64(rows.count)
                if left <= 0 {
                    cursor.position = rows.last!.position
                    return cursor
                }
            }
            cursor = JobCursor(phase: cursor.phase + 1)
        }
        return nil
    }

    private func tellLooks(
        of account: Account, _ change: LooksChange, _ phase: LooksPhase, _ row: LooksRow
    ) throws {
        guard row.isConcerned else { return }
        let holder = try self.account(row.holder)
        // who is blocked hears nothing of it.
        if try relationState(of: account).blocked > 0,
            try relationship(of: account.number, towards: holder.number).isBlocked
        {
            return
        }
        if phase == .friends {
            let seq = try append(.profile, subject: account.number, for: holder)
            return emit(.profile(account.id, seq: seq), to: holder)
        }
        // Nor does who has blocked; and whoever has a remark of its own sees no other name (C-Q08).
        let view = try relationship(of: holder.number, towards: account.number)
        if !view.isBlocked, change.contains(.face) || view.remark == nil, holder.state != .deleted {
            try showChange(of: conversation(row.conversation), to: holder)
        }
    }

    private func looksRows(
        of account: Account, _ phase: LooksPhase, after position: Int64, _ limit: Int64
    ) throws -> [LooksRow] {
        var rows: [LooksRow] = []
        try store.query(phase.rows, [.integer(account.number), .integer(position), .integer(limit)]) { row in
            rows.append(
                LooksRow(
                    position: row.integer(0), holder: row.integer(1), conversation: row.integer(2),
                    isConcerned: row.integer(3) != 0))
        }
        return rows
    }
}

private struct LooksRow {
    let position: Int64
    let holder: Int64
    let conversation: Int64
    /// Whether the holder is to be told at all.
    let isConcerned: Bool
}

/// Whose turn it is. Each has its rows in an order of their own.
private enum LooksPhase: Int64 {
    case friends, higher, lower

    var rows: SQL {
        switch self {
        case .friends:
            "SELECT id, id >> 32, 0, 1 FROM contact WHERE other = $1 AND kind = 1 AND id > $2 ORDER BY id LIMIT $3"
        case .higher:
            """
            SELECT high, high, conversation.id, coalesce(is_listed, 0) FROM conversation
            LEFT JOIN membership ON membership.id = (high << 32 | conversation.id)
            WHERE low = $1 AND high > $2 ORDER BY high LIMIT $3
            """
        case .lower:
            """
            SELECT conversation.id, low, conversation.id, low < high AND low > 0 AND coalesce(is_listed, 0)
            FROM conversation LEFT JOIN membership ON membership.id = (low << 32 | conversation.id)
            WHERE high = $1 AND conversation.id > $2 ORDER BY conversation.id LIMIT $3
            """
        }
    }
}

extension LooksChange {
    fileprivate func concerns(_ phase: LooksPhase) -> Bool {
        phase == .friends ? contains(.profile) : !isDisjoint(with: [.name, .face])
    }
}
