import ClientProtocol
import Domain
import Storage

/// Hosted profiles as readers see them.
package enum HostedProfileQueries {
    /// S-21, S-Q12: of those that there are, in the order asked for.
    package static func some(
        of users: [String], for viewer: AccountNumber, standard: HostedVisibility, in store: any Transaction
    ) throws(StoreError) -> [HostedView] {
        let standard = try self.standard(standard, in: store)
        return try Account.reachable(users, in: store).map { account throws(StoreError) in
            try view(account, for: viewer, standard, in: store)
        }
    }

    /// As the users themselves see them.
    package static func whole(of users: [String], in store: any Transaction) throws(StoreError) -> [HostedView] {
        try Account.reachable(users, in: store).map { account throws(StoreError) in
            try view(account, for: account.number, .friends, in: store)
        }
    }

    /// Finds the profile with exactly this unique id, as the viewer may see it (S-33, S-Q13).
    package static func find(
        uniqueID: String, for viewer: AccountNumber, standard: HostedVisibility, in store: any Transaction
    ) throws(CommandError) -> HostedView {
        guard let view = try stored(view(ofUniqueID: uniqueID, for: viewer, standard: standard, in: store)) else {
            throw .refused(.noHostedUser, keys: ["uniqueId"])
        }
        return view
    }

    private static func view(
        ofUniqueID uniqueID: String, for viewer: AccountNumber, standard: HostedVisibility, in store: any Transaction
    ) throws(StoreError) -> HostedView? {
        guard let number = try number(ofUniqueID: uniqueID, in: store) else { return nil }
        guard let account = try Account.find(Account.name(number, in: store), in: store) else {
            throw .missing("account", number)
        }
        return try view(account, for: viewer, self.standard(standard, in: store), in: store)
    }

    package static func visibility(of number: AccountNumber, in store: any Transaction) throws(StoreError)
        -> HostedVisibility
    {
        try profile(of: number, in: store).visibility
    }

    /// An administrator's setting counts more than the configuration.
    static func standard(_ configured: HostedVisibility, in store: any Transaction) throws(StoreError)
        -> HostedVisibility
    {
        var standard = configured
        try store.query("SELECT value FROM setting WHERE name = 'visibility'", []) { row throws(StoreError) in
            standard = try row.choice(0)
        }
        return standard
    }

    static func number(ofUniqueID uniqueID: String, in store: any Transaction) throws(StoreError) -> AccountNumber? {
        var number: AccountNumber?
        try store.query(
            "SELECT account FROM hosted_profile WHERE unique_id = $1 AND unique_id != ''", [.text(uniqueID)]
        ) { row in number = row.integer(0) }
        return number
    }

    /// S-Q10, X-28: a user sees all of itself, others what they may.
    static func view(
        _ account: Account, for viewer: AccountNumber, _ standard: HostedVisibility, in store: any Transaction
    ) throws(StoreError) -> HostedView {
        let profile = try profile(of: account.number, in: store)
        var isShown = viewer == account.number
        if !isShown {
            var relationship = Relationship.stranger
            try store.query(
                "SELECT kind FROM contact WHERE id = $1", [.integer(PairKey.key(account.number, viewer))]
            ) { row throws(StoreError) in relationship = try Relationship(row, kind: 0) }
            isShown =
                !relationship.isBlocked && profile.visibility.shows(toFriend: relationship.isFriend, standard: standard)
        }
        return HostedView(
            user: account.id, name: account.nickname, portrait: account.faceURL, profile: isShown ? profile : nil)
    }

    static func profile(of number: AccountNumber, in store: any Transaction) throws(StoreError) -> HostedProfile {
        var profile = HostedProfile()
        try store.query(byAccount, [.integer(number)]) { row throws(StoreError) in profile = try HostedProfile(row) }
        return profile
    }

    private static let byAccount = HostedProfile.Column.select("WHERE account = $1")
}
