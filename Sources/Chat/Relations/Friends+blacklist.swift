import ClientProtocol
import Domain
import Storage

/// The users that each user has blocked.
extension Friends {
    /// R-Q40, R-Q41: a block ends the requests between both, and the friendship unless `keepsFriends` (R-Q60).
    package func block(_ users: [String], keepsFriends: Bool = false, of number: AccountNumber) throws(CommandError)
        -> [UserResult]
    {
        let owner = try accounts.caller(number)
        var events = RelationEvents()
        var blocked: [Account] = []
        let results = try users.map { user throws(CommandError) in
            guard let other = try relations.reachableOther(user, than: owner) else {
                return UserResult(user, .unknownUser)
            }
            if try contacts.contact(of: owner, towards: other)?.kind.isBlocked == true {
                return UserResult(user, .alreadyBlocked)
            }
            guard try block(other, since: work.now.seconds, keepsFriend: keepsFriends, by: owner, &events) else {
                return UserResult(user, .blacklistFull)
            }
            blocked.append(other)
            return UserResult(user)
        }
        events.emitOwn(.blocked, blocked, to: owner)
        try relations.emit(events)
        return results
    }

    /// R-Q63: by an administrator. The time `since` becomes that of a user who is
    /// in the list already; nil: it stays.
    package func importBlacklist(
        _ entries: [(user: String, since: Seconds?)], keepsFriends: Bool, of user: String
    ) throws(CommandError) -> [UserResult] {
        let owner = try relations.reachableOwner(user)
        var events = RelationEvents()
        var blocked: [Account] = []
        let results = try entries.map { user, since throws(CommandError) in
            guard let other = try relations.reachableOther(user, than: owner) else {
                return UserResult(user, .unknownUser)
            }
            if let former = try contacts.contact(of: owner, towards: other), former.kind.isBlocked {
                let contact = Contact.blocked(former, since: since ?? former.blockedSince, keepsFriend: true)
                try relations.replace(former, by: contact, of: owner, towards: other, &events)
                return UserResult(user)
            }
            guard try block(other, since: since ?? work.now.seconds, keepsFriend: keepsFriends, by: owner, &events)
            else {
                return UserResult(user, .blacklistFull)
            }
            blocked.append(other)
            return UserResult(user)
        }
        events.emitOwn(.blocked, blocked, to: owner)
        try relations.emit(events)
        return results
    }

    /// False if there is no room for it.
    private func block(
        _ other: Account, since: Seconds, keepsFriend: Bool, by owner: Account, _ events: inout RelationEvents
    ) throws(CommandError) -> Bool {
        guard try contacts.relationState(of: owner).blocked < Int64(work.options.blockedPerUser) else { return false }
        let former = try contacts.contact(of: owner, towards: other)
        let contact = Contact.blocked(former, since: since, keepsFriend: keepsFriend)
        try relations.replace(former, by: contact, of: owner, towards: other, &events)
        try freezePresence(of: owner, towards: other)
        if former != nil, !contact.kind.isFriend { events.emit(.friendDeleted, RelationSubject(other), to: owner) }
        if !keepsFriend { _ = try relations.unfriend(other, from: owner, &events) }
        try relations.withdrawRequest(from: owner, to: other, &events)
        try relations.withdrawRequest(from: other, to: owner, &events)
        return true
    }

    /// restores nothing.
    package func unblock(_ users: [String], of number: AccountNumber) throws(CommandError) -> [UserResult] {
        let owner = try accounts.caller(number)
        var events = RelationEvents()
        var unblocked: [Account] = []
        let results = try users.map { user throws(CommandError) in
            guard let other = try relations.reachableOther(user, than: owner) else {
                return UserResult(user, .unknownUser)
            }
            guard let contact = try contacts.contact(of: owner, towards: other), contact.kind.isBlocked else {
                return UserResult(user, .notBlocked)
            }
            try relations.replace(contact, by: contact.withoutBlock, of: owner, towards: other, &events)
            try subscriptions.endSilence(from: owner, to: other)
            unblocked.append(other)
            return UserResult(user)
        }
        events.emitOwn(.unblocked, unblocked, to: owner)
        try relations.emit(events)
        return results
    }

    // MARK: - Blocks

    /// The owner has blocked the other, who sees from now on that the owner is away, and nothing of what comes later.
    private func freezePresence(of owner: Account, towards other: Account) throws(CommandError) {
        let presences = try subscriptions.recentPresences(of: owner).map { last in
            PlatformPresence(
                platform: last.platform, isOnline: false, changedAt: last.isOnline ? work.now : last.changedAt)
        }
        try contacts.freeze(presences, of: owner, towards: other)
    }
}
