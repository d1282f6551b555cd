import ClientProtocol
import Domain

/// What came of an operation for one of the users it named.
package struct UserResult: Sendable {
    package let user: String
    /// Nil: it was done.
    package let error: ErrorCode?
    /// Beside the error's own meaning.
    package var remark = ""

    init(_ user: String, _ error: ErrorCode? = nil, _ remark: String = "") {
        self.user = user
        self.error = error
        self.remark = remark
    }
}

/// what goes with the wish to have somebody as a friend.
package struct FriendWish: Sendable {
    package let remark: String
    package let wording: String
    package let source: String
    /// Empty: none.
    package let group: String
    package let isMutual: Bool

    package init(remark: String, wording: String, source: String, group: String, isMutual: Bool) {
        self.remark = remark
        self.wording = wording
        self.source = source
        self.group = group
        self.isMutual = isMutual
    }
}

extension Books {
    /// R-55, R-Q19.
    package func addFriend(_ user: String, _ wish: FriendWish, of number: Int64) throws -> UserResult {
        let owner = try caller(number)
        if owner.id.text == user { throw Refusal(.friendParameters, "nobody is a friend of himself", keys: ["userID"]) }
        if let limit = options.friendAdditions, !owner.additions.allows(limit, now: now) {
            throw Refusal(.addingTooFast)
        }
        guard let other = try UserID(user).flatMap(reachableAccount) else { return UserResult(user, .unknownUser) }
        let request = Request(
            addedAt: now / 1_000, wording: wish.wording, source: wish.source, remark: wish.remark, group: wish.group)
        var news = News()
        switch FriendAddition.outcome(of: try facts(of: wish, from: owner, to: other)) {
        case .refused(let obstacle): return UserResult(user, obstacle.error)
        case .alreadyFriends: return UserResult(user, nil, "already friends")
        case .request:
            try file(request, from: owner, to: other, &news)
            try tell(news)
            return UserResult(user, .awaitingApproval)
        case .ownEntry:
            try befriend(owner, with: other, as: request, &news)
        case .entries:
            try befriend(owner, with: other, as: request, &news)
            if wish.isMutual { try befriend(other, with: owner, as: request.ofTheOther(), &news) }
        }
        try settleRequests(between: owner, and: other, &news)
        try tell(news)
        return UserResult(user)
    }

    private func facts(
        of wish: FriendWish, from owner: Account, to other: Account
    ) throws -> FriendAddition.Facts {
        var facts = FriendAddition.Facts()
        let (own, theirs) = try (contact(of: owner, towards: other), contact(of: other, towards: owner))
        let circle = try circle(of: owner)
        facts.isBarred = owner.isBarred
        facts.hasBlocked = own?.kind == .blocked
        facts.isBlocked = theirs?.kind == .blocked
        facts.hasOther = own?.kind == .friend
        facts.isHad = theirs?.kind == .friend
        facts.isMutual = wish.isMutual
        facts.allowType = try profile(of: other).allowType
        facts.ownListIsFull = try friendListIsFull(of: owner)
        facts.groupsAreFull =
            !wish.group.isEmpty && circle.group(wish.group) == nil && circle.groups.count >= options.friendGroupsPerUser
        facts.othersListIsFull = try friendListIsFull(of: other)
        facts.requestsAreFull = try requestsAreFull(from: owner, to: other)
        return facts
    }

    private func friendListIsFull(of account: Account) throws -> Bool {
        try circle(of: account).friends >= Int64(options.friendsPerUser)
    }

    /// Makes the owner's entry, unless there is one. Whatever the owner has asked of the other is fulfilled by it, and the
    /// remark and the group that it was asked with come into effect, if none is given now (R-Q17).
    private func befriend(_ owner: Account, with other: Account, as request: Request, _ news: inout News) throws {
        let former = try contact(of: owner, towards: other)
        guard former?.kind != .friend else { return }
        let asked = try ownRequest(of: owner, to: other) ?? self.request(from: owner, to: other)
        let groupName = request.group.isEmpty ? asked?.group ?? "" : request.group
        var contact = Contact(.friend, since: now / 1_000)
        contact.remark = request.remark.isEmpty ? asked?.remark ?? "" : request.remark
        contact.wording = request.wording
        contact.source = request.source
        // At an approval there may be no room for it any more.
        if !groupName.isEmpty, let group = try group(groupName, orMadeFor: owner, &news) { contact.groups = [group] }
        try replace(former, by: contact, of: owner, towards: other, &news)
        news.tell(.friendAdded, Mention(other), to: owner)
        try withdraw(from: owner, to: other, &news)
    }

