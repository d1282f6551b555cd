import Domain
import Storage

/// A search for users or groups by their names. An entry of the index is judged by the row that the store has now.
package struct NameSearch: Sendable {
    private let query: SearchQuery

    package init(_ query: SearchQuery) { self.query = query }

    package struct User: Sendable {
        package let id: UserID
        package let nickname: String
        package let faceURL: String
    }

    package struct Group: Sendable {
        package let id: String
        package let name: String
        package let avatar: String
        package let memberCount: Int64
    }

    /// Y-04: without the caller, and without those who have blocked it.
    package func users(for caller: AccountNumber, in view: SearchView) throws(StoreError) -> [User] {
        try find(in: .users, view) { subject throws(StoreError) in
            let number = AccountNumber(rawValue: subject.rawValue)
            guard number != caller else { return nil }
            var user: User?
            try view.store.query(
                """
                SELECT name, nickname, face_url FROM account WHERE id = $1 AND is_findable = 1 AND state = 0
                    AND NOT EXISTS (SELECT 1 FROM contact WHERE id = $2 AND kind IN (2, 3))
                """, [.integer(number), .integer(PairKey.key(number, caller))]
            ) { row throws(StoreError) in
                user = User(id: try row.userID(0), nickname: row.text(1), faceURL: row.text(2))
            }
            return user.flatMap { fits($0.nickname) ? $0 : nil }
        }
    }

    /// Y-05: public ones.
    package func groups(in view: SearchView) throws(StoreError) -> [Group] {
        try find(in: .groups, view) { subject throws(StoreError) in
            var group: Group?
            try view.store.query(
                """
                SELECT id, name, avatar, (SELECT count(*) FROM member WHERE member.id > chat_group.id << 32
                    AND member.id <= (chat_group.id << 32 | 4294967295))
                FROM chat_group WHERE id = $1 AND style >= 2
                """, [.integer(subject)]
            ) { row in
                let number: GroupNumber = row.integer(0)
                group = Group(
                    id: String(number), name: row.text(1), avatar: row.text(2), memberCount: row.integer(3))
            }
            return group.flatMap { fits($0.name) ? $0 : nil }
        }
    }

    private func find<Found>(
        in index: NameIndex, _ view: SearchView, _ judge: (NameIndex.Subject) throws(StoreError) -> Found?
    ) throws(StoreError) -> [Found] {
        let subjects = try index.subjects(of: query, atMost: mostCandidates, in: view.file)
        view.lookups += query.terms.count
        var found: [Found] = []
        for subject in subjects where found.count < mostHits && !view.isOverdue() {
            if let hit = try judge(subject) { found.append(hit) }
        }
        return found
    }

    private func fits(_ name: String) -> Bool { query.matches(in: [FoldedText(name)]) != nil }
}

private let mostHits = 20
/// Entries that are judged: some are of users who may not be shown.
private let mostCandidates = 200
