import ClientProtocol
import Domain
import Storage

/// Invitations of a user and requests to join groups that wait for an answer. Read from the store alone, on any reader's
/// queue.
package enum GroupRequestQueries {
    /// G-Q52: the stamp before which nothing waits any more.
    package static func cutoff(days: Int, now milliseconds: Milliseconds) -> Stamp {
        days == 0 ? 0 : Stamp(milliseconds: milliseconds - .days(days) + 1)
    }

    /// The part of a list that is wanted: behind a stamp, so many, in so many bytes; of what came since the cutoff.
    package struct Window: Sendable {
        package let after: Int64
        package let count: Int
        package let bytes: Int
        package let cutoff: Stamp

        package init(after: Int64, count: Int, bytes: Int, cutoff: Stamp) {
            self.after = after
            self.count = count
            self.bytes = bytes
            self.cutoff = cutoff
        }

        fileprivate var values: [SQLValue] {
            [.integer(after == 0 ? .max : after), .integer(cutoff), .integer(Int64(count + 1))]
        }

        /// As many of the sorted rows as fit; at least one.
        fileprivate func page<Item>(_ rows: [(stamp: Stamp, weight: Int, item: Item)]) -> GroupQueries.Page<Item> {
            var page = GroupQueries.Page<Item>()
            var left = bytes
            for row in rows.prefix(count) {
                left -= row.weight
                if left < 0, !page.items.isEmpty { break }
                page.items.append(row.item)
            }
            if page.items.count < rows.count { page.next = rows[page.items.count - 1].stamp.rawValue }
            return page
        }
    }

    package struct Invitation: Sendable {
        package let group: String
        package let name: String
        package let avatar: String
        package let memberCount: Int64
        package let inviter: UserID
        package let message: String
        /// Milliseconds since 1970.
        package let time: Milliseconds
    }

    /// Of the user, the last one first.
    package static func invitations(
        of number: AccountNumber, _ window: Window, in store: any Transaction
    ) throws(StoreError) -> GroupQueries.Page<Invitation> {
        var rows: [(stamp: Stamp, weight: Int, item: Invitation)] = []
        try store.query(
            """
            SELECT invitation.stamp, chat_group.id, chat_group.name, chat_group.avatar, account.name,
                invitation.message,
                (SELECT count(*) FROM member WHERE member.id > chat_group.id << 32
                    AND member.id <= (chat_group.id << 32 | 4294967295))
            FROM invitation JOIN chat_group ON chat_group.id = invitation.id >> 32
                JOIN account ON account.id = invitation.inviter
            WHERE invitation.invitee = $4 AND invitation.stamp < $1 AND invitation.stamp >= $2
            ORDER BY invitation.stamp DESC LIMIT $3
            """, window.values + [.integer(number)]
        ) { row throws(StoreError) in
            let invitation = Invitation(
                group: String(row.integer(1)), name: row.text(2), avatar: row.text(3), memberCount: row.integer(6),
                inviter: try row.userID(4), message: row.text(5), time: (row.integer(0) as Stamp).time)
            let texts = [invitation.name, invitation.avatar, invitation.message]
            rows.append((row.integer(0), texts.reduce(192) { $0 + $1.utf8.count }, invitation))
        }
        return window.page(rows)
    }

    package struct JoinRequest: Sendable {
        package let group: String
        package let user: UserID
        package let reason: String
        /// Milliseconds since 1970.
        package let time: Milliseconds
    }

    /// To one group, or to all that the user leads; the last one first. `number`: nil for an administrator, who names a group.
    package static func joinRequests(
        to id: String?, for number: AccountNumber?, _ window: Window, in store: any Transaction
    ) throws(CommandError) -> GroupQueries.Page<JoinRequest> {
        let groups =
            if let id {
                [try GroupQueries.find(id, ledBy: number, in: store)]
            } else {
                try stored(groups(ledBy: number, in: store))
            }
        return try stored(joinRequests(to: groups, window, in: store))
    }

    private static func joinRequests(
        to groups: [GroupNumber], _ window: Window, in store: any Transaction
    ) throws(StoreError) -> GroupQueries.Page<JoinRequest> {
        var rows: [(stamp: Stamp, weight: Int, item: JoinRequest)] = []
        for group in groups {
            try store.query(
                """
                SELECT join_request.stamp, account.name, join_request.reason
                FROM join_request JOIN account ON account.id = join_request.applicant
                WHERE join_request.group_number = $4 AND join_request.stamp < $1 AND join_request.stamp >= $2
                ORDER BY join_request.stamp DESC LIMIT $3
                """, window.values + [.integer(group)]
            ) { row throws(StoreError) in
                let request = JoinRequest(
                    group: String(group), user: try row.userID(1), reason: row.text(2),
                    time: (row.integer(0) as Stamp).time)
                rows.append((row.integer(0), 128 + request.reason.utf8.count, request))
            }
        }
        return window.page(rows.sorted { $0.stamp > $1.stamp })
    }

    private static func groups(ledBy number: AccountNumber?, in store: any Transaction) throws(StoreError)
        -> [GroupNumber]
    {
        var groups: [GroupNumber] = []
        try store.query(
            "SELECT id FROM member WHERE account = $1 AND role > 0", [.integer(number ?? 0)]
        ) { row in groups.append(PairKey.first(row.integer(0))) }
        return groups
    }
}
