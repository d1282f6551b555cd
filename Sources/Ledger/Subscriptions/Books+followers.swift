import Domain
import Storage

extension Books {
    /// S-36, S-38: the user's followers and mutual friends who are there now hear of it; nobody else ever does (S-Q33).
    func tellPresence(_ attendances: [Attendance], of account: Account) throws {
        let content = SubscriptionNews.Content.presence(attendances.filter { $0.isRecent(at: now) })
        try tell(content, .onlineStatus, of: account, to: followers(of: account, .onlineStatus))
        try tell(content, .friendOnlineStatus, of: account, to: friends(of: account))
    }

    /// S-37, S-39, S-Q27: each sees what it may. Who may not see all of it hears of other looks alone.
    func tellProfile(_ profile: HostedProfile, of account: Account, hasOtherLooks: Bool) throws {
        let standard = try HostedRoll.standard(options.standardVisibility, in: store)
        let everyone = profile.visibility.shows(toFriend: false, standard: standard)
        let friendly = profile.visibility.shows(toFriend: true, standard: standard)
        let whole = SubscriptionNews.Content.profile(view(of: account, profile))
        let part = SubscriptionNews.Content.profile(view(of: account, nil))
        var (seeing, others): ([Follower], [Follower]) = ([], [])
        for follower in try followers(of: account, .userProfile) {
            let isShown =
                everyone == friendly ? everyone : try standing(of: account.number, towards: follower.account).isFriend
            if isShown { seeing.append(follower) } else { others.append(follower) }
        }
        tell(whole, .userProfile, of: account, to: seeing)
        if hasOtherLooks { tell(part, .userProfile, of: account, to: others) }
        let friends = try friends(of: account)
        if friendly {
            tell(whole, .friendUserProfile, of: account, to: friends)
        } else if hasOtherLooks {
            tell(part, .friendUserProfile, of: account, to: friends)
        }
    }

    private func view(of account: Account, _ profile: HostedProfile?) -> HostedView {
        HostedView(user: account.id, name: account.nickname, portrait: account.faceURL, profile: profile)
    }

    /// S-Q24: once, when it begins; somebody who was never there, or long ago, is not told of, nor is anybody who has blocked
    /// the subscriber.
    func tellFirst(_ publisher: Account, to subscriber: Account, since: Int64, _ expiry: Int64) throws {
        let attendances = try recentAttendances(of: publisher)
        guard try !attendances.isEmpty && !standing(of: publisher.number, towards: subscriber.number).isBlocked else {
            return
        }
        tell(
            .presence(attendances), .onlineStatus, of: publisher,
            to: [Follower(account: subscriber.number, since: since, expiry: expiry)])
    }

    /// two who have become friends of each other, at that moment.
    func tellFriendship(of one: Account, and other: Account) throws {
        for (publisher, friend) in [(one, other), (other, one)] {
            let attendances = try recentAttendances(of: publisher)
            guard !attendances.isEmpty else { continue }
            tell(
                .presence(attendances), .friendOnlineStatus, of: publisher,
                to: [Follower(account: friend.number, since: 0, expiry: 0)])
        }
    }

    func recentAttendances(of publisher: Account) throws -> [Attendance] {
        try Attendance.all(of: publisher.number, in: store).filter { $0.isRecent(at: now) }
    }

    // MARK: - Who is told

    private func followers(of publisher: Account, _ type: SubscriptionType) throws -> [Follower] {
        let followers = try audience(of: publisher, type).followers
        if followers.isEmpty { return [] }
        let (present, blocked) = (try presentAccounts(), try blockedAccounts(of: publisher))
        return followers.compactMap { follower in
            let account = Int64(follower.account)
            guard present.contains(account), !blocked.contains(account) else { return nil }
            return Follower(account: account, since: follower.since, expiry: Int64(follower.expiry))
        }
    }

    private func friends(of publisher: Account) throws -> [Follower] {
        guard try circle(of: publisher).friends > 0 else { return [] }
        let present = try presentAccounts()
        return try mutualFriends(of: publisher).filter(present.contains).map {
            Follower(account: $0, since: 0, expiry: 0)
        }
    }

    private func tell(
        _ content: SubscriptionNews.Content, _ type: SubscriptionType, of account: Account, to followers: [Follower]
    ) {
        guard options.hasSubscriptions, !followers.isEmpty else { return }
        visits += followers.count
        notices.append(Notice(.news(SubscriptionNews(account, type, content)), toFollowers: followers))
    }
}
