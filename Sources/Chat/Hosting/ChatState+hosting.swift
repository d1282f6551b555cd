import ClientProtocol
import Domain
import Storage

extension ChatState {
    func hosted(of account: Account) throws -> HostedProfile {
        try HostedProfileQueries.profile(of: account.number, in: store)
    }

    /// S-04, S-Q06, X-15, X-16: all or nothing; what changes nothing is told to nobody (S-Q37).
    package func modifyHosted(_ change: HostedChange, of number: Int64) throws {
        let account = try caller(number)
        let former = try hosted(of: account)
        var profile = former
        profile.take(change)
        if profile.ext.count > HostedProfile.mostExtras {
            throw Refusal(
                .tooManyExtensions, "the profile would have more than \(HostedProfile.mostExtras) extensions",
                keys: change.ext.keys.sorted().map(\.text))
        }
        let hasOtherLooks = try takeLooks(ProfileChange(nickname: change.name, faceURL: change.portrait), of: account)
        guard hasOtherLooks || profile != former else { return }
        try emitHosted(profile, of: account, hasOtherLooks: hasOtherLooks)
    }

    /// S-31, S-Q27.
    package func setVisibility(_ visibility: HostedVisibility, of number: Int64) throws {
        let account = try caller(number)
        var profile = try hosted(of: account)
        guard profile.visibility != visibility else { return }
        profile.visibility = visibility
        try emitHosted(profile, of: account, hasOtherLooks: true)
    }

    /// S-10, S-Q05: by an administrator; empty: none any more.
    package func setUniqueID(_ uniqueID: String, of user: UserID) throws {
        guard let account = try reachableAccount(user) else {
            throw Refusal(.noHostedUser, "there is no such user", keys: ["userId"])
        }
        var profile = try hosted(of: account)
        guard profile.uniqueID != uniqueID else { return }
        if !uniqueID.isEmpty, try HostedProfileQueries.number(ofUniqueID: uniqueID, in: store) != nil {
            throw Refusal(.badUniqueID, "another user has this unique id", keys: ["uniqueId"])
        }
        profile.uniqueID = uniqueID
        try emitHosted(profile, of: account, hasOtherLooks: false)
    }

    /// S-27, S-Q36: for all who have not said otherwise. Told to nobody.
    package func setStandardVisibility(_ visibility: HostedVisibility) throws {
        try store.execute(
            """
            INSERT INTO setting (name, value) VALUES ('visibility', $1)
            ON CONFLICT (name) DO UPDATE SET value = $1
            """, [.integer(visibility.rawValue)])
    }

    /// Stores it, and tells those who follow the user. `hasOtherLooks`: all of them see it, and not only those who see
    /// everything.
    func emitHosted(_ profile: HostedProfile, of account: Account, hasOtherLooks: Bool) throws {
        let changedAt = try stamp()
        try store.execute(
            """
            INSERT INTO hosted_profile (account, unique_id, email, birthday, gender, location, role, level, ext,
                visibility, changed_at, looks_changed_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            ON CONFLICT (account) DO UPDATE SET unique_id = $2, email = $3, birthday = $4, gender = $5, location = $6,
                role = $7, level = $8, ext = $9, visibility = $10, changed_at = $11,
                looks_changed_at = max(looks_changed_at, $12)
            """,
            [.integer(account.number)] + profile.values + [
                .integer(changedAt), .integer(hasOtherLooks ? changedAt : 0),
            ])
        try emitProfile(profile, of: account, hasOtherLooks: hasOtherLooks)
    }
}

/// Hosted profiles as readers see them.
package enum HostedProfileQueries {
    /// S-21, S-Q12: of those that there are, in the order asked for.
    package static func some(
        of users: [String], for viewer: Int64, standard: HostedVisibility, in store: any Transaction
    ) throws -> [HostedView] {
        let standard = try self.standard(standard, in: store)
        return try users.compactMap { user in
            guard let account = try UserID(user).flatMap({ try Account.find($0, in: store) }), account.state != .deleted
            else { return nil }
            return try view(account, for: viewer, standard, in: store)
        }
    }

    /// As the users themselves see them.
    package static func whole(of users: [String], in store: any Transaction) throws -> [HostedView] {
        try users.compactMap { user in
            guard let account = try UserID(user).flatMap({ try Account.find($0, in: store) }), account.state != .deleted
            else { return nil }
            return try view(account, for: account.number, .friends, in: store)
        }
    }

    /// S-33, S-Q13.
    package static func find(
        uniqueID: String, for viewer: Int64, standard: HostedVisibility, in store: any Transaction
    ) throws -> HostedView {
        guard let number = try number(ofUniqueID: uniqueID, in: store) else {
            throw Refusal(.noHostedUser, keys: ["uniqueId"])
        }
        guard let account = try Account.find(Account.name(number, in: store), in: store) else {
            preconditionFailure("there is no account \(number)")
        }
        return try view(account, for: viewer, self.standard(standard, in: store), in: store)
    }

    package static func visibility(of number: Int64, in store: any Transaction) throws -> HostedVisibility {
        try profile(of: number, in: store).visibility
    }

    /// What an administrator has set counts more than the configuration.
    static func standard(_ configured: HostedVisibility, in store: any Transaction) throws -> HostedVisibility {
        var standard = configured
        try store.query("SELECT value FROM setting WHERE name = 'visibility'", []) { row in
            standard = HostedVisibility(rawValue: row.integer(0)) ?? configured
        }
        return standard
    }

    static func number(ofUniqueID uniqueID: String, in store: any Transaction) throws -> Int64? {
        var number: Int64?
        try store.query(
            "SELECT account FROM hosted_profile WHERE unique_id = $1 AND unique_id != ''", [.text(uniqueID)]
        ) { row in number = row.integer(0) }
        return number
    }

    /// S-Q10, X-28: a user sees all of itself, others what they may.
    static func view(
        _ account: Account, for viewer: Int64, _ standard: HostedVisibility, in store: any Transaction
    ) throws -> HostedView {
        let profile = try profile(of: account.number, in: store)
        var isShown = viewer == account.number
        if !isShown {
            var relationship = Relationship.stranger
            try store.query(
                "SELECT kind FROM contact WHERE id = $1", [.integer(PairKey.key(account.number, viewer))]
            ) { row in relationship = Relationship(row.integer(0)) }
            isShown =
                !relationship.isBlocked && profile.visibility.shows(toFriend: relationship.isFriend, standard: standard)
        }
        return HostedView(
            user: account.id, name: account.nickname, portrait: account.faceURL, profile: isShown ? profile : nil)
    }

    static func profile(of number: Int64, in store: any Transaction) throws -> HostedProfile {
        var profile = HostedProfile()
        try store.query(
            """
            SELECT unique_id, email, birthday, gender, location, role, level, ext, visibility
            FROM hosted_profile WHERE account = $1
            """, [.integer(number)]
        ) { row in profile = HostedProfile(row, from: 0) }
        return profile
    }
}
