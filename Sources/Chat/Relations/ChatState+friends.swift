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

extension ChatState {
    /// R-55, R-Q19.
    package func addFriend(_ user: String, _ wish: FriendWish, of number: Int64) throws -> UserResult {
        let owner = try caller(number)
        if owner.id.text.isSpelled(like: user) {
            throw Refusal(.friendParameters, "users cannot be their own friends", keys: ["userID"])
        }
        if let limit = options.friendAdditions, !owner.additions.allows(limit, now: now) {
            throw Refusal(.addingTooFast)
        }
        var events = RelationEvents()
        let result = try add(user, wish, to: owner, isForced: false, &events)
        try emit(events)
        return result
    }

    /// R-Q61: by an administrator. `isForced`: nobody is asked, and nobody is barred.
    package func addFriends(
        _ wishes: [(user: String, wish: FriendWish)], isForced: Bool, of user: String
    ) throws -> [UserResult] {
        let owner = try reachableOwner(user)
        var events = RelationEvents()
        let results = try wishes.map { try add($0.user, $0.wish, to: owner, isForced: isForced, &events) }
        try emit(events)
        return results
    }

    private func add(
        _ user: String, _ wish: FriendWish, to owner: Account, isForced: Bool, _ events: inout RelationEvents
    ) throws -> UserResult {
        guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
        let request = FriendRequest(
            addedAt: now / 1_000, wording: wish.wording, source: wish.source, remark: wish.remark, group: wish.group)
        var facts = try facts(of: wish, from: owner, to: other)
        if isForced {
            facts.isBarred = false
            facts.allowType = .anybody
        }
        switch FriendAddition.outcome(of: facts) {
        case .refused(let obstacle): return UserResult(user, obstacle.error)
        case .alreadyFriends: return UserResult(user, nil, "already friends")
        case .request:
            try file(request, from: owner, to: other, &events)
            return UserResult(user, .awaitingApproval)
        case .ownEntry:
            try befriend(owner, with: other, as: request, &events)
        case .entries:
            try befriend(owner, with: other, as: request, &events)
            if wish.isMutual {
                let asked = try lastRequest(from: other, to: owner)
                try befriend(other, with: owner, as: request.ofTheOther().completed(by: asked), &events)
            }
        }
        try settleRequests(between: owner, and: other, &events)
        return UserResult(user)
    }

    private func facts(
        of wish: FriendWish, from owner: Account, to other: Account
    ) throws -> FriendAddition.Facts {
        var facts = FriendAddition.Facts()
        let (own, theirs) = try (contact(of: owner, towards: other), contact(of: other, towards: owner))
        let relationState = try relationState(of: owner)
        facts.isBarred = owner.isBarred
        facts.hasBlocked = own?.kind.isBlocked ?? false
        facts.isBlocked = theirs?.kind.isBlocked ?? false
        facts.hasOther = own?.kind.isFriend ?? false
        facts.isHad = theirs?.kind.isFriend ?? false
        facts.isMutual = wish.isMutual
        facts.allowType = try profile(of: other).allowType
        facts.ownListIsFull = try friendListIsFull(of: owner)
        facts.groupsAreFull =
            !wish.group.isEmpty && relationState.group(wish.group) == nil
            && relationState.groups.count >= options.friendGroupsPerUser
        facts.othersListIsFull = try friendListIsFull(of: other)
        facts.requestsAreFull = try requestsAreFull(from: owner, to: other)
        return facts
    }

    func friendListIsFull(of account: Account) throws -> Bool {
        try relationState(of: account).friends >= Int64(options.friendsPerUser)
    }

    /// Makes the owner's entry, unless there is one. Whatever the owner has asked of the other is fulfilled by it (R-Q17).
    private func befriend(
        _ owner: Account, with other: Account, as request: FriendRequest, _ events: inout RelationEvents
    ) throws {
        let former = try contact(of: owner, towards: other)
        guard former?.kind.isFriend != true else { return }
        var contact = Contact.befriended(former, since: now / 1_000)
        contact.remark = request.remark
        contact.wording = request.wording
        contact.source = request.source
        // At an approval there may be no room for it any more.
        if !request.group.isEmpty, let group = try group(request.group, orMadeFor: owner, &events) {
            contact.groups = [group]
        }
        try replace(former, by: contact, of: owner, towards: other, &events)
        events.emit(.friendAdded, RelationSubject(other), to: owner)
        try withdraw(from: owner, to: other, &events)
    }

