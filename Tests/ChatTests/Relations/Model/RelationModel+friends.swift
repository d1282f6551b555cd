import Chat
import ClientProtocol
import Domain

extension RelationModel {
    struct Result: Equatable {
        var user: String
        var error: ErrorCode?
        var remark = ""
    }

    /// The answer to an act.
    enum Answer: Equatable {
        case done
        case refused(ErrorCode)
        case yes(Bool)
        case number(Int64)
        case results([Result])
        case relations([Result], [FriendRelation])
        case message(MessageSnapshot)
        case happenings([ObservedRelationEvent], seq: Seq, isFinished: Bool)
        case login(LoginSnapshot)
    }

    ///
    mutating func add(_ name: String, _ other: String, _ requestDraft: FriendRequestDraft) -> Answer {
        if name == other { return .refused(.friendParameters) }
        if isTooSoon(&members[name]!.nextAddition, rates.additions) { return .refused(.addingTooFast) }
        return .results([befriend(name, other, requestDraft, isForced: false)])
    }

    /// As the state does when they start.
    mutating func forgetRates() {
        for name in members.keys { (members[name]!.nextAddition, members[name]!.nextDeletion) = (0, 0) }
    }

    /// R-Q55: so many a minute, and as many at once after a pause.
    private func isTooSoon(_ next: inout Int64, _ perMinute: Int?) -> Bool {
        guard let perMinute else { return false }
        let interval = 60_000_000 / Int64(perMinute)
        guard next - interval * Int64(perMinute - 1) <= now.microseconds.rawValue else { return true }
        next = max(next, now.microseconds.rawValue) + interval
        return false
    }

    /// R-Q19: the obstacles, one after the other. R-Q61: `isForced` takes no heed of what the other allows.
    mutating func befriend(_ name: String, _ other: String, _ requestDraft: FriendRequestDraft, isForced: Bool)
        -> Result
    {
        func end(_ error: ErrorCode?, _ remark: String = "") -> Result {
            Result(user: other, error: error, remark: remark)
        }
        guard isThere(other) else { return end(.unknownUser) }
        let (member, target) = (members[name]!, members[other]!)
        let allowType = isForced ? .anybody : target.profile.allowType
        if member.isBarred, !isForced { return end(.barredFromAdding) }
        if member.blocked[other] != nil { return end(.inOwnBlacklist) }
        if target.blocked[name] != nil { return end(.inPeersBlacklist) }
        let grows = member.friends[other] == nil
        let isHad = target.friends[name] != nil
        let targetGrows = requestDraft.isMutual && !isHad
        if !grows && !targetGrows { return end(nil, "already friends") }
        // R-Q20: a user who has the other already has consented.
        if !isHad, allowType == .nobody { return end(.addingForbidden) }
        if grows, isFull(name) { return end(.friendListFull) }
        let group = requestDraft.group.isEmpty ? nil : Spelling(requestDraft.group)
        if grows, let group, !member.groups.contains(group), member.groups.count >= options.friendGroupsPerUser {
            return end(.friendGroupsFull)
        }
        if targetGrows, isFull(other) { return end(.peersFriendListFull) }
        lastSerial += 1
        let asking = Asking(
            other: other, addedAt: now.seconds, wording: requestDraft.wording, source: requestDraft.source,
            remark: Spelling(requestDraft.remark), group: group, serial: lastSerial)
        if !isHad, allowType == .afterConfirmation {
            let isFull = !member.asked.contains { $0.other == other } && member.asked.count >= options.requestsPerUser
            let isTargetFull =
                !target.askedBy.contains { $0.other == name } && target.askedBy.count >= options.requestsPerUser
            if isFull || isTargetFull { return end(.pendenciesFull) }
            ask(name, other, asking)
            return end(.awaitingApproval)
        }
        gain(name, other, asking, remark: asking.remark, group: group, asked: nil)
        if targetGrows { gain(other, name, asking, remark: "", group: nil, asked: asked(of: other, name)) }
        settle(name, other)
        return end(nil)
    }

    /// R-Q22: where each has the other, nobody asks any more.
    mutating func settle(_ name: String, _ other: String) {
        guard members[name]!.friends[other] != nil, members[other]!.friends[name] != nil else { return }
        withdraw(name, other)
        withdraw(other, name)
    }

    /// The member's open request, as long as either has a record of it.
    func asked(of name: String, _ other: String) -> Asking? {
        members[name]!.asked.first { $0.other == other } ?? members[other]!.askedBy.first { $0.other == name }
    }

