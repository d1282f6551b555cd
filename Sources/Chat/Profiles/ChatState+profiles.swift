import ClientProtocol
import Domain
import Storage

extension ChatState {
    /// What the account says of itself beside name and avatar.
    func profile(of account: Account) throws -> Profile {
        var profile = Profile()
        try store.query(
            """
            SELECT allow_type, gender, birthday, location, language, level, role, signature, custom
            FROM profile WHERE account = $1
            """, [.integer(account.number)]
        ) { row in profile = Profile(row, from: 0) }
        return profile
    }

    /// by the user.
    package func modifyProfile(_ change: ProfileChange, of number: Int64) throws {
        try checkCustom(change)
        try take(change, of: caller(number))
    }

    private func checkCustom(_ change: ProfileChange) throws {
        try check(
            change.custom, against: options.profileFields, called: "Tag_Profile_Custom_", else: .unknownProfileKey,
            .badProfileType)
    }

    /// By an administrator.
    package func modifyProfile(_ change: ProfileChange, of user: UserID) throws {
        guard let account = try reachableAccount(user) else { throw Refusal(.noAccount, keys: ["userID"]) }
        try checkCustom(change)
        try take(change, of: account)
    }

    /// R-141, R-Q53, X-16: once, if anything is another than before, to the user and to everybody who has it as a friend; then
    /// to those who see another name or avatar in their lists.
    private func take(_ change: ProfileChange, of account: Account) throws {
        let formerProfile = try profile(of: account)
        var profile = formerProfile
        profile.take(change)
        if profile != formerProfile { try save(profile, of: account) }
        let hasOtherLooks = try takeLooks(change, of: account, saying: profile != formerProfile)
        if hasOtherLooks { try emitHosted(hosted(of: account), of: account, hasOtherLooks: true) }
    }

    /// what the two profiles share. `saying`: the rest of TIM's has changed, which is told in any case.
    func takeLooks(_ change: ProfileChange, of account: Account, saying isRestOther: Bool = false) throws -> Bool {
        let former = (name: account.shownName, nickname: account.nickname, face: account.faceURL)
        account.nickname = change.nickname ?? account.nickname
        account.faceURL = change.faceURL ?? account.faceURL
        let hasOtherLooks =
            !account.nickname.isSpelled(like: former.nickname) || !account.faceURL.isSpelled(like: former.face)
        if hasOtherLooks { try save(account) }
        guard hasOtherLooks || isRestOther else { return false }
        emit(.profile(account.id, seq: try append(.profile, subject: account.number, for: account)), to: account)
        var looks: LooksChange = .profile
        if !account.shownName.isSpelled(like: former.name) { looks.insert(.name) }
        if !account.faceURL.isSpelled(like: former.face) { looks.insert(.face) }
        try begin(.looks, of: account, flags: looks.rawValue)
        return hasOtherLooks
    }

    /// C-Q08: to those who see another name or avatar in their lists.
    func showLooks(of account: Account, formerly former: (name: String, face: String), _ events: inout RelationEvents)
        throws
    {
        let hasOtherFace = !account.faceURL.isSpelled(like: former.face)
        guard hasOtherFace || !account.shownName.isSpelled(like: former.name) else { return }
        let hasBlocked = try relationState(of: account).blocked > 0
        for (conversation, holder) in try listings(of: account) {
            // who is blocked hears nothing of it.
            if hasBlocked, try relationship(of: account.number, towards: holder).isBlocked { continue }
            // Nor does who has blocked.
            let view = try relationship(of: holder, towards: account.number)
            if !view.isBlocked, hasOtherFace || view.remark == nil {
                events.show(try self.conversation(conversation), to: try self.account(holder))
            }
        }
    }

    /// The conversations with the account that stand in others' lists, and whose lists those are.
    private func listings(of account: Account) throws -> [(conversation: Int64, holder: Int64)] {
        var found: [(conversation: Int64, holder: Int64)] = []
        try store.query(
            """
            SELECT conversation.id, high FROM conversation
            JOIN membership ON membership.id = (high << 32 | conversation.id) WHERE low = $1 AND is_listed = 1
            UNION SELECT conversation.id, low FROM conversation
            JOIN membership ON membership.id = (low << 32 | conversation.id) WHERE high = $1 AND is_listed = 1
            """, [.integer(account.number)]
        ) { row in found.append((row.integer(0), row.integer(1))) }
        return found
    }

    private func save(_ profile: Profile, of account: Account) throws {
        try store.execute(
            """
            INSERT INTO profile (account, allow_type, gender, birthday, location, language, level, role, signature, custom)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT (account) DO UPDATE SET allow_type = $2, gender = $3, birthday = $4, location = $5, language = $6,
                level = $7, role = $8, signature = $9, custom = $10
            """,
            [
                .integer(account.number), .integer(profile.allowType.rawValue), .integer(profile.gender.rawValue),
                .integer(Int64(profile.birthday)), .bytes(profile.location), .integer(Int64(profile.language)),
                .integer(Int64(profile.level)), .integer(Int64(profile.role)), .bytes(profile.signature),
                .text(CustomFields.write(profile.custom)),
            ])
    }
}
