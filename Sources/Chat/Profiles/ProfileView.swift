import ClientProtocol
import Domain
import Storage

/// A user's profile as everybody sees it (R-Q07).
package struct ProfileView: Sendable {
    package let id: UserID
    package let nickname: String
    package let faceURL: String
    package let version: Stamp
    package let profile: Profile
}

extension ProfileView {
    /// Profiles as a caller gets them.
    package struct Found: Sendable {
        package fileprivate(set) var views: [ProfileView] = []
        /// the users whose profiles the caller has as they are.
        package fileprivate(set) var unchanged: [String] = []
        /// How many users were looked for.
        package fileprivate(set) var count = 0
    }

    /// R-10, R-Q06: those that are known, in the order asked for, as many as fit. `have`: the versions that the caller has, by
    /// users. Read from the store alone, on any reader's queue.
    package static func some(
        of users: [String], unless have: [ExactText: Stamp], bytes: Int, in store: any Transaction
    ) throws(StoreError) -> Found {
        var found = Found()
        var left = bytes
        for user in users {
            if let view = try find(user, in: store) {
                if have[ExactText(user)] == view.version {
                    found.unchanged.append(user)
                } else {
                    left -= view.weight
                    if left < 0, !found.views.isEmpty { return found }
                    found.views.append(view)
                }
            }
            found.count += 1
        }
        return found
    }

    package static func find(_ user: String, in store: any Transaction) throws(StoreError) -> ProfileView? {
        var view: ProfileView?
        try store.query(byName, [.text(user)]) { account, profile throws(StoreError) in
            view = try ProfileView(account, profile)
        }
        return view
    }

    /// The account's columns in it.
    enum Shown: Int, TableColumn {
        static let table = "account"
        case name, nickname, faceURL, profileVersion
    }

    private static let byName = PairSelection<Shown, Profile.Column>(
        """
        FROM account LEFT JOIN profile ON profile.account = account.id WHERE account.name = $1 AND account.state != 2
        """)

    /// A profile that has never been edited has no row (R-Q54).
    init(_ account: TypedRow<Shown>, _ profile: TypedRow<Profile.Column>) throws(StoreError) {
        self.init(
            id: try account.userID(.name), nickname: account.text(.nickname), faceURL: account.text(.faceURL),
            version: account.integer(.profileVersion),
            profile: profile.isNull(.account) ? Profile() : try Profile(profile))
    }

    /// The bytes that it takes in a reply, about.
    var weight: Int {
        256 + nickname.utf8.count + faceURL.utf8.count
            + (profile.location.count + profile.signature.count) * 4 / 3 + profile.custom.weight
    }
}

extension Profile {
    enum Column: Int, TableColumn {
        static let table = "profile"
        case account, allowType, gender, birthday, location, language, level, role, signature, custom
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init()
        allowType = try row.choice(.allowType)
        gender = try row.choice(.gender)
        birthday = try row.small(.birthday)
        location = row.bytes(.location)
        language = try row.small(.language)
        level = try row.small(.level)
        role = try row.small(.role)
        signature = row.bytes(.signature)
        custom = try row.decoded(.custom, CustomFields.read)
    }

    func values(of account: AccountNumber) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .account: .integer(account)
            case .allowType: .integer(allowType.rawValue)
            case .gender: .integer(gender.rawValue)
            case .birthday: .integer(Int64(birthday))
            case .location: .bytes(location)
            case .language: .integer(Int64(language))
            case .level: .integer(Int64(level))
            case .role: .integer(Int64(role))
            case .signature: .bytes(signature)
            case .custom: .text(CustomFields.write(custom))
            }
        }
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
