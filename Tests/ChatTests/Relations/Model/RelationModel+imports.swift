import Chat
import ClientProtocol
import Domain

/// Acts of administrators on the relations of others.
extension RelationModel {
    /// R-Q61.
    mutating func addFriends(_ name: String, _ requestDrafts: [(String, FriendRequestDraft)], isForced: Bool) -> Answer
    {
        guard isThere(name) else { return .refused(.unknownUser) }
        return .results(
            requestDrafts.map { other, requestDraft in
                name == other
                    ? Result(user: other, error: .unknownUser) : befriend(name, other, requestDraft, isForced: isForced)
            })
    }

    /// R-Q62.
    mutating func importFriends(_ name: String, _ entries: [ImportedFriend]) -> Answer {
        guard isThere(name) else { return .refused(.unknownUser) }
        for entry in entries where !entry.custom.allSatisfy({ options.friendFields[$0]?.takes($1) == true }) {
            return .refused(.friendParameters)
        }
        var edited: [String] = []
        let results = entries.map { entry in
            guard isThere(entry.user), entry.user != name else { return Result(user: entry.user, error: .unknownUser) }
            let former = members[name]!.friends[entry.user]
            if former == nil, isFull(name) { return Result(user: entry.user, error: .friendListFull) }
            let groups = entry.groups.map { Set($0.map { Spelling($0) }) }
            if let groups {
                let missing = groups.subtracting(members[name]!.groups).count
                if missing > 0, members[name]!.groups.count + missing > options.friendGroupsPerUser {
                    return Result(user: entry.user, error: .friendGroupsFull)
                }
            }
            var friend = former ?? Friend(since: now.seconds, remark: "", wording: "", source: "")
            if let groups {
                for group in entry.groups!.map({ Spelling($0) }) where !members[name]!.groups.contains(group) {
                    makeGroup(name, group)
                }
                for group in groups.symmetricDifference(friend.groups) {
                    tellGroup(name, group, entry.user, isIn: groups.contains(group))
                }
                friend.groups = groups
            }
            if let since = entry.since { friend.since = since }
            if let remark = entry.remark { friend.remark = Spelling(remark) }
            if let wording = entry.wording { friend.wording = wording }
            if let source = entry.source { friend.source = source }
            friend.custom.merge(entry.custom) { $1 }
            members[name]!.friends[entry.user] = friend
            if former == nil {
                tell(name, .friendAdded, Self.mention(entry.user))
                withdraw(name, entry.user)
                settle(name, entry.user)
            } else if friend != former {
                edited.append(entry.user)
                members[name]!.listEdits += 1
            }
            return Result(user: entry.user)
        }
        tellOwn(name, .friendEdited, edited)
        return .results(results)
    }

    /// R-Q63.
    mutating func importBlacklist(_ name: String, _ entries: [(String, Seconds?)], keepsFriends: Bool) -> Answer {
        guard isThere(name) else { return .refused(.unknownUser) }
        var blocked: [String] = []
        let results = entries.map { other, since in
            guard isThere(other), other != name else { return Result(user: other, error: .unknownUser) }
            if members[name]!.blocked[other] != nil {
                if let since, since != members[name]!.blocked[other] {
                    members[name]!.blocked[other] = since
                    members[name]!.listEdits += 1
                }
                return Result(user: other)
            }
            if members[name]!.blocked.count >= options.blockedPerUser {
                return Result(user: other, error: .blacklistFull)
            }
            block(name, other, since: since ?? now.seconds, keepsFriend: keepsFriends)
            blocked.append(other)
            return Result(user: other)
        }
        tellOwn(name, .blocked, blocked)
        return .results(results)
    }
}
