import ClientProtocol
import Domain
import Storage

extension Books {
    /// R-Q40, R-Q41: nobody is a friend of whom one has blocked, unless `keepsFriends` (R-Q60), nor has asked to be.
    package func block(_ users: [String], keepsFriends: Bool = false, of number: Int64) throws -> [UserResult] {
        let owner = try caller(number)
        var news = News()
        var blocked: [Account] = []
        let results = try users.map { user in
            guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
            if try contact(of: owner, towards: other)?.kind.isBlocked == true {
                return UserResult(user, .alreadyBlocked)
            }
            guard try block(other, since: now / 1_000, keepsFriend: keepsFriends, by: owner, &news) else {
                return UserResult(user, .blacklistFull)
            }
            blocked.append(other)
            return UserResult(user)
        }
        news.tellOwn(.blocked, blocked, to: owner)
        try tell(news)
        return results
    }

    /// R-Q63: by an administrator. Who is in the list already is in it since then; nil: since whenever it is.
    package func importBlacklist(
        _ entries: [(user: String, since: Int64?)], keepsFriends: Bool, of user: String
    ) throws -> [UserResult] {
        let owner = try reachableOwner(user)
        var news = News()
        var blocked: [Account] = []
        let results = try entries.map { user, since in
            guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
            if let former = try contact(of: owner, towards: other), former.kind.isBlocked {
                let contact = Contact.blocked(former, since: since ?? former.blockedSince, keepsFriend: true)
                try replace(former, by: contact, of: owner, towards: other, &news)
                return UserResult(user)
            }
            guard try block(other, since: since ?? now / 1_000, keepsFriend: keepsFriends, by: owner, &news) else {
                return UserResult(user, .blacklistFull)
            }
            blocked.append(other)
            return UserResult(user)
        }
        news.tellOwn(.blocked, blocked, to: owner)
        try tell(news)
        return results
    }

    /// False if there is no room for it.
    private func block(
        _ other: Account, since: Int64, keepsFriend: Bool, by owner: Account, _ news: inout News
    ) throws -> Bool {
        guard try circle(of: owner).blocked < Int64(options.blockedPerUser) else { return false }
        let former = try contact(of: owner, towards: other)
        let contact = Contact.blocked(former, since: since, keepsFriend: keepsFriend)
        try replace(former, by: contact, of: owner, towards: other, &news)
        try freezePresence(of: owner, towards: other)
        if former != nil, !contact.kind.isFriend { news.tell(.friendDeleted, Mention(other), to: owner) }
        if !keepsFriend { _ = try unfriend(other, from: owner, &news) }
        try withdraw(from: owner, to: other, &news)
        try withdraw(from: other, to: owner, &news)
        return true
    }

    /// restores nothing.
    package func unblock(_ users: [String], of number: Int64) throws -> [UserResult] {
        let owner = try caller(number)
        var news = News()
        var unblocked: [Account] = []
        let results = try users.map { user in
            guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
            guard let contact = try contact(of: owner, towards: other), contact.kind.isBlocked else {
                return UserResult(user, .notBlocked)
            }
            try replace(contact, by: contact.withoutBlock, of: owner, towards: other, &news)
            try endSilence(from: owner, to: other)
            unblocked.append(other)
            return UserResult(user)
        }
        news.tellOwn(.unblocked, unblocked, to: owner)
        try tell(news)
        return results
    }

    /// Of a deleted account nothing is left: no entry, no request, on either side.
    func dissolveRelations(of account: Account, _ news: inout News) throws {
        for other in try everybodyRelated(to: account) {
            if let contact = try contact(of: account, towards: other) {
                try replace(contact, by: nil, of: account, towards: other, &news)
            }
            _ = try unfriend(other, from: account, &news)
            if let contact = try contact(of: other, towards: account) {
                try replace(contact, by: nil, of: other, towards: account, &news)
            }
            try withdraw(from: account, to: other, &news)
            try withdraw(from: other, to: account, &news)
        }
        let bounds = PairKey.bounds(account.number)
        try store.execute(
            "DELETE FROM friend_group WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
        if try !circle(of: account).groups.isEmpty { try change(.lists, of: account, &news) { $0.groups = [] } }
        try forgetLists(of: account, &news)
        try store.execute("DELETE FROM profile WHERE account = $1", [.integer(account.number)])
    }

    private func everybodyRelated(to account: Account) throws -> [Account] {
        let bounds = PairKey.bounds(account.number)
        var numbers: [Int64] = []
        try store.query(
            """
            SELECT other FROM contact WHERE id > $1 AND id <= $2 UNION SELECT id >> 32 FROM contact WHERE other = $3
            UNION SELECT other FROM request WHERE owner = $3
            UNION SELECT owner FROM request WHERE other = $3
            """, [.integer(bounds.after), .integer(bounds.through), .integer(account.number)]
        ) { row in numbers.append(row.integer(0)) }
        return try numbers.map(self.account)
    }
}
