import ClientProtocol
import Domain
import Storage

extension ChatState {
    /// R-Q40, R-Q41: nobody is a friend of whom one has blocked, unless `keepsFriends` (R-Q60), nor has asked to be.
    package func block(_ users: [String], keepsFriends: Bool = false, of number: Int64) throws -> [UserResult] {
        let owner = try caller(number)
        var events = RelationEvents()
        var blocked: [Account] = []
        let results = try users.map { user in
            guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
            if try contact(of: owner, towards: other)?.kind.isBlocked == true {
                return UserResult(user, .alreadyBlocked)
            }
            guard try block(other, since: now / 1_000, keepsFriend: keepsFriends, by: owner, &events) else {
                return UserResult(user, .blacklistFull)
            }
            blocked.append(other)
            return UserResult(user)
        }
        events.emitOwn(.blocked, blocked, to: owner)
        try emit(events)
        return results
    }

    /// R-Q63: by an administrator. Who is in the list already is in it since then; nil: since whenever it is.
    package func importBlacklist(
        _ entries: [(user: String, since: Int64?)], keepsFriends: Bool, of user: String
    ) throws -> [UserResult] {
        let owner = try reachableOwner(user)
        var events = RelationEvents()
        var blocked: [Account] = []
        let results = try entries.map { user, since in
            guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
            if let former = try contact(of: owner, towards: other), former.kind.isBlocked {
                let contact = Contact.blocked(former, since: since ?? former.blockedSince, keepsFriend: true)
                try replace(former, by: contact, of: owner, towards: other, &events)
                return UserResult(user)
            }
            guard try block(other, since: since ?? now / 1_000, keepsFriend: keepsFriends, by: owner, &events) else {
                return UserResult(user, .blacklistFull)
            }
            blocked.append(other)
            return UserResult(user)
        }
        events.emitOwn(.blocked, blocked, to: owner)
        try emit(events)
        return results
    }

    /// False if there is no room for it.
    private func block(
        _ other: Account, since: Int64, keepsFriend: Bool, by owner: Account, _ events: inout RelationEvents
    ) throws -> Bool {
        guard try relationState(of: owner).blocked < Int64(options.blockedPerUser) else { return false }
        let former = try contact(of: owner, towards: other)
        let contact = Contact.blocked(former, since: since, keepsFriend: keepsFriend)
        try replace(former, by: contact, of: owner, towards: other, &events)
        try freezePresence(of: owner, towards: other)
        if former != nil, !contact.kind.isFriend { events.emit(.friendDeleted, RelationSubject(other), to: owner) }
        if !keepsFriend { _ = try unfriend(other, from: owner, &events) }
        try withdraw(from: owner, to: other, &events)
        try withdraw(from: other, to: owner, &events)
        return true
    }

    /// restores nothing.
    package func unblock(_ users: [String], of number: Int64) throws -> [UserResult] {
        let owner = try caller(number)
        var events = RelationEvents()
        var unblocked: [Account] = []
        let results = try users.map { user in
            guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
            guard let contact = try contact(of: owner, towards: other), contact.kind.isBlocked else {
                return UserResult(user, .notBlocked)
            }
            try replace(contact, by: contact.withoutBlock, of: owner, towards: other, &events)
            try endSilence(from: owner, to: other)
            unblocked.append(other)
            return UserResult(user)
        }
        events.emitOwn(.unblocked, unblocked, to: owner)
        try emit(events)
        return results
    }

    /// Of a deleted account nothing is left: no entry, no request, on either side.
    func dissolveRelations(of account: Account, _ events: inout RelationEvents) throws {
        for other in try everybodyRelated(to: account) {
            if let contact = try contact(of: account, towards: other) {
                try replace(contact, by: nil, of: account, towards: other, &events)
            }
            _ = try unfriend(other, from: account, &events)
            if let contact = try contact(of: other, towards: account) {
                try replace(contact, by: nil, of: other, towards: account, &events)
            }
            try withdraw(from: account, to: other, &events)
            try withdraw(from: other, to: account, &events)
        }
        let bounds = PairKey.bounds(account.number)
        try store.execute(
            "DELETE FROM friend_group WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
        if try !relationState(of: account).groups.isEmpty {
            try change(.lists, of: account, &events) { $0.groups = [] }
        }
        try forgetLists(of: account, &events)
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
