import Domain
import Storage

extension ChatState {
    /// S-36, S-38: the user's followers and mutual friends who are there now hear of it; nobody else ever does (S-Q33).
    func emitPresence(_ presences: [PlatformPresence], of account: Account) throws {
        let content = SubscriptionEvent.Content.presence(presences.filter { $0.isRecent(at: now) })
        try emit(content, .onlineStatus, of: account, to: followers(of: account, .onlineStatus))
        try emit(content, .friendOnlineStatus, of: account, to: friends(of: account))
    }

    /// S-37, S-39, S-Q27: each sees what it may. Who may not see all of it hears of other looks alone.
    func emitProfile(_ profile: HostedProfile, of account: Account, hasOtherLooks: Bool) throws {
        let standard = try HostedProfileQueries.standard(options.standardVisibility, in: store)
        let everyone = profile.visibility.shows(toFriend: false, standard: standard)
        let friendly = profile.visibility.shows(toFriend: true, standard: standard)
        let whole = SubscriptionEvent.Content.profile(view(of: account, profile))
        let part = SubscriptionEvent.Content.profile(view(of: account, nil))
        var (seeing, others): ([Follower], [Follower]) = ([], [])
        for follower in try followers(of: account, .userProfile) {
            let isShown =
                everyone == friendly
                ? everyone : try relationship(of: account.number, towards: follower.account).isFriend
            if isShown { seeing.append(follower) } else { others.append(follower) }
        }
        emit(whole, .userProfile, of: account, to: seeing)
        if hasOtherLooks { emit(part, .userProfile, of: account, to: others) }
        let friends = try friends(of: account)
        if friendly {
            emit(whole, .friendUserProfile, of: account, to: friends)
        } else if hasOtherLooks {
            emit(part, .friendUserProfile, of: account, to: friends)
        }
    }

    private func view(of account: Account, _ profile: HostedProfile?) -> HostedView {
        HostedView(user: account.id, name: account.nickname, portrait: account.faceURL, profile: profile)
    }

    /// S-Q24: once, when it begins; somebody who was never there, or long ago, is not told of, nor is anybody who has blocked
    /// the subscriber.
    func emitFirst(_ publisher: Account, to subscriber: Account, since: Int64, _ expiry: Int64) throws {
        let presences = try recentPresences(of: publisher)
        guard try !presences.isEmpty && !relationship(of: publisher.number, towards: subscriber.number).isBlocked else {
            return
        }
        emit(
            .presence(presences), .onlineStatus, of: publisher,
            to: [Follower(account: subscriber.number, since: since, expiry: expiry)])
    }

    /// two who have become friends of each other, at that moment.
    func emitFriendship(of one: Account, and other: Account) throws {
        for (publisher, friend) in [(one, other), (other, one)] {
            let presences = try recentPresences(of: publisher)
            guard !presences.isEmpty else { continue }
            emit(
                .presence(presences), .friendOnlineStatus, of: publisher,
                to: [Follower(account: friend.number, since: 0, expiry: 0)])
        }
    }

    func recentPresences(of publisher: Account) throws -> [PlatformPresence] {
        try PlatformPresence.all(of: publisher.number, in: store).filter { $0.isRecent(at: now) }
    }

    // MARK: - Who is told

    private func followers(of publisher: Account, _ type: SubscriptionType) throws -> [Follower] {
        let followers = try followerSet(of: publisher, type).followers
        if followers.isEmpty { return [] }
        let (present, blocked) = (try presentAccounts(), try blockedAccounts(of: publisher))
        return followers.compactMap { follower in
            let account = Int64(follower.account)
            guard present.contains(account), !blocked.contains(account) else { return nil }
            return Follower(account: account, since: follower.since, expiry: Int64(follower.expiry))
        }
    }

    private func friends(of publisher: Account) throws -> [Follower] {
        guard try relationState(of: publisher).friends > 0 else { return [] }
        let present = try presentAccounts()
        return try mutualFriends(of: publisher).filter(present.contains).map {
            Follower(account: $0, since: 0, expiry: 0)
        }
    }

    private func emit(
        _ content: SubscriptionEvent.Content, _ type: SubscriptionType, of account: Account, to followers: [Follower]
    ) {
        guard options.hasSubscriptions, !followers.isEmpty else { return }
        visits += followers.count
        serverEvents.append(
            ServerEvent(.subscriptionEvent(SubscriptionEvent(account, type, content)), toFollowers: followers))
    }
}