    /// The member has the other from now on, unless it has it already. What it asked of the other is fulfilled, and the remark
    /// and the group that it asked with count where none is given; but not where it asks now, since the last word counts.
    mutating func gain(
        _ name: String, _ other: String, _ asking: Asking, remark: Spelling, group: Spelling?, asked: Asking?
    ) {
        guard members[name]!.friends[other] == nil else { return }
        let (remark, group) = (remark == "" ? asked?.remark ?? "" : remark, group ?? asked?.group)
        var friend = Friend(since: now.seconds, remark: remark, wording: asking.wording, source: asking.source)
        if let group {
            if !members[name]!.groups.contains(group), members[name]!.groups.count < options.friendGroupsPerUser {
                makeGroup(name, group)
            }
            if members[name]!.groups.contains(group) {
                friend.groups = [group]
                tellGroup(name, group, other, isIn: true)
            }
        }
        members[name]!.friends[other] = friend
        tell(name, .friendAdded, Self.mention(other))
        withdraw(name, other)
    }

    /// False if the other was no friend.
    mutating func lose(_ name: String, _ other: String) -> Bool {
        guard members[name]!.friends.removeValue(forKey: other) != nil else { return false }
        tell(name, .friendDeleted, Self.mention(other))
        return true
    }

    /// R-Q25.
    mutating func deleteFriends(_ name: String, _ others: [String], bothWays: Bool) -> Answer {
        if isTooSoon(&members[name]!.nextDeletion, rates.deletions) { return .refused(.deletingTooFast) }
        return .results(
            others.map { other in
                guard isThere(other), other != name else { return Result(user: other, error: .unknownUser) }
                let isOwn = lose(name, other)
                let isOthers = bothWays && lose(other, name)
                return Result(user: other, error: isOwn || isOthers ? nil : .noFriend)
            })
    }

    /// R-Q27 to R-Q30.
    mutating func respond(_ name: String, _ other: String, _ response: FriendResponse, remark: String) -> Answer {
        func end(_ error: ErrorCode?) -> Answer { .results([Result(user: other, error: error)]) }
        guard isThere(other), let asking = members[name]!.askedBy.first(where: { $0.other == other }) else {
            return end(.noPendency)
        }
        if response == .agreeAndAdd, members[name]!.friends[other] == nil, isFull(name) { return end(.friendListFull) }
        if response != .reject, members[other]!.friends[name] == nil, isFull(other) { return end(.peersFriendListFull) }
        if response != .reject { gain(other, name, asking, remark: asking.remark, group: asking.group, asked: nil) }
        if response == .agreeAndAdd {
            gain(name, other, asking, remark: Spelling(remark), group: nil, asked: asked(of: name, other))
        }
        withdraw(other, name)
        settle(name, other)
        tellOwn(name, .requestRemoved, [other], type: 1)
        return end(nil)
    }

    /// R-Q32.
    func check(_ name: String, _ others: [String], bothWays: Bool) -> Answer {
        var results: [Result] = []
        var relations: [FriendRelation] = []
        for other in others {
            let isKnown = isThere(other) && other != name
            results.append(Result(user: other, error: isKnown ? nil : .unknownUser))
            let has = isKnown && members[name]!.friends[other] != nil
            let isHad = isKnown && bothWays && members[other]!.friends[name] != nil
            relations.append(has && isHad ? .mutual : has ? .own : isHad ? .others : .none)
        }
        return .relations(results, relations)
    }

    /// R-49, R-Q12, R-Q13.
    mutating func modify(_ name: String, _ other: String, _ change: FriendChange) -> Answer {
        if !change.custom.allSatisfy({ options.friendFields[$0]?.takes($1) == true }) {
            return .refused(.friendParameters)
        }
        guard let former = members[name]!.friends[other] else { return .refused(.noFriend) }
        var friend = former
        if let remark = change.remark { friend.remark = Spelling(remark) }
        if let groups = change.groups {
            friend.groups = Set(groups.map { Spelling($0) })
            guard friend.groups.isSubset(of: members[name]!.groups) else { return .refused(.friendParameters) }
        }
        friend.custom.merge(change.custom) { $1 }
        members[name]!.friends[other] = friend
        for group in friend.groups.symmetricDifference(former.groups) {
            tellGroup(name, group, other, isIn: friend.groups.contains(group))
        }
        if friend != former { tellOwn(name, .friendEdited, [other]) }
        return .done
    }
}
