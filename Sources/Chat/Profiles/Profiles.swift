import ClientProtocol
import Domain
import Storage

/// Both profiles of users: the one with the account, and the hosted one.
package final class Profiles {
    private let work: UnitOfWork
    private let accounts: Accounts
    private let contacts: Contacts
    private let conversations: Conversations
    private let uploads: Uploads
    private let subscriptions: Subscriptions
    private let jobs: Jobs

    private static let byAccount = Profile.Column.select("WHERE account = $1")
    private static let writing = Profile.Column.upsert()
    private static let hostedWriting = HostedProfile.Column.upsert(raising: [.looksChangedAt])

    init(
        work: UnitOfWork, accounts: Accounts, contacts: Contacts,
        conversations: Conversations, uploads: Uploads, subscriptions: Subscriptions, jobs: Jobs
    ) {
        self.work = work
        self.accounts = accounts
        self.contacts = contacts
        self.conversations = conversations
        self.uploads = uploads
        self.subscriptions = subscriptions
        self.jobs = jobs
    }

    /// The account's profile beside name and avatar.
    func profile(of account: Account) throws(CommandError) -> Profile {
        var profile = Profile()
        try work.query(Self.byAccount, [.integer(account.number)]) { row throws(StoreError) in
            profile = try Profile(row)
        }
        return profile
    }

    /// by the user.
    package func modifyProfile(_ change: ProfileChange, of number: AccountNumber) throws(CommandError) {
        try checkCustom(change)
        try take(change, of: accounts.caller(number))
    }

    private func checkCustom(_ change: ProfileChange) throws(CommandError) {
        try CustomFields.check(
            change.custom, against: work.options.profileFields, called: "Tag_Profile_Custom_", else: .unknownProfileKey,
            .badProfileType)
    }

    /// By an administrator.
    package func modifyProfile(_ change: ProfileChange, of user: UserID) throws(CommandError) {
        guard let account = try accounts.reachableAccount(user) else { throw .refused(.noAccount, keys: ["userID"]) }
        try checkCustom(change)
        try take(change, of: account)
    }

    /// R-141, R-Q53, X-16: once, if anything is another than before, to the user and to everybody who has it as a friend; then
    /// to those who see another name or avatar in their lists.
    private func take(_ change: ProfileChange, of account: Account) throws(CommandError) {
        let formerProfile = try profile(of: account)
        var profile = formerProfile
        profile.take(change)
        if profile != formerProfile { try save(profile, of: account) }
        let hasOtherAppearance = try takeAppearance(change, of: account, saying: profile != formerProfile)
        if hasOtherAppearance { try emitHosted(hosted(of: account), of: account, hasOtherAppearance: true) }
    }

    /// what the two profiles share. `saying`: the rest of TIM's has changed, which is told in any case.
    private func takeAppearance(_ change: ProfileChange, of account: Account, saying isRestOther: Bool = false)
        throws(CommandError)
        -> Bool
    {
        let former = (name: account.shownName, nickname: account.nickname, face: account.faceURL)
        account.nickname = change.nickname ?? account.nickname
        account.faceURL = change.faceURL ?? account.faceURL
        let hasOtherAppearance =
            !account.nickname.isSpelled(like: former.nickname) || !account.faceURL.isSpelled(like: former.face)
        guard hasOtherAppearance || isRestOther else { return false }
        account.profileVersion = try work.stamp()
        try uploads.replaceAvatar(former.face, by: account.faceURL)
        try accounts.save(account)
        try work.note(.profileUpdated, of: account)
        try work.emit(ProfileChanged(of: account), inStreamAs: .profile, subject: account.number, to: account)
        var appearance: AppearanceChange = .profile
        if !account.shownName.isSpelled(like: former.name) { appearance.insert(.name) }
        if !account.faceURL.isSpelled(like: former.face) { appearance.insert(.face) }
        try jobs.begin(.appearance, of: account, flags: appearance.rawValue)
        return hasOtherAppearance
    }

    /// C-Q08: to those who see another name or avatar in their lists.
    func showAppearance(
        of account: Account, formerly former: (name: String, face: String), _ events: inout RelationEvents
    )
        throws(CommandError)
    {
        let hasOtherFace = !account.faceURL.isSpelled(like: former.face)
        guard hasOtherFace || !account.shownName.isSpelled(like: former.name) else { return }
        let hasBlocked = try contacts.relationState(of: account).blocked > 0
        for (conversation, holder) in try listings(of: account) {
            // who is blocked hears nothing of it.
            if hasBlocked, try contacts.relationship(of: account.number, towards: holder).isBlocked { continue }
            // Nor does who has blocked.
            let view = try contacts.relationship(of: holder, towards: account.number)
            if !view.isBlocked, hasOtherFace || view.remark == nil {
                events.show(try conversations.conversation(conversation), to: try accounts.account(holder))
            }
        }
    }

    /// The conversations with the account that stand in others' lists, and whose lists those are.
    private func listings(of account: Account) throws(CommandError) -> [(
        conversation: ConversationNumber, holder: AccountNumber
    )] {
        var found: [(conversation: ConversationNumber, holder: AccountNumber)] = []
        try work.query(
            """
            SELECT conversation.id, high FROM conversation
            JOIN membership ON membership.id = (high << 32 | conversation.id) WHERE low = $1 AND is_listed = 1
            UNION SELECT conversation.id, low FROM conversation
            JOIN membership ON membership.id = (low << 32 | conversation.id) WHERE high = $1 AND is_listed = 1
            """, [.integer(account.number)]
        ) { row in found.append((row.integer(0), row.integer(1))) }
        return found
    }

    /// Y-04: told to nobody. The version has the index of names look at the account.
    package func setFindable(_ isFindable: Bool, of number: AccountNumber) throws(CommandError) {
        let account = try accounts.caller(number)
        guard account.isFindable != isFindable else { return }
        account.isFindable = isFindable
        account.profileVersion = try work.stamp()
        try accounts.save(account)
    }

    private func save(_ profile: Profile, of account: Account) throws(CommandError) {
        try work.execute(Self.writing, profile.values(of: account.number))
    }

    private func hosted(of account: Account) throws(CommandError) -> HostedProfile {
        try stored(HostedProfileQueries.profile(of: account.number, in: work.store))
    }

    /// S-04, S-Q06, X-15, X-16: all or nothing; what changes nothing is told to nobody (S-Q37).
    package func modifyHosted(_ change: HostedChange, of number: AccountNumber) throws(CommandError) {
        let account = try accounts.caller(number)
        let former = try hosted(of: account)
        var profile = former
        profile.take(change)
        if profile.ext.count > HostedProfile.mostExtras {
            throw .refused(
                .tooManyExtensions, "the profile would have more than \(HostedProfile.mostExtras) extensions",
                keys: change.ext.keys.sorted().map(\.text))
        }
        let hasOtherAppearance = try takeAppearance(
            ProfileChange(nickname: change.name, faceURL: change.portrait), of: account)
        guard hasOtherAppearance || profile != former else { return }
        if !hasOtherAppearance { try work.note(.profileUpdated, of: account) }
        try emitHosted(profile, of: account, hasOtherAppearance: hasOtherAppearance)
    }

    /// Sets who sees the user's profile, and tells those whose view of it changes (S-31, S-Q27).
    package func setVisibility(_ visibility: HostedVisibility, of number: AccountNumber) throws(CommandError) {
        let account = try accounts.caller(number)
        var profile = try hosted(of: account)
        guard profile.visibility != visibility else { return }
        profile.visibility = visibility
        try work.note(.visibilityUpdated, of: account)
        try emitHosted(profile, of: account, hasOtherAppearance: true)
    }

    /// S-10, S-Q05: by an administrator; empty: none any more.
    package func setUniqueID(_ uniqueID: String, of user: UserID) throws(CommandError) {
        guard let account = try accounts.reachableAccount(user) else {
            throw .refused(.noHostedUser, "there is no such user", keys: ["userId"])
        }
        var profile = try hosted(of: account)
        guard profile.uniqueID != uniqueID else { return }
        if !uniqueID.isEmpty, try stored(HostedProfileQueries.number(ofUniqueID: uniqueID, in: work.store)) != nil {
            throw .refused(.badUniqueID, "another user has this unique id", keys: ["uniqueId"])
        }
        profile.uniqueID = uniqueID
        try emitHosted(profile, of: account, hasOtherAppearance: false)
    }

    /// S-27, S-Q36: for all who have not said otherwise. Told to nobody.
    package func setStandardVisibility(_ visibility: HostedVisibility) throws(CommandError) {
        try work.execute(
            """
            INSERT INTO setting (name, value) VALUES ('visibility', $1)
            ON CONFLICT (name) DO UPDATE SET value = $1
            """, [.integer(visibility.rawValue)])
    }

    /// Stores it, and tells those who follow the user. `hasOtherAppearance`: all of them see it, and not only those who see
    /// everything.
    private func emitHosted(_ profile: HostedProfile, of account: Account, hasOtherAppearance: Bool)
        throws(CommandError)
    {
        let changedAt = try work.stamp()
        try work.execute(
            Self.hostedWriting,
            profile.values(of: account.number, changedAt: changedAt, looksChangedAt: hasOtherAppearance ? changedAt : 0)
        )
        try subscriptions.emitProfile(profile, of: account, hasOtherAppearance: hasOtherAppearance)
    }

    /// Of a deleted account.
    func erase(of account: Account) throws(CommandError) {
        try work.execute("DELETE FROM profile WHERE account = $1", [.integer(account.number)])
        try work.execute("DELETE FROM hosted_profile WHERE account = $1", [.integer(account.number)])
    }
}