    /// R-Q22: where each has the other, there is nothing left to ask.
    func settleRequests(between one: Account, and other: Account, _ events: inout RelationEvents) throws {
        guard try contact(of: one, towards: other)?.kind.isFriend == true,
            try contact(of: other, towards: one)?.kind.isFriend == true
        else { return }
        try withdraw(from: one, to: other, &events)
        try withdraw(from: other, to: one, &events)
    }

    /// R-Q27, R-Q28.
    package func respond(
        to user: String, _ response: FriendResponse, remark: String, of number: Int64
    ) throws -> UserResult {
        let owner = try caller(number)
        guard let applicant = try UserID(user).flatMap(reachableAccount), applicant !== owner,
            let request = try request(from: applicant, to: owner)
        else { return UserResult(user, .noPendency) }
        var events = RelationEvents()
        if response != .reject {
            let isAdding = response == .agreeAndAdd
            if isAdding, try contact(of: owner, towards: applicant) == nil, try friendListIsFull(of: owner) {
                return UserResult(user, .friendListFull)
            }
            if try contact(of: applicant, towards: owner) == nil, try friendListIsFull(of: applicant) {
                return UserResult(user, .peersFriendListFull)
            }
            try befriend(applicant, with: owner, as: request, &events)
            if isAdding {
                let own = request.ofTheOther(remark: remark).completed(by: try lastRequest(from: owner, to: applicant))
                try befriend(owner, with: applicant, as: own, &events)
            }
        }
        try withdraw(from: applicant, to: owner, &events)
        try settleRequests(between: owner, and: applicant, &events)
        events.emitOwn(.requestRemoved, [applicant], .incoming, to: owner)
        try emit(events)
        return UserResult(user)
    }

    /// R-Q25, R-Q26.
    package func deleteFriends(_ users: [String], bothWays: Bool, of number: Int64) throws -> [UserResult] {
        let owner = try caller(number)
        if let limit = options.friendDeletions, !owner.deletions.allows(limit, now: now) {
            throw Refusal(.deletingTooFast)
        }
        var events = RelationEvents()
        let results = try users.map { user in
            guard let other = try reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
            let isOwn = try unfriend(owner, from: other, &events)
            let isOthers = bothWays ? try unfriend(other, from: owner, &events) : false
            return UserResult(user, isOwn || isOthers ? nil : .noFriend)
        }
        try emit(events)
        return results
    }

    /// False if the other was no friend of the owner.
    func unfriend(_ owner: Account, from other: Account, _ events: inout RelationEvents) throws -> Bool {
        guard let contact = try contact(of: owner, towards: other), contact.kind.isFriend else { return false }
        try replace(contact, by: contact.withoutFriend, of: owner, towards: other, &events)
        events.emit(.friendDeleted, RelationSubject(other), to: owner)
        return true
    }

    /// Whose relations an administrator works on.
    func reachableOwner(_ user: String) throws -> Account {
        guard let owner = try UserID(user).flatMap(reachableAccount) else {
            throw Refusal(.unknownUser, "there is no such user", keys: ["userID"])
        }
        return owner
    }

    func reachableOther(_ user: String, than owner: Account) throws -> Account? {
        guard let other = try UserID(user).flatMap(reachableAccount), other !== owner else { return nil }
        return other
    }
}

extension FriendRequest {
    /// R-Q10: the other's entry says the same of how it came about; remark and group are the applicant's own.
    fileprivate func ofTheOther(remark: String = "") -> FriendRequest {
        FriendRequest(addedAt: addedAt, wording: wording, source: source, remark: remark, group: "")
    }

    /// R-Q17: what the user has asked with counts where nothing else is said, however the request is fulfilled.
    fileprivate func completed(by asked: FriendRequest?) -> FriendRequest {
        FriendRequest(
            addedAt: addedAt, wording: wording, source: source, remark: remark.isEmpty ? asked?.remark ?? "" : remark,
            group: group.isEmpty ? asked?.group ?? "" : group)
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
