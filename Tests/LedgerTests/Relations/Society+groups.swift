import ClientProtocol
import Domain
import Ledger

extension Society {
    /// R-114, R-Q45.
    mutating func createGroups(_ name: String, _ groups: [Spelling], _ others: [String]) -> Answer {
        let present = members[name]!.groups
        guard Set(groups).count == groups.count, Set(groups).isDisjoint(with: present) else {
            return .refused(.friendParameters)
        }
        guard present.count + groups.count <= options.friendGroupsPerUser else { return .refused(.friendGroupsFull) }
        members[name]!.groups += groups
        let results = others.map { other in
            guard members[name]!.friends[other] != nil else { return Result(user: other, error: .noFriendForNewGroup) }
            members[name]!.friends[other]!.groups.formUnion(groups)
            return Result(user: other)
        }
        tellGroups(name, groups)
        return .results(results)
    }

    /// R-116, R-Q46.
    mutating func deleteGroups(_ name: String, _ groups: [Spelling]) -> Answer {
        guard Set(groups).isSubset(of: members[name]!.groups) else { return .refused(.friendParameters) }
        var deleted: [Spelling] = []
        for group in groups where !deleted.contains(group) { deleted.append(group) }
        members[name]!.groups.removeAll(where: deleted.contains)
        for other in members[name]!.friends.keys { members[name]!.friends[other]!.groups.subtract(deleted) }
        news.own[name] = [.ownGroups([], deleted: deleted, renamed: [])]
        return .done
    }

    /// R-Q46.
    mutating func changeGroup(_ name: String, _ group: Spelling, _ others: [String], isAdding: Bool) -> Answer {
        guard members[name]!.groups.contains(group) else { return .refused(.friendParameters) }
        let results = others.map { other in
            guard let friend = members[name]!.friends[other] else {
                return Result(user: other, error: .noFriendForGroup)
            }
            guard friend.groups.contains(group) != isAdding else {
                return Result(user: other, error: isAdding ? .alreadyInGroup : .notInFriendGroup)
            }
            if isAdding {
                members[name]!.friends[other]!.groups.insert(group)
            } else {
                members[name]!.friends[other]!.groups.remove(group)
            }
            return Result(user: other)
        }
        if results.contains(where: { $0.error == nil }) { tellGroups(name, [group]) }
        return .results(results)
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
        let changed = groups(of: name).filter { $0.name == newName }
        news.own[name] = [.ownGroups(changed, deleted: [], renamed: [group, newName])]
        return .done
    }

    private mutating func tellGroups(_ name: String, _ names: [Spelling]) {
        let changed = groups(of: name).filter { names.contains($0.name) }
        news.own[name] = [.ownGroups(changed, deleted: [], renamed: [])]
    }
}
