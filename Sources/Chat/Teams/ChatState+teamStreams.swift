import ClientProtocol
import Domain
import Storage

/// where the stream of a team stands that the user is in.
package struct TeamPosition: Sendable {
    package let team: Int64
    package let seq: Int64
    /// The member has nothing from before this.
    let start: Int64
    /// The user was a member before that, and not in between.
    let hasReturned: Bool
}

extension ChatState {
    /// Of all teams that the account is in, in the order of joining.
    func teamPositions(of account: Account) throws -> [TeamPosition] {
        var contexts: [(team: Int64, start: Int64, hasReturned: Bool)] = []
        try store.query(
            "SELECT id, stream_start, has_returned FROM member WHERE account = $1 ORDER BY joined_at",
            [.integer(account.number)]
        ) { row in contexts.append((PairKey.first(row.integer(0)), row.integer(1), row.integer(2) != 0)) }
        return try contexts.map { member in
            TeamPosition(
                team: member.team, seq: try max(streamSeq(ofTeam: member.team), member.start), start: member.start,
                hasReturned: member.hasReturned)
        }
    }

    /// Retention leaves the last row alone.
    func streamSeq(ofTeam number: Int64) throws -> Int64 {
        let bounds = PairKey.bounds(number)
        var seq: Int64 = 0
        try store.query(
            "SELECT id FROM team_event WHERE id > $1 AND id <= $2 ORDER BY id DESC LIMIT 1",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in seq = PairKey.second(row.integer(0)) }
        return seq
    }

    /// What came after a position; nil if some of it is no longer kept, the position is none, or the user was out of the team
    /// since.
    func teamEvents(
        of team: TeamPosition, for account: Account, after position: Int64, limit: Int
    ) throws -> (events: [TeamEvent], isMore: Bool)? {
        guard position <= team.seq, position >= team.start || !team.hasReturned else { return nil }
        let after = max(position, team.start)
        var events: [TeamEvent] = []
        var seen = after
        var isWhole = true
        try store.query(
            """
            SELECT id, kind, exception, detail FROM team_event
            WHERE id > $1 AND id <= $2 AND stamp >= $3 ORDER BY id LIMIT $4
            """,
            [
                .integer(PairKey.key(team.team, after)), .integer(PairKey.bounds(team.team).through),
                .integer(streamCutoff), .integer(Int64(limit)),
            ]
        ) { row in
            let seq = PairKey.second(row.integer(0))
            isWhole = isWhole && seq == seen + 1
            seen = seq
            guard row.integer(2) != account.number else { return }
            guard let kind = TeamEventKind(rawValue: row.integer(1)) else {
                preconditionFailure("team event \(row.integer(0)) is not as it was written")
            }
            events.append(TeamEvent(kind: kind, team: team.team, data: row.text(3), seq: seq))
        }
        guard isWhole, seen == team.seq || seen - after == Int64(limit) else { return nil }
        return (events, seen < team.seq)
    }
}
