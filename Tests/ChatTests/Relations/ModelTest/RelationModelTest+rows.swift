import Storage

@testable import Chat

extension RelationModelTest {
    /// Invariants of the rows themselves, whatever the state makes of them: each query finds rows that must not exist.
    func checkRows() throws {
        let options = model.options
        for (what, sql, values) in Self.faults {
            var found: [String] = []
            try harness.chat.work.store.query(sql, values(options)) { row in found.append(row.text(0)) }
            try same(found, [], what)
        }
    }

    private static let faults: [(what: String, sql: SQL, values: @Sendable (ChatOptions) -> [SQLValue])] = [
        (
            "requests between users of whom one has blocked the other",
            """
            SELECT friend_request.owner || ' ' || friend_request.other FROM friend_request JOIN contact
                ON contact.id = (friend_request.owner << 32 | friend_request.other) OR contact.id = (friend_request.other << 32 | friend_request.owner)
            WHERE contact.kind IN (2, 3)
            """, { _ in [] }
        ),
        (
            "requests between users who have each other",
            """
            SELECT friend_request.owner || ' ' || friend_request.other FROM friend_request
                JOIN contact AS one ON one.id = (friend_request.owner << 32 | friend_request.other)
                JOIN contact AS other ON other.id = (friend_request.other << 32 | friend_request.owner)
            WHERE one.kind IN (1, 3) AND other.kind IN (1, 3)
            """, { _ in [] }
        ),
        (
            "of which request the two copies differ",
            """
            SELECT made.owner || ' ' || made.other FROM friend_request AS made JOIN friend_request AS got
                ON got.owner = made.other AND got.other = made.owner AND got.direction = 1
            WHERE made.direction = 2 AND (made.added_at, made.wording, made.source, made.remark, made.friend_group)
                != (got.added_at, got.wording, got.source, got.remark, got.friend_group)
            """, { _ in [] }
        ),
        (
            "what is not as its kind says",
            """
            SELECT 'contact ' || id FROM contact WHERE (kind = 1) != (blocked_since = 0) OR kind = 2 AND since != blocked_since
            """, { _ in [] }
        ),
        (
            "who is related to oneself, or to nobody",
            """
            SELECT 'contact ' || contact.id FROM contact LEFT JOIN account ON account.id = contact.other AND account.state != 2
            WHERE account.id IS NULL OR contact.other = contact.id >> 32
            UNION ALL
            SELECT 'request ' || friend_request.owner FROM friend_request
                LEFT JOIN account ON account.id = friend_request.other AND account.state != 2
            WHERE account.id IS NULL OR friend_request.other = friend_request.owner
            """, { _ in [] }
        ),
        (
            "what is left of a deleted account",
            """
            SELECT account.name FROM account WHERE account.state = 2 AND (
                account.id IN (SELECT id >> 32 FROM contact) OR account.id IN (SELECT owner FROM friend_request)
                OR account.id IN (SELECT owner FROM former_friend)
                OR account.id IN (SELECT id >> 32 FROM friend_group) OR account.id IN (SELECT account FROM profile))
            """, { _ in [] }
        ),
        (
            "whose counts are wrong",
            """
            SELECT account.name FROM account LEFT JOIN relation_count ON relation_count.account = account.id WHERE
                coalesce(relation_count.friends, 0) != (SELECT count(*) FROM contact WHERE id >> 32 = account.id AND kind IN (1, 3))
                OR coalesce(relation_count.blocked, 0) != (SELECT count(*) FROM contact WHERE id >> 32 = account.id AND kind IN (2, 3))
                OR coalesce(former_friends, 0) != (SELECT count(*) FROM former_friend WHERE owner = account.id)
                OR coalesce(requests_in, 0) != (SELECT count(*) FROM friend_request WHERE owner = account.id AND direction = 1)
                OR coalesce(requests_out, 0) != (SELECT count(*) FROM friend_request WHERE owner = account.id AND direction = 2)
            """, { _ in [] }
        ),
        (
            "who has too many",
            """
            SELECT account.name FROM account JOIN relation_count ON relation_count.account = account.id WHERE
                friends > $1 OR blocked > $2 OR requests_in > $3 OR requests_out > $3 OR former_friends > $5
                OR (SELECT count(*) FROM friend_group WHERE id >> 32 = account.id) > $4
            """,
            { options in
                [
                    .integer(Int64(options.friendsPerUser)), .integer(Int64(options.blockedPerUser)),
                    .integer(Int64(options.requestsPerUser)), .integer(Int64(options.friendGroupsPerUser)),
                    .integer(Int64(options.formerFriends)),
                ]
            }
        ),
    ]
}
