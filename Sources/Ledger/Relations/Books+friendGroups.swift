import ClientProtocol
import Domain
import Storage

/// What became of a user's friend groups, for the user's other devices (R-Q48).
package struct FriendGroupsChange: Sendable {
    package struct Group: Sendable {
        package let name: String
        package var added: [String] = []
        package var removed: [String] = []
    }

    package var version: Int64 = 0
    package var created: [String] = []
    package var deleted: [String] = []
    package var renamed: (from: String, to: String)?
    /// Whose friends are others than before.
    package var changed: [Group] = []
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
        guard circle.groups.count + names.count <= options.friendGroupsPerUser else {
            throw Refusal(.friendGroupsFull, keys: ["names"])
        }
        let taken = names.unique.filter { name in
            circle.group(name) != nil || names.count { $0.isSpelled(like: name) } > 1
        }
        guard taken.isEmpty else {
            throw Refusal(.friendParameters, "friend groups are there already, or named twice", keys: taken)
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
        return results
    }

    /// R-116, R-Q46: the friends stay.
    package func deleteFriendGroups(_ names: [String], of number: Int64) throws {
        let owner = try caller(number)
        let groups = try existingGroups(names, of: owner)
        var news = News()
        for group in groups {
            try store.execute("DELETE FROM friend_group WHERE id = $1", [.integer(PairKey.key(number, group.number))])
        }
        try change(.lists, of: owner, &news) { circle in
            circle.groups.removeAll(where: groups.contains)
            circle.groupsVersion = circle.nextVersion
        }
        news.changeGroups(of: owner) { $0.deleted = groups.map(\.name) }
        try tell(news)
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
            circle.groupsVersion = circle.nextVersion
        }
        news.changeGroups(of: owner) { $0.renamed = (name, newName) }
        try tell(news)
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
            circle.groupsVersion = circle.nextVersion
        }
        news.changeGroups(of: owner) { $0.created.append(name) }
        return group.number
    }

    /// Each once; a refusal names all that there are not.
    func existingGroups(_ names: [String], of owner: Account) throws -> [FriendGroup] {
        let (circle, names) = (try circle(of: owner), names.unique)
        let unknown = names.filter { circle.group($0) == nil }
        guard unknown.isEmpty else {
            throw Refusal(.friendParameters, "there are no such friend groups", keys: unknown)
        }
        return names.compactMap(circle.group)
    }

    private func existingGroup(_ name: String, of owner: Account, key: String) throws -> FriendGroup {
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
        return results
    }

    private func change(
        _ user: String, of owner: Account, _ news: inout News, else error: ErrorCode,
        _ body: (inout Contact) -> ErrorCode?
    ) throws -> UserResult {
        guard let other = try reachableOther(user, than: owner), let former = try contact(of: owner, towards: other),
            former.kind.isFriend
        else { return UserResult(user, error) }
        var contact = former
        if let fault = body(&contact) { return UserResult(user, fault) }
        try replace(former, by: contact, of: owner, towards: other, &news)
        return UserResult(user)
    }
}

extension [String] {
    /// Each spelling once, in order.
    var unique: [String] {
        var known: Set<[UInt8]> = []
        return filter { known.insert([UInt8]($0.utf8)).inserted }
    }
}
