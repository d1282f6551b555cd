import ClientProtocol
import JSON

/// `friendGroup.…`: how a user sorts the friends.
package enum FriendGroupOperations {
    package static let all = [list, create, delete, addFriends, removeFriends, rename]

    package static let name = groupName("name", "The friend group.")
    package static let newName = groupName("newName", "The new name.").named(else: .badFriendGroupName)
    package static let names = Parameter.everyString(
        "names", count: 1...1000, bytes: 1...30, else: .badFriendGroupName, "The friend groups.")
    /// Those that there are may be called what a new one may not.
    package static let newNames = names.checked { names throws(Mismatch) in
        for name in names { try name.checkName(else: .badFriendGroupName, key: name) }
    }
    package static let users = Relations.users
    package static let firstUsers = Parameter<[String]>(
        "userIDs", type: .list(.string, 0...100), absent: [], "Friends to put into the new groups."
    ) { value throws(Mismatch) in try value.texts(count: 0...100) }

    private static func groupName(_ name: StaticString, _ meaning: String) -> Parameter<String> {
        .string(name, bytes: 1...30, else: .badFriendGroupName, meaning)
    }

    private static let group = ValueType.object([
        Field("name", .string), Field("userCnt", .integer), Field("friends", .strings),
    ])

    // MARK: - friendGroup.list

    package static let wanted = Parameter.everyString(
        "names", count: 0...1000, "The friend groups; left out: all."
    ).optional
    package static let next = Parameter.integer(
        "next", in: 0...1000, standard: 0, "The value from the last page; 0: from the start.")

    package static let list = Relations.operation(
        "friendGroup.list", "Lists friend groups in the order of their creation.",
        [wanted.description, next.description],
        result: [
            Field("groups", .list(group), "`friends`: the friends' ids in order. Unknown groups are left out."),
            Field(
                "next", .integer,
                "Send it for the next page; 0 at the end. A page has as much as fits into one reply."),
            Relations.isFinished, Relations.version,
        ])

    // MARK: - Changing

    package static let create = Relations.operation(
        "friendGroup.create", "Creates friend groups: all of them or none.",
        [newNames.description, firstUsers.description],
        result: [Relations.results("0 or 32216")], errors: [.badFriendGroupName, .friendGroupsFull])
    package static let delete = Relations.operation(
        "friendGroup.delete", "Deletes friend groups: all of them or none. The friends stay.", [names.description],
        errors: [.badFriendGroupName])
    package static let addFriends = Relations.operation(
        "friendGroup.addFriends", "Adds friends to a friend group.", [name.description, users.description],
        result: [Relations.results("0, 32518 or 32519")], errors: [.badFriendGroupName])
    package static let removeFriends = Relations.operation(
        "friendGroup.removeFriends", "Removes friends from a friend group.", [name.description, users.description],
        result: [Relations.results("0, 32518 or 32520")], errors: [.badFriendGroupName])
    package static let rename = Relations.operation(
        "friendGroup.rename", "Renames a friend group.", [name.description, newName.description],
        errors: [.badFriendGroupName])
}
