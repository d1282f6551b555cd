import ClientProtocol
import Domain
import JSON
import Storage

/// where the stream of a group stands that the user is in.
package struct GroupPosition: Sendable {
    package let group: GroupNumber
    package let seq: Seq
    /// The member has nothing from before this.
    let start: Seq
    /// The user was a member before that, and not in between.
    let hasReturned: Bool

    /// Why the events after the position cannot be told.
    func whyNot(after position: Seq) -> ResetReason {
        if position > seq { return .beyond }
        return hasReturned && position < start ? .deleted : .kept
    }
}

/// The stream of each group, and the events of groups: in that stream for all members, in the user's own for some.
extension Groups {
    private static let following = GroupEvent.Column.select(
        "WHERE id > $1 AND id <= $2 AND stamp >= $3 ORDER BY id LIMIT $4")
    private static let insertion = GroupEvent.Column.insert()
    private static let textErasure = EventTextErasure(
        of: "group_event", GroupEventText.all.map { $0.statement(for: "group_event", where: "kind") })

    /// Of all groups that the account is in, in the order of joining.
    func groupPositions(of account: Account) throws(CommandError) -> [GroupPosition] {
        var contexts: [(group: GroupNumber, start: Seq, hasReturned: Bool)] = []
        try work.query(
            """
            SELECT id, stream_start, has_returned FROM member
            WHERE account = $1 AND id & 4294967295 = $1 ORDER BY joined_at
            """,
            [.integer(account.number)]
        ) { row in contexts.append((PairKey.first(row.integer(0)), row.integer(1), row.integer(2) != 0)) }
        return try contexts.map { member throws(CommandError) in
            GroupPosition(
                group: member.group, seq: try max(streamSeq(ofGroup: member.group), member.start), start: member.start,
                hasReturned: member.hasReturned)
        }
    }

    func streamSeq(ofGroup number: GroupNumber) throws(CommandError) -> Seq {
        try stored(GroupQueries.streamSeq(of: number, in: work.store))
    }

    /// The events after a position; nil if some of it is no longer kept, the position is none, or the user was out of the group
    /// since.
    func groupEvents(
        of group: GroupPosition, for account: Account, after position: Seq, limit: Int
    ) throws(CommandError) -> (events: [StreamEvent], isMore: Bool)? {
        guard position <= group.seq, position >= group.start || !group.hasReturned else { return nil }
        let after = max(position, group.start)
        var events: [StreamEvent] = []
        var seen = after
        var isWhole = true
        try work.query(
            Self.following,
            [
                .integer(PairKey.key(group.group, after)), .integer(PairKey.bounds(group.group).through),
                .integer(work.streamCutoff), .integer(Int64(limit)),
            ]
        ) { row throws(StoreError) in
            let seq = row.seq(inKey: .id)
            isWhole = isWhole && seq == seen + 1
            seen = seq
            guard row.integer(.exception) != account.number else { return }
            events.append(StreamEvent(seq: seq, content: try GroupEvent(row)))
        }
        guard isWhole, seen == group.seq || seen.count(after: after) == Int64(limit) else { return nil }
        return (events, seen < group.seq)
    }

    /// To these users, once each, in their streams (G-Q43). `sparing`: the operator, whose other devices get a copy.
    func emit(
        _ content: some GroupEventContent, of group: Group, to recipients: [Account],
        sparing operator: Account? = nil
    ) throws(CommandError) {
        let event = GroupEvent(content, of: group)
        var told: Set<AccountNumber> = []
        for recipient in recipients where recipient !== `operator` && told.insert(recipient.number).inserted {
            guard recipient.state != .deleted else { continue }
            try emit(event, to: recipient)
        }
        if let `operator` { try emitOwn(content, of: group, to: `operator`) }
    }

