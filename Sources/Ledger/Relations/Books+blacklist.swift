import ClientProtocol
import Domain
import Storage

extension Books {
    /// R-Q40, R-Q41: nobody is a friend of whom one has blocked, nor has asked to be.
    package func block(_ users: [String], of number: Int64) throws -> [UserResult] {
        let owner = try caller(number)
        var news = News()
        var blocked: [Account] = []
        let results = try users.map { user in
            guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
            let former = try contact(of: owner, towards: other)
            if former?.kind == .blocked { return UserResult(user, .alreadyBlocked) }
            guard try circle(of: owner).blocked < Int64(options.blockedPerUser) else {
                return UserResult(user, .blacklistFull)
            }
            try replace(former, by: Contact(.blocked, since: now / 1_000), of: owner, towards: other, &news)
            if former != nil { news.tell(.friendDeleted, Mention(other), to: owner) }
            _ = try unfriend(other, from: owner, &news)
            try withdraw(from: owner, to: other, &news)
            try withdraw(from: other, to: owner, &news)
            blocked.append(other)
            return UserResult(user)
        }
        news.tellOwn(.blocked, blocked, to: owner)
        try tell(news)
        return results
    }

    /// restores nothing.
    package func unblock(_ users: [String], of number: Int64) throws -> [UserResult] {
        let owner = try caller(number)
        var news = News()
        var unblocked: [Account] = []
        let results = try users.map { user in
            guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
            guard let contact = try contact(of: owner, towards: other), contact.kind == .blocked else {
                return UserResult(user, .notBlocked)
            }
            try replace(contact, by: nil, of: owner, towards: other, &news)
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
            if let contact = try contact(of: other, towards: account), contact.kind == .blocked {
                try replace(contact, by: nil, of: other, towards: account, &news)
            }
            _ = try unfriend(other, from: account, &news)
            try withdraw(from: account, to: other, &news)
            try withdraw(from: other, to: account, &news)
        }
        let bounds = PairKey.bounds(account.number)
        try store.execute(
            "DELETE FROM friend_group WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
        if try !circle(of: account).groups.isEmpty { try change(.lists, of: account, &news) { $0.groups = [] } }
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
