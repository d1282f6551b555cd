import ClientProtocol
import Domain
import Storage

/// The users who are told of a user's presence and profile.
extension Subscriptions {
    /// S-36, S-38: the user's followers and mutual friends who are there now hear of it; nobody else ever does (S-Q33).
    func emitPresence(_ presences: [PlatformPresence], of account: Account) throws(CommandError) {
        let content = SubscriptionEvent.Content.presence(
            presences.filter { $0.isRecent(at: work.now) }, try status(of: account))
        try emit(content, .onlineStatus, of: account, to: followers(of: account, .onlineStatus))
        try emit(content, .friendOnlineStatus, of: account, to: friends(of: account))
    }

    /// S-37, S-39, S-Q27: each sees what it may. A follower who may not see all of it hears only of a new name or picture.
    func emitProfile(_ profile: HostedProfile, of account: Account, hasOtherAppearance: Bool) throws(CommandError) {
        let standard = try stored(HostedProfileQueries.standard(work.options.standardVisibility, in: work.store))
        let everyone = profile.visibility.shows(toFriend: false, standard: standard)
        let friendly = profile.visibility.shows(toFriend: true, standard: standard)
        let whole = SubscriptionEvent.Content.profile(view(of: account, profile))
        let part = SubscriptionEvent.Content.profile(view(of: account, nil))
        var (seeing, others): ([Follower], [Follower]) = ([], [])
        for follower in try followers(of: account, .userProfile) {
            let isShown =
                everyone == friendly
                ? everyone : try contacts.relationship(of: account.number, towards: follower.account).isFriend
            if isShown { seeing.append(follower) } else { others.append(follower) }
        }
        emit(whole, .userProfile, of: account, to: seeing)
        if hasOtherAppearance { emit(part, .userProfile, of: account, to: others) }
        let friends = try friends(of: account)
        if friendly {
            emit(whole, .friendUserProfile, of: account, to: friends)
        } else if hasOtherAppearance {
            emit(part, .friendUserProfile, of: account, to: friends)
        }
    }

    private func view(of account: Account, _ profile: HostedProfile?) -> HostedView {
        HostedView(user: account.id, name: account.nickname, portrait: account.faceURL, profile: profile)
    }

    /// S-Q24: once, when it begins. A user who was never online, or long ago, is not told of; nor is a user who has blocked
    /// the subscriber.
    func emitFirst(_ publisher: Account, to subscriber: Account, since: Milliseconds, _ expiry: Seconds)
        throws(CommandError)
    {
        guard let presence = try currentPresence(of: publisher),
            try !contacts.relationship(of: publisher.number, towards: subscriber.number).isBlocked
        else { return }
        emit(
            presence, .onlineStatus, of: publisher,
            to: [Follower(account: subscriber.number, since: since, expiry: expiry)])
    }

    /// two who have become friends of each other, at that moment.
    func emitFriendship(of one: Account, and other: Account) throws(CommandError) {
        for (publisher, friend) in [(one, other), (other, one)] {
            guard let presence = try currentPresence(of: publisher) else { continue }
            emit(
                presence, .friendOnlineStatus, of: publisher,
                to: [Follower(account: friend.number, since: 0, expiry: 0)])
        }
    }

    // MARK: - Who is told

    private func followers(of publisher: Account, _ type: SubscriptionType) throws(CommandError) -> [Follower] {
        let followers = try followerSet(of: publisher, type).followers
        if followers.isEmpty { return [] }
        let (present, blocked) = (try presentAccounts(), try contacts.blockedAccounts(of: publisher))
        return followers.compactMap { follower in
            let account = follower.account
            guard present.contains(account), !blocked.contains(account) else { return nil }
            return Follower(account: account, since: follower.since, expiry: Seconds(follower.expiry))
        }
    }

    private func friends(of publisher: Account) throws(CommandError) -> [Follower] {
        guard try contacts.relationState(of: publisher).friends > 0 else { return [] }
        let present = try presentAccounts()
        return try contacts.mutualFriends(of: publisher).filter(present.contains).map {
            Follower(account: $0, since: 0, expiry: 0)
        }
    }

    private func emit(
        _ content: SubscriptionEvent.Content, _ type: SubscriptionType, of account: Account, to followers: [Follower]
    ) {
        guard work.options.hasSubscriptions, !followers.isEmpty else { return }
        work.visits += followers.count
        work.lead(to: .subscriptionEvent(SubscriptionEvent(account, type, content), for: followers))
    }

    /// the user has come to the platform at that moment, or left it. A change that is known already is told to nobody.
    package func reconcilePresence(
        _ number: AccountNumber, on platform: Platform, isOnline: Bool, since moment: Milliseconds?
    )
        throws(CommandError)
    {
        let account = try accounts.account(number)
        guard account.state != .deleted else { return }
        var presences = try stored(PlatformPresence.all(of: number, in: work.store))
        let index = presences.firstIndex { $0.platform == platform }
        guard (index.map { presences[$0].isOnline } ?? false) != isOnline else { return }
        let former = index.map { presences[$0].changedAt } ?? 0
        let change = PlatformPresence(
            platform: platform, isOnline: isOnline, changedAt: max(moment ?? work.now, former + 1))
        if let index { presences[index] = change } else { presences.append(change) }
        try savePresence(change, of: number)
        try work.note(isOnline ? .userOnline : .userOffline, of: account, value: platform.number)
        presences.sort { $0.platform.number < $1.platform.number }
        try emitPresence(presences, of: account)
    }
}