    /// To all members but one, once in the group's stream.
    func emitMembers(
        _ content: some GroupEventContent, of group: Group, except exception: Account? = nil
    ) throws(CommandError) {
        let event = GroupEvent(content, of: group)
        let seq = group.streamSeq + 1
        try work.execute(Self.insertion, event.values(at: seq, work.stamp(), except: exception?.number ?? 0))
        try quotas.countRow(with: event.data.utf8.count)
        group.streamSeq = seq
        work.visits += group.members.count
        let excess = seq - Int64(work.options.eventsPerGroup)
        if excess > 0, excess.rawValue % 100 == 0 {
            try work.execute(
                "DELETE FROM group_event WHERE id > $1 AND id <= $2",
                [.integer(PairKey.bounds(group.number).after), .integer(PairKey.key(group.number, excess))])
        }
        work.emit(
            event, at: .group(group.id, seq: seq), toGroup: group.number,
            except: exception.map { [$0.number] } ?? [])
    }

    /// to the other devices of the one who did it, in the user's stream: those that are away hear of it when they come.
    func emitOwn(_ content: some GroupEventContent, of group: Group, to account: Account)
        throws(CommandError)
    {
        try emit(GroupEvent(content, of: group, isOwn: true), to: account)
    }

    private func emit(_ event: GroupEvent, to account: Account) throws(CommandError) {
        try work.emit(
            event, inStreamAs: .group, subject: event.group, value: event.kind.rawValue, detail: event.data, to: account
        )
    }

    /// Owner and admins.
    func leaders(of group: Group) throws(CommandError) -> [Account] {
        try group.members.filter { $0.value.role != .member }.keys.sorted().map(accounts.account)
    }

    /// M-47: what the user has written in events. Looks at a piece of those behind one, and returns how far; nil: there are no
    /// more.
    func eraseTexts(of user: UserID, after first: PairKey, through bound: Stamp) throws(CommandError) -> PairKey? {
        try Self.textErasure.doPiece(of: user, after: first, through: bound, in: work)
    }

    /// Of a group that is no more.
    func eraseStream(of group: Group) throws(CommandError) {
        let bounds = PairKey.bounds(group.number)
        try work.execute(
            "DELETE FROM group_event WHERE id > $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
    }
}

extension JSONWriter {
    package mutating func users(_ name: StaticString, _ users: [UserID]) {
        array(name) { json in
            for user in users { json.value(user.text) }
        }
    }
}

/// M-47: a text in an event of a group, and who has written it. Such events are kept in streams for a while.
struct GroupEventText {
    let kind: GroupEventKind
    /// The member of the event's data that names the author.
    let author: String
    /// SQLite's arguments for what is put in the text's place.
    let emptied: String

    static let all = [
        GroupEventText(kind: .invitationDidReceive, author: "inviter", emptied: "'$.message', ''"),
        GroupEventText(kind: .invitationDidDecline, author: "invitee", emptied: "'$.reason', ''"),
        GroupEventText(kind: .joinRequestDidReceive, author: "user", emptied: "'$.reason', ''"),
        GroupEventText(kind: .joinRequestDidDecline, author: "decliner", emptied: "'$.reason', ''"),
        GroupEventText(kind: .attributesChangedOfMember, author: "userID", emptied: "'$.attributes', json('{}')"),
        GroupEventText(kind: .attributesChangedOfMember, author: "operatorID", emptied: "'$.attributes', json('{}')"),
        GroupEventText(
            kind: .fileListDidUpdate, author: "added.owner", emptied: "'$.added.name', '', '$.added.url', ''"),
        // All that was set together has one setter.
        GroupEventText(kind: .valuesChanged, author: "set[0].by", emptied: "'$.set', json('[]')"),
    ]

    /// Empties it in the rows behind `$1` and through `$2` whose author is `$3`. `condition`: which rows have the kind.
    func statement(for table: String, where condition: String) -> SQL {
        SQL(
            composed: """
                UPDATE \(table) SET detail = json_replace(detail, \(emptied))
                WHERE id > $1 AND id <= $2 AND stamp <= $4 AND \(condition) = \(kind.rawValue)
                    AND CASE WHEN json_valid(detail) THEN json_extract(detail, '$.\(author)') END = $3
                """)
    }
}
