import ClientProtocol
import Domain
import Storage

package struct FriendGroupView: Sendable {
    package let name: String
    /// In the order of their bytes.
    package let friends: [String]
}

/// The groups into which users sort their friends.
extension Friends {
    /// Makes groups of these names, and puts users into them (R-114, R-Q44, R-Q45).
    package func createFriendGroups(_ names: [String], with users: [String], of number: AccountNumber)
        throws(CommandError)
        -> [UserResult]
    {
        let owner = try accounts.caller(number)
        let relationState = try contacts.relationState(of: owner)
        guard relationState.groups.count + names.count <= work.options.friendGroupsPerUser else {
            throw .refused(.friendGroupsFull, keys: ["names"])
        }
        let taken = names.unique.filter { name in
            relationState.group(name) != nil || names.count { $0.isSpelled(like: name) } > 1
        }
        guard taken.isEmpty else {
            throw .refused(.friendParameters, "friend groups exist already, or are named twice", keys: taken)
        }
        var events = RelationEvents()
        let groups = try names.map { name throws(CommandError) in try makeGroup(name, of: owner, &events) }
        let results = try users.map { user throws(CommandError) in
            try change(user, of: owner, &events, else: .noFriendForNewGroup) { contact in
                contact.groups.formUnion(groups)
                return nil
            }
        }
        try relations.emit(events)
        return results
    }

    /// R-116, R-Q46: the friends stay.
    package func deleteFriendGroups(_ names: [String], of number: AccountNumber) throws(CommandError) {
        let owner = try accounts.caller(number)
        let groups = try existingGroups(names, of: owner)
        var events = RelationEvents()
        for group in groups {
            try work.execute(
                "DELETE FROM friend_group WHERE id = $1", [.integer(PairKey.key(number, group.number))])
        }
        try relations.change(.lists, of: owner, &events) { relationState in
            relationState.groups.removeAll(where: groups.contains)
            relationState.groupsVersion = relationState.nextVersion
        }
        events.changeGroups(of: owner) { $0.deleted = groups.map(\.name) }
        try relations.emit(events)
    }

    /// Puts friends into a group, each with a result of its own (R-117, R-Q46).
    package func addToFriendGroup(_ name: String, _ users: [String], of number: AccountNumber) throws(CommandError)
        -> [UserResult]
    {
        try changeGroup(name, users, of: number) { contact, group in
            contact.groups.insert(group).inserted ? nil : .alreadyInGroup
        }
    }

    /// Takes friends out of a group, each with a result of its own (R-118, R-Q46).
    package func removeFromFriendGroup(_ name: String, _ users: [String], of number: AccountNumber) throws(CommandError)
        -> [UserResult]
    {
        try changeGroup(name, users, of: number) { contact, group in
            contact.groups.remove(group) == nil ? .notInFriendGroup : nil
        }
    }

    /// Gives a group a name that no other has (R-119, R-Q46).
    package func renameFriendGroup(_ name: String, to newName: String, of number: AccountNumber) throws(CommandError) {
        let owner = try accounts.caller(number)
        let group = try existingGroup(name, of: owner, key: "name")
        if name.isSpelled(like: newName) { return }
        if try contacts.relationState(of: owner).group(newName) != nil {
            throw .refused(.friendParameters, "the friend group \(newName) exists already", keys: ["newName"])
        }
        try work.execute(
            "UPDATE friend_group SET name = $2 WHERE id = $1",
            [.integer(PairKey.key(number, group.number)), .text(newName)])
        var events = RelationEvents()
        try relations.change(.lists, of: owner, &events) { relationState in
            for index in relationState.groups.indices where relationState.groups[index].number == group.number {
                relationState.groups[index].name = newName
            }
            relationState.groupsVersion = relationState.nextVersion
        }
        events.changeGroups(of: owner) { $0.renamed = (name, newName) }
        try relations.emit(events)
    }

    /// for a command that is to be in it; nil if there is room for no more.
    func friendGroup(_ name: String, orMadeFor owner: Account, _ events: inout RelationEvents) throws(CommandError)
        -> FriendGroupNumber?
    {
        let relationState = try contacts.relationState(of: owner)
        if let group = relationState.group(name) { return group.number }
        guard relationState.groups.count < work.options.friendGroupsPerUser else { return nil }
        return try makeGroup(name, of: owner, &events)
    }

    private func makeGroup(_ name: String, of owner: Account, _ events: inout RelationEvents) throws(CommandError)
        -> FriendGroupNumber
    {
        let group = FriendGroup(number: try contacts.relationState(of: owner).lastGroup.next, name: name)
        try work.execute(
            "INSERT INTO friend_group (id, name) VALUES ($1, $2)",
            [.integer(PairKey.key(owner.number, group.number)), .text(name)])
        try relations.change(.lists, of: owner, &events) { relationState in
            relationState.lastGroup = group.number
            relationState.groups.append(group)
            relationState.groupsVersion = relationState.nextVersion
        }
        events.changeGroups(of: owner) { $0.created.append(name) }
        return group.number
    }

    /// Each once; a refusal names all that there are not.
    func existingGroups(_ names: [String], of owner: Account) throws(CommandError) -> [FriendGroup] {
        let (relationState, names) = (try contacts.relationState(of: owner), names.unique)
        let unknown = names.filter { relationState.group($0) == nil }
        guard unknown.isEmpty else {
            throw .refused(.friendParameters, "there are no such friend groups", keys: unknown)
        }
        return names.compactMap(relationState.group)
    }

    private func existingGroup(_ name: String, of owner: Account, key: String) throws(CommandError) -> FriendGroup {
        guard let group = try contacts.relationState(of: owner).group(name) else {
            throw .refused(.friendParameters, "there is no friend group \(name)", keys: [key])
        }
        return group
    }

    private func changeGroup(
        _ name: String, _ users: [String], of number: AccountNumber,
        _ body: (inout Contact, FriendGroupNumber) -> ErrorCode?
    ) throws(CommandError) -> [UserResult] {
        let owner = try accounts.caller(number)
        let group = try existingGroup(name, of: owner, key: "name").number
        var events = RelationEvents()
        let results = try users.map { user throws(CommandError) in
            try change(user, of: owner, &events, else: .noFriendForGroup) { body(&$0, group) }
        }
        try relations.emit(events)
        return results
    }

    private func change(
        _ user: String, of owner: Account, _ events: inout RelationEvents, else error: ErrorCode,
        _ body: (inout Contact) -> ErrorCode?
    ) throws(CommandError) -> UserResult {
        guard let other = try relations.reachableOther(user, than: owner),
            let former = try contacts.contact(of: owner, towards: other),
            former.kind.isFriend
        else { return UserResult(user, error) }
        var contact = former
        if let fault = body(&contact) { return UserResult(user, fault) }
        try relations.replace(former, by: contact, of: owner, towards: other, &events)
        return UserResult(user)
    }

    /// Of a deleted account.
    func eraseGroups(of account: Account, _ events: inout RelationEvents) throws(CommandError) {
        let bounds = PairKey.bounds(account.number)
        try work.execute(
            "DELETE FROM friend_group WHERE id > $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
        if try !contacts.relationState(of: account).groups.isEmpty {
            try relations.change(.lists, of: account, &events) { $0.groups = [] }
        }
    }
}

extension [String] {
    /// Each spelling once, in order.
    var unique: [String] {
        var known: Set<[UInt8]> = []
        return filter { known.insert([UInt8]($0.utf8)).inserted }
    }
}
