import Storage

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
