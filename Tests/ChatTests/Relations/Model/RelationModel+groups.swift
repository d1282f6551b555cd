import Chat
import ClientProtocol
import Domain

extension RelationModel {
    mutating func makeGroup(_ name: String, _ group: Spelling) {
        members[name]!.groups.append(group)
        pendingEvents.groups[name, default: FriendGroupsSnapshot()].created.append(group)
    }

    /// R-114, R-Q45.
    mutating func createGroups(_ name: String, _ groups: [Spelling], _ others: [String]) -> Answer {
        let present = members[name]!.groups
        guard present.count + groups.count <= options.friendGroupsPerUser else { return .refused(.friendGroupsFull) }
        guard Set(groups).count == groups.count, Set(groups).isDisjoint(with: present) else {
            return .refused(.friendParameters)
        }
        for group in groups { makeGroup(name, group) }
        return .results(
            others.map { other in
                guard members[name]!.friends[other] != nil else {
                    return Result(user: other, error: .noFriendForNewGroup)
                }
                for group in groups { _ = put(name, other, into: group) }
                return Result(user: other)
            })
    }

    /// False if it is in there already.
    private mutating func put(_ name: String, _ other: String, into group: Spelling) -> Bool {
        guard members[name]!.friends[other]!.groups.insert(group).inserted else { return false }
        tellGroup(name, group, other, isIn: true)
        return true
    }

    /// R-116, R-Q46.
    mutating func deleteGroups(_ name: String, _ groups: [Spelling]) -> Answer {
        guard Set(groups).isSubset(of: members[name]!.groups) else { return .refused(.friendParameters) }
        var deleted: [Spelling] = []
        for group in groups where !deleted.contains(group) { deleted.append(group) }
        members[name]!.groups.removeAll(where: deleted.contains)
        for other in members[name]!.friends.keys { members[name]!.friends[other]!.groups.subtract(deleted) }
        pendingEvents.groups[name] = FriendGroupsSnapshot(deleted: deleted)
        return .done
    }

    /// R-Q46.
    mutating func changeGroup(_ name: String, _ group: Spelling, _ others: [String], isAdding: Bool) -> Answer {
        guard members[name]!.groups.contains(group) else { return .refused(.friendParameters) }
        return .results(
            others.map { other in
                guard members[name]!.friends[other] != nil else { return Result(user: other, error: .noFriendForGroup) }
                if isAdding {
                    return Result(user: other, error: put(name, other, into: group) ? nil : .alreadyInGroup)
                }
                guard members[name]!.friends[other]!.groups.remove(group) != nil else {
                    return Result(user: other, error: .notInFriendGroup)
                }
                tellGroup(name, group, other, isIn: false)
                return Result(user: other)
            })
    }

    /// R-119, R-Q46.
    mutating func renameGroup(_ name: String, _ group: Spelling, _ newName: Spelling) -> Answer {
        guard let index = members[name]!.groups.firstIndex(of: group) else { return .refused(.friendParameters) }
        if group == newName { return .done }
        if members[name]!.groups.contains(newName) { return .refused(.friendParameters) }
        members[name]!.groups[index] = newName
        for (other, friend) in members[name]!.friends where friend.groups.contains(group) {
            members[name]!.friends[other]!.groups.remove(group)
            members[name]!.friends[other]!.groups.insert(newName)
        }
        pendingEvents.groups[name] = FriendGroupsSnapshot(renamed: [group, newName])
        return .done
    }
}
