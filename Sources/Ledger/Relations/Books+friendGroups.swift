import ClientProtocol
import Domain
import Storage

/// What became of a user's friend groups, for the user's other devices (R-Q48).
package struct FriendGroupsChange: Sendable {
    /// Those that were made, or whose name or friends changed.
    package var changed: [FriendGroupView] = []
    package var deleted: [String] = []
    package var renamed: (from: String, to: String)?
}

package struct FriendGroupView: Sendable {
    package let name: String
    /// In the order of their bytes.
    package let friends: [String]
}

extension Books {
    /// R-114, R-Q44, R-Q45.
    package func createFriendGroups(_ names: [String], with users: [String], of number: Int64) throws -> [UserResult] {
        let owner = try caller(number)
        let circle = try circle(of: owner)
        for (index, name) in names.enumerated() {
            let isTwice = names[..<index].contains { $0.isSpelled(like: name) }
            if isTwice || circle.group(name) != nil {
                throw Refusal(.friendParameters, "the friend group \(name) is there already", keys: ["names"])
            }
        }
        guard circle.groups.count + names.count <= options.friendGroupsPerUser else {
            throw Refusal(.friendGroupsFull, keys: ["names"])
        }
        var news = News()
        let groups = try names.map { try makeGroup($0, of: owner, &news) }
        let results = try users.map { user in
            try change(user, of: owner, &news, else: .noFriendForNewGroup) { contact in
                contact.groups.formUnion(groups)
                return nil
            }
        }
        try tell(news)
        try tellGroups(groups, of: owner)
        return results
    }

    /// R-116, R-Q46: the friends stay.
    package func deleteFriendGroups(_ names: [String], of number: Int64) throws {
        let owner = try caller(number)
        var groups: [FriendGroup] = []
        for name in names {
            let group = try existingGroup(name, of: owner, key: "names")
            if !groups.contains(group) { groups.append(group) }
        }
        var news = News()
        for group in groups {
            try store.execute("DELETE FROM friend_group WHERE id = $1", [.integer(PairKey.key(number, group.number))])
        }
        try change(.lists, of: owner, &news) { circle in circle.groups.removeAll(where: groups.contains) }
        try tell(news)
        tell(.friendGroups(FriendGroupsChange(deleted: groups.map(\.name))), to: owner, sparingOrigin: true)
    }

    /// R-117, R-Q46.
    package func addToFriendGroup(_ name: String, _ users: [String], of number: Int64) throws -> [UserResult] {
        try changeGroup(name, users, of: number) { contact, group in
            contact.groups.insert(group).inserted ? nil : .alreadyInGroup
        }
    }

    /// R-118, R-Q46.
    package func removeFromFriendGroup(_ name: String, _ users: [String], of number: Int64) throws -> [UserResult] {
        try changeGroup(name, users, of: number) { contact, group in
            contact.groups.remove(group) == nil ? .notInFriendGroup : nil
        }
    }

    /// R-119, R-Q46.
    package func renameFriendGroup(_ name: String, to newName: String, of number: Int64) throws {
        let owner = try caller(number)
        let group = try existingGroup(name, of: owner, key: "name")
        if name.isSpelled(like: newName) { return }
        if try circle(of: owner).group(newName) != nil {
            throw Refusal(.friendParameters, "the friend group \(newName) is there already", keys: ["newName"])
        }
        try store.execute(
            "UPDATE friend_group SET name = $2 WHERE id = $1",
            [.integer(PairKey.key(number, group.number)), .text(newName)])
        var news = News()
        try change(.lists, of: owner, &news) { circle in
            circle.groups[circle.groups.firstIndex(of: group)!].name = newName
        }
        try tell(news)
        var change = FriendGroupsChange(changed: try views(of: [group.number], of: owner))
        change.renamed = (name, newName)
        tell(.friendGroups(change), to: owner, sparingOrigin: true)
    }

    /// for an entry that is to be in it; nil if there is room for no more.
    func group(_ name: String, orMadeFor owner: Account, _ news: inout News) throws -> Int64? {
        let circle = try circle(of: owner)
        if let group = circle.group(name) { return group.number }
        guard circle.groups.count < options.friendGroupsPerUser else { return nil }
        return try makeGroup(name, of: owner, &news)
    }

    private func makeGroup(_ name: String, of owner: Account, _ news: inout News) throws -> Int64 {
        let group = FriendGroup(number: try circle(of: owner).lastGroup + 1, name: name)
        try store.execute(
            "INSERT INTO friend_group (id, name) VALUES ($1, $2)",
            [.integer(PairKey.key(owner.number, group.number)), .text(name)])
        try change(.lists, of: owner, &news) { circle in
            circle.lastGroup = group.number
            circle.groups.append(group)
        }
        return group.number
    }

    func existingGroup(_ name: String, of owner: Account, key: String) throws -> FriendGroup {
        guard let group = try circle(of: owner).group(name) else {
            throw Refusal(.friendParameters, "there is no friend group \(name)", keys: [key])
        }
        return group
    }

    private func changeGroup(
        _ name: String, _ users: [String], of number: Int64, _ body: (inout Contact, Int64) -> ErrorCode?
    ) throws -> [UserResult] {
        let owner = try caller(number)
        let group = try existingGroup(name, of: owner, key: "name").number
        var news = News()
        let results = try users.map { user in
            try change(user, of: owner, &news, else: .noFriendForGroup) { body(&$0, group) }
        }
        try tell(news)
        if results.contains(where: { $0.error == nil }) { try tellGroups([group], of: owner) }
        return results
    }

    private func change(
        _ user: String, of owner: Account, _ news: inout News, else error: ErrorCode,
        _ body: (inout Contact) -> ErrorCode?
    ) throws -> UserResult {
        guard let other = try reachableOther(user, than: owner), let former = try contact(of: owner, towards: other),
            former.kind == .friend
        else { return UserResult(user, error) }
        var contact = former
        if let fault = body(&contact) { return UserResult(user, fault) }
        try replace(former, by: contact, of: owner, towards: other, &news)
        return UserResult(user)
    }

    private func tellGroups(_ groups: [Int64], of owner: Account) throws {
        let change = FriendGroupsChange(changed: try views(of: groups, of: owner))
        tell(.friendGroups(change), to: owner, sparingOrigin: true)
    }

    private func views(of groups: [Int64], of owner: Account) throws -> [FriendGroupView] {
        try Roster.groups(of: owner.number, in: store) { groups.contains($0.number) }
    }
}