    /// R-Q22: where each has the other, there is nothing left to ask.
    private func settleRequests(between one: Account, and other: Account, _ news: inout News) throws {
        guard try contact(of: one, towards: other)?.kind == .friend,
            try contact(of: other, towards: one)?.kind == .friend
        else { return }
        try withdraw(from: one, to: other, &news)
        try withdraw(from: other, to: one, &news)
    }

    /// R-Q27, R-Q28.
    package func respond(
        to user: String, _ response: FriendResponse, remark: String, of number: Int64
    ) throws -> UserResult {
        let owner = try caller(number)
        guard let applicant = try UserID(user).flatMap(reachableAccount), applicant !== owner,
            let request = try request(from: applicant, to: owner)
        else { return UserResult(user, .noPendency) }
        var news = News()
        if response != .reject {
            let isAdding = response == .agreeAndAdd
            if isAdding, try contact(of: owner, towards: applicant) == nil, try friendListIsFull(of: owner) {
                return UserResult(user, .friendListFull)
            }
            if try contact(of: applicant, towards: owner) == nil, try friendListIsFull(of: applicant) {
                return UserResult(user, .peersFriendListFull)
            }
            try befriend(applicant, with: owner, as: request, &news)
            if isAdding { try befriend(owner, with: applicant, as: request.ofTheOther(remark: remark), &news) }
        }
        try withdraw(from: applicant, to: owner, &news)
        try settleRequests(between: owner, and: applicant, &news)
        news.tellOwn(.requestRemoved, [applicant], .incoming, to: owner)
        try tell(news)
        return UserResult(user)
    }

    /// R-Q25, R-Q26.
    package func deleteFriends(_ users: [String], bothWays: Bool, of number: Int64) throws -> [UserResult] {
        let owner = try caller(number)
        if let limit = options.friendDeletions, !owner.deletions.allows(limit, now: now) {
            throw Refusal(.deletingTooFast)
        }
        var news = News()
        let results = try users.map { user in
            guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
            let isOwn = try unfriend(owner, from: other, &news)
            let isOthers = bothWays ? try unfriend(other, from: owner, &news) : false
            return UserResult(user, isOwn || isOthers ? nil : .noFriend)
        }
        try tell(news)
        return results
    }

    /// False if the other was no friend of the owner.
    func unfriend(_ owner: Account, from other: Account, _ news: inout News) throws -> Bool {
        guard let contact = try contact(of: owner, towards: other), contact.kind == .friend else { return false }
        try replace(contact, by: nil, of: owner, towards: other, &news)
        news.tell(.friendDeleted, Mention(other), to: owner)
        return true
    }

    func reachableOther(_ user: String, than owner: Account) throws -> Account? {
        guard let other = try UserID(user).flatMap(reachableAccount), other !== owner else { return nil }
        return other
    }
}

extension Request {
    /// R-Q10: the other's entry says the same of how it came about; remark and group are the applicant's own.
    fileprivate func ofTheOther(remark: String = "") -> Request {
        Request(addedAt: addedAt, wording: wording, source: source, remark: remark, group: "")
    }
}

extension FriendAddition.Obstacle {
    fileprivate var error: ErrorCode {
        switch self {
        case .barred: .barredFromAdding
        case .inOwnBlacklist: .inOwnBlacklist
        case .inOthersBlacklist: .inPeersBlacklist
        case .forbidden: .addingForbidden
        case .ownListIsFull: .friendListFull
        case .groupsAreFull: .friendGroupsFull
        case .othersListIsFull: .peersFriendListFull
        case .requestsAreFull: .pendenciesFull
        }
    }
}
