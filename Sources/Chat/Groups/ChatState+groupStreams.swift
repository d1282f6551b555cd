import ClientProtocol
import Domain
import Storage

/// where the stream of a group stands that the user is in.
package struct GroupPosition: Sendable {
    package let group: Int64
    package let seq: Int64
    /// The member has nothing from before this.
    let start: Int64
    /// The user was a member before that, and not in between.
    let hasReturned: Bool
}

extension ChatState {
    /// Of all groups that the account is in, in the order of joining.
    func groupPositions(of account: Account) throws -> [GroupPosition] {
        var contexts: [(group: Int64, start: Int64, hasReturned: Bool)] = []
        try store.query(
            "SELECT id, stream_start, has_returned FROM member WHERE account = $1 ORDER BY joined_at",
            [.integer(account.number)]
        ) { row in contexts.append((PairKey.first(row.integer(0)), row.integer(1), row.integer(2) != 0)) }
        return try contexts.map { member in
            GroupPosition(
                group: member.group, seq: try max(streamSeq(ofGroup: member.group), member.start), start: member.start,
                hasReturned: member.hasReturned)
        }
    }

    /// Retention leaves the last row alone.
    func streamSeq(ofGroup number: Int64) throws -> Int64 {
        let bounds = PairKey.bounds(number)
        var seq: Int64 = 0
        try store.query(
            "SELECT id FROM team_event WHERE id > $1 AND id <= $2 ORDER BY id DESC LIMIT 1",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in seq = PairKey.second(row.integer(0)) }
        return seq
    }

    /// What came after a position; nil if some of it is no longer kept, the position is none, or the user was out of the group
    /// since.
    func groupEvents(
        of group: GroupPosition, for account: Account, after position: Int64, limit: Int
    ) throws -> (events: [GroupEvent], isMore: Bool)? {
        guard position <= group.seq, position >= group.start || !group.hasReturned else { return nil }
        let after = max(position, group.start)
        var events: [GroupEvent] = []
        var seen = after
        var isWhole = true
        try store.query(
            """
            SELECT id, kind, exception, detail FROM team_event
            WHERE id > $1 AND id <= $2 AND stamp >= $3 ORDER BY id LIMIT $4
            """,
            [
                .integer(PairKey.key(group.group, after)), .integer(PairKey.bounds(group.group).through),
                .integer(streamCutoff), .integer(Int64(limit)),
            ]
        ) { row in
            let seq = PairKey.second(row.integer(0))
            isWhole = isWhole && seq == seen + 1
            seen = seq
            guard row.integer(2) != account.number else { return }
            guard let kind = GroupEventKind(rawValue: row.integer(1)) else {
                preconditionFailure("team event \(row.integer(0)) is not as it was written")
            }
            events.append(GroupEvent(kind: kind, group: group.group, data: row.text(3), seq: seq))
        }
        guard isWhole, seen == group.seq || seen - after == Int64(limit) else { return nil }
        return (events, seen < group.seq)
    }
}
