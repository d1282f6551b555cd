import ClientProtocol
import Domain

/// The result of an operation for one of the users it named.
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

/// the words and settings of a request to become friends.
package struct FriendRequestDraft: Sendable {
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

/// Changes friends, friend groups and blacklists, for users and for administrators who import them.
package final class Friends {
    let work: UnitOfWork
    let accounts: Accounts
    let contacts: Contacts
    let subscriptions: Subscriptions
    let relations: Relations
    let profiles: Profiles

    init(
        work: UnitOfWork, accounts: Accounts, contacts: Contacts, subscriptions: Subscriptions, relations: Relations,
        profiles: Profiles
    ) {
        self.work = work
        self.accounts = accounts
        self.contacts = contacts
        self.subscriptions = subscriptions
        self.relations = relations
        self.profiles = profiles
    }

    /// Adds a friend or asks the user, after all checks in their order (R-55, R-Q19).
    package func addFriend(_ user: String, _ draft: FriendRequestDraft, of number: AccountNumber) throws(CommandError)
        -> UserResult
    {
        let owner = try accounts.caller(number)
        if owner.id.text.isSpelled(like: user) {
            throw .refused(.friendParameters, "users cannot be their own friends", keys: ["userID"])
        }
        if let limit = work.options.friendAdditions, !owner.additions.allows(limit, now: work.now) {
            throw .refused(.addingTooFast)
        }
        var events = RelationEvents()
        let result = try add(user, draft, to: owner, isForced: false, &events)
        try relations.emit(events)
        return result
    }

    /// R-Q61: by an administrator. `isForced`: nobody is asked, and nobody is barred.
    package func addFriends(
        _ drafts: [(user: String, draft: FriendRequestDraft)], isForced: Bool, of user: String
    ) throws(CommandError) -> [UserResult] {
        let owner = try relations.reachableOwner(user)
        var events = RelationEvents()
        let results = try drafts.map { user, draft throws(CommandError) in
            try add(user, draft, to: owner, isForced: isForced, &events)
        }
        try relations.emit(events)
        return results
    }

    private func add(
        _ user: String, _ draft: FriendRequestDraft, to owner: Account, isForced: Bool, _ events: inout RelationEvents
    ) throws(CommandError) -> UserResult {
        guard let other = try relations.reachableOther(user, than: owner) else { return UserResult(user, .unknownUser) }
        let request = FriendRequest(
            addedAt: work.now.seconds, wording: draft.wording, source: draft.source, remark: draft.remark,
            group: draft.group)
        var facts = try facts(of: draft, from: owner, to: other)
        if isForced {
            facts.isBarred = false
            facts.allowType = .anybody
        }
        switch FriendAddition.outcome(of: facts) {
        case .refused(let obstacle): return UserResult(user, obstacle.error)
        case .alreadyFriends: return UserResult(user, nil, "already friends")
        case .request:
            try relations.fileRequest(request, from: owner, to: other, &events)
            return UserResult(user, .awaitingApproval)
        case .ownEntry:
            try befriend(owner, with: other, as: request, &events)
        case .entries:
            try befriend(owner, with: other, as: request, &events)
            if draft.isMutual {
                let asked = try relations.lastRequest(from: other, to: owner)
                try befriend(other, with: owner, as: request.ofTheOther().completed(by: asked), &events)
            }
        }
        try relations.settleRequests(between: owner, and: other, &events)
        return UserResult(user)
    }

    private func facts(
        of draft: FriendRequestDraft, from owner: Account, to other: Account
    ) throws(CommandError) -> FriendAddition.Facts {
        var facts = FriendAddition.Facts()
        let (own, theirs) = try (
            contacts.contact(of: owner, towards: other), contacts.contact(of: other, towards: owner)
        )
        let relationState = try contacts.relationState(of: owner)
        facts.isBarred = owner.isBarred
        facts.hasBlocked = own?.kind.isBlocked ?? false
        facts.isBlocked = theirs?.kind.isBlocked ?? false
        facts.hasOther = own?.kind.isFriend ?? false
        facts.isHad = theirs?.kind.isFriend ?? false
        facts.isMutual = draft.isMutual
        facts.allowType = try profiles.profile(of: other).allowType
        facts.ownListIsFull = try friendListIsFull(of: owner)
        facts.groupsAreFull =
            !draft.group.isEmpty && relationState.group(draft.group) == nil
            && relationState.groups.count >= work.options.friendGroupsPerUser
        facts.othersListIsFull = try friendListIsFull(of: other)
        facts.requestsAreFull = try relations.requestsAreFull(from: owner, to: other)
        return facts
    }

    func friendListIsFull(of account: Account) throws(CommandError) -> Bool {
        try contacts.relationState(of: account).friends >= Int64(work.options.friendsPerUser)
    }

    /// Makes the owner's entry, unless there is one. It fulfils the owner's own request to the other (R-Q17).
    private func befriend(
        _ owner: Account, with other: Account, as request: FriendRequest, _ events: inout RelationEvents
    ) throws(CommandError) {
        let former = try contacts.contact(of: owner, towards: other)
        guard former?.kind.isFriend != true else { return }
        var contact = Contact.befriended(former, since: work.now.seconds)
        contact.remark = request.remark
        contact.wording = request.wording
        contact.source = request.source
        // At an approval there may be no room for it any more.
        if !request.group.isEmpty, let group = try friendGroup(request.group, orMadeFor: owner, &events) {
            contact.groups = [group]
        }
        try relations.replace(former, by: contact, of: owner, towards: other, &events)
        events.emit(.friendAdded, RelationSubject(other), to: owner)
        try relations.withdrawRequest(from: owner, to: other, &events)
    }

    /// Answers a friend request, for one list or both (R-74 to R-80, R-Q27, R-Q28).
    package func respond(
        to user: String, _ response: FriendResponse, remark: String, of number: AccountNumber
    ) throws(CommandError) -> UserResult {
        let owner = try accounts.caller(number)
        guard let applicant = try UserID(user).flatMap(accounts.reachableAccount), applicant !== owner,
            let request = try relations.request(from: applicant, to: owner)
        else { return UserResult(user, .noPendency) }
        var events = RelationEvents()
        if response != .reject {
            let isAdding = response == .agreeAndAdd
            if isAdding, try contacts.contact(of: owner, towards: applicant) == nil, try friendListIsFull(of: owner) {
                return UserResult(user, .friendListFull)
            }
            if try contacts.contact(of: applicant, towards: owner) == nil, try friendListIsFull(of: applicant) {
                return UserResult(user, .peersFriendListFull)
            }
            try befriend(applicant, with: owner, as: request, &events)
            if isAdding {
                let own = request.ofTheOther(remark: remark).completed(
                    by: try relations.lastRequest(from: owner, to: applicant))
                try befriend(owner, with: applicant, as: own, &events)
            }
        }
        try relations.withdrawRequest(from: applicant, to: owner, &events)
        try relations.settleRequests(between: owner, and: applicant, &events)
        events.emitOwn(.requestRemoved, [applicant], .incoming, to: owner)
        try relations.emit(events)
        return UserResult(user)
    }

    /// Removes friends from the user's list, or from both lists (R-69 to R-73, R-Q25, R-Q26).
    package func deleteFriends(_ users: [String], bothWays: Bool, of number: AccountNumber) throws(CommandError)
        -> [UserResult]
    {
        let owner = try accounts.caller(number)
        if let limit = work.options.friendDeletions, !owner.deletions.allows(limit, now: work.now) {
            throw .refused(.deletingTooFast)
        }
        var events = RelationEvents()
        let results = try users.map { user throws(CommandError) in
            guard let other = try relations.reachableOther(user, than: owner) else {
                return UserResult(user, .unknownUser)
            }
            let isOwn = try relations.unfriend(owner, from: other, &events)
            let isOthers = bothWays ? try relations.unfriend(other, from: owner, &events) : false
            return UserResult(user, isOwn || isOthers ? nil : .noFriend)
        }
        try relations.emit(events)
        return results
    }

    package func modifyFriend(_ user: String, _ change: FriendChange, of number: AccountNumber) throws(CommandError) {
        let owner = try accounts.caller(number)
        try CustomFields.check(
            change.custom, against: work.options.friendFields, called: "Tag_SNS_Custom_", else: .friendParameters,
            .friendParameters)
        guard let other = try relations.reachableOther(user, than: owner),
            var former = try contacts.contact(of: owner, towards: other),
            former.kind.isFriend
        else { throw .refused(.noFriend, keys: ["userID"]) }
        former.groups.formIntersection(try contacts.relationState(of: owner).groups.map(\.number))
        var contact = former
        contact.remark = change.remark ?? contact.remark
        if let names = change.groups {
            contact.groups = try Set(existingGroups(names, of: owner).map(\.number))
        }
        contact.custom.merge(change.custom) { $1 }
        guard contact != former else { return }
        var events = RelationEvents()
        try relations.replace(former, by: contact, of: owner, towards: other, &events)
        events.emitOwn(.friendEdited, [other], to: owner)
        try relations.emit(events)
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
