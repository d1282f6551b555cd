import ClientProtocol
import Domain
import JSON

/// `admin.friend.…`, `admin.blacklist.…`, `admin.profile.…`: what a backend does to the relations and profiles of users.
package enum AdminRelationOperations {
    package static let all = [listFriends, addFriends, importFriends, importBlacklist, modifyProfile]

    package static let user = Parameter.string("userID", bytes: 1...255, "The user.")

    // MARK: - admin.friend.list

    package static let listFriends = Relations.operation(
        "admin.friend.list",
        "Lists a user's friends in the order of their ids, as `friend.list` does for the user.", roles: .admin,
        [
            user.description, FriendOperations.next.description, FriendOperations.count.description,
            FriendOperations.sinceVersion.description,
        ], result: FriendOperations.listed, errors: [.unknownUser, .resyncRequired])

    // MARK: - admin.friend.add

    /// A friend to add, with all that `friend.add` takes.
    package struct NewFriend: Sendable {
        package let user: String
        package let remark: String
        package let wording: String
        package let source: String
        package let group: String
    }

    package static let newFriends = entries(
        "friends",
        [
            FriendOperations.remark.description, FriendOperations.wording.description,
            FriendOperations.source.description, FriendOperations.group.description,
        ], "The users to add. Only `userID` is required."
    ) { user, entry throws(Refusal) in
        NewFriend(
            user: user, remark: try FriendOperations.remark.read(entry, else: .friendParameters),
            wording: try FriendOperations.wording.read(entry, else: .friendParameters),
            source: try FriendOperations.source.read(entry, else: .friendParameters),
            group: try FriendOperations.group.read(entry, else: .friendParameters))
    }
    package static let isForced = Parameter.flag(
        "force", standard: false,
        "True: nobody is asked, whatever the others' `allowType` is, and a barred user can add friends too."
    )

    package static let addFriends = Relations.operation(
        "admin.friend.add", "Adds friends in the name of a user, or asks them. The rate is not limited.",
        roles: .admin,
        [
            user.description, newFriends.description, FriendOperations.addType.description, isForced.description,
        ],
        result: [Relations.results("those of `friend.add`; 30003 also for the user itself")],
        errors: [.unknownUser, .remarkTooLong, .wordingTooLong, .badSource, .badFriendGroupName])

    // MARK: - admin.friend.import

    /// The wanted fields of a friend in a user's list; nil: the field stays, or is empty.
    package struct FriendEntry: Sendable {
        package let user: String
        package let remark: String?
        package let groups: [String]?
        package let wording: String?
        package let source: String?
        /// Seconds since 1970.
        package let addedAt: Int?
        package let custom: [String: CustomValue]
    }

    package static let friendEntries = entries(
        "friends",
        [
            FriendOperations.remark.description, groups.description, FriendOperations.wording.description,
            FriendOperations.source.description, addTime.description, custom.description,
        ],
        "Friends, written as in `friend.list`. Only `userID` is required; `profile` is ignored."
    ) { user, entry throws(Refusal) in
        FriendEntry(
            user: user, remark: try FriendOperations.remark.optional.read(entry, else: .friendParameters),
            groups: try groups.read(entry, else: .friendParameters),
            wording: try FriendOperations.wording.optional.read(entry, else: .friendParameters),
            source: try FriendOperations.source.optional.read(entry, else: .friendParameters),
            addedAt: try addTime.read(entry, else: .friendParameters),
            custom: try custom.read(entry, else: .friendParameters))
    }
    private static let groups = Parameter.everyString(
        "groups", count: 0...1000, bytes: 1...30, else: .badFriendGroupName, "The friend groups."
    ).checked { names throws(Mismatch) in
        for name in names { try name.checkName(else: .badFriendGroupName, key: name) }
    }.optional
    private static let addTime = Parameter.integer("addTime", in: 0...4_294_967_295, "In seconds since 1970.").optional
    private static let custom = Parameter<[String: CustomValue]>(
        "customInfo", type: .map(.either([.integer(-9_007_199_254_740_991...9_007_199_254_740_991), .sentBytes(500)])),
        absent: [:], "Custom fields by their configured names."
    ) { value throws(Mismatch) in
        guard let members = value.members else { throw Mismatch("must be an object, not \(value.kind)") }
        var custom: [String: CustomValue] = [:]
        for (key, value) in members {
            let name = key.keyText
            custom[name] = try value.custom(name, tooLong: .friendParameters, mistyped: .friendParameters)
        }
        return custom
    }

    package static let importFriends = Relations.operation(
        "admin.friend.import",
        "Writes friends into a user's list, or corrects friends that are in it. Nobody is asked, and the others' "
            + "lists do not change.", roles: .admin, [user.description, friendEntries.description],
        result: [Relations.results("0, 30003, 30010 or 30011")],
        errors: [.unknownUser, .remarkTooLong, .wordingTooLong, .badSource, .badFriendGroupName])

    // MARK: - admin.blacklist.import

    package struct BlockedEntry: Sendable {
        package let user: String
        /// Seconds since 1970.
        package let addedAt: Int?
    }

    package static let blockedEntries = entries(
        "users", [addTime.description], "Users, written as in `blacklist.list`. Without `addTime`: from now on."
    ) { user, entry throws(Refusal) in
        BlockedEntry(user: user, addedAt: try addTime.read(entry, else: .friendParameters))
    }

    package static let importBlacklist = Relations.operation(
        "admin.blacklist.import",
        "Writes users into a user's blacklist, or corrects the times of users that are in it.",
        roles: .admin, [user.description, blockedEntries.description, BlacklistOperations.keepsFriends.description],
        result: [Relations.results("0, 30003 or 30013")], errors: [.unknownUser])

    // MARK: - admin.profile.modify

    package static let modifyProfile = Operation(
        "admin.profile.modify",
        "Changes fields of a user's profile: all of them or none. Forbidden words are accepted.",
        roles: .admin, parameters: [user.description, ProfileOperations.values.description],
        errors: [.noAccount, .unknownProfileKey, .tooManyBytes, .badValue, .badProfileType, .unavailable],
        badParameter: .profileParameters)

    /// A list of objects, each about a user: a refusal names the user.
    private static func entries<Entry: Sendable>(
        _ name: StaticString, _ members: [ParameterDescription], _ meaning: String,
        read: @escaping @Sendable (String, JSONValue) throws(Refusal) -> Entry
    ) -> Parameter<[Entry]> {
        let fields = [Field("userID", .string)] + members.map { Field(optional: $0.name, $0.type) }
        return Parameter(name, type: .list(.object(fields), 1...100), meaning) { value throws(Mismatch) in
            guard let elements = value.elements else { throw Mismatch("must be a list, not \(value.kind)") }
            guard (1...100).contains(elements.count) else {
                throw Mismatch("must have 1 to 100 elements, not \(elements.count)")
            }
            var entries: [Entry] = []
            for element in elements {
                guard let user = element["userID"]?.string else {
                    throw Mismatch("must be a list of objects with a string userID")
                }
                do throws(Refusal) {
                    entries.append(try read(user, element))
                } catch {
                    throw Mismatch("is not valid: \(error.message)", error.code, key: user)
                }
            }
            return entries
        }
    }
}
