import ClientProtocol
import Domain
import Storage

/// A user's profile as everybody sees it (R-Q07).
package struct ProfileView: Sendable {
    package let id: UserID
    package let nickname: String
    package let faceURL: String
    package let profile: Profile
}

extension ProfileView {
    /// R-10, R-Q06: those that are known, in the order asked for, as many as fit; and how many users were looked for. Read
    /// from the store alone, on any reader's queue.
    package static func some(
        of users: [String], bytes: Int, in store: any Transaction
    ) throws(StoreError) -> (views: [ProfileView], count: Int) {
        var views: [ProfileView] = []
        var left = bytes
        for (index, user) in users.enumerated() {
            guard let view = try find(user, in: store) else { continue }
            left -= view.weight
            if left < 0, !views.isEmpty { return (views, index) }
            views.append(view)
        }
        return (views, users.count)
    }

    package static func find(_ user: String, in store: any Transaction) throws(StoreError) -> ProfileView? {
        var view: ProfileView?
        try store.query(
            """
            SELECT account.id, account.name, account.nickname, account.face_url, profile.allow_type, profile.gender,
                profile.birthday, profile.location, profile.language, profile.level, profile.role, profile.signature,
                profile.custom
            FROM account LEFT JOIN profile ON profile.account = account.id WHERE account.name = $1 AND account.state != 2
            """, [.text(user)]
        ) { row throws(StoreError) in view = try ProfileView(row) }
        return view
    }

    /// The columns id, name, nickname, face_url of `account`, then those of `profile`, which are null for a profile that
    /// has never been edited (R-Q54).
    init(_ row: any Row) throws(StoreError) {
        self.init(
            id: try row.userID(1), nickname: row.text(2), faceURL: row.text(3),
            profile: row.isNull(4) ? Profile() : try Profile(row, from: 4))
    }

    /// The bytes that it takes in a reply, about.
    var weight: Int {
        256 + nickname.utf8.count + faceURL.utf8.count
            + (profile.location.count + profile.signature.count) * 4 / 3 + profile.custom.weight
    }
}

extension Profile {
    init(_ row: any Row, from column: Int) throws(StoreError) {
        self.init()
        allowType = try row.choice(column)
        gender = try row.choice(column + 1)
        birthday = try row.small(column + 2)
        location = row.bytes(column + 3)
        language = try row.small(column + 4)
        level = try row.small(column + 5)
        role = try row.small(column + 6)
        signature = row.bytes(column + 7)
        custom = try row.decoded(column + 8, CustomFields.read)
    }
}

extension [String: CustomValue] {
    var weight: Int {
        reduce(0) { sum, field in
            switch field.value {
            case .number: sum + 32
            case .bytes(let bytes): sum + 32 + bytes.count * 4 / 3
            }
        }
    }
}
