import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.friend.import`.
enum ImportFriends: AdminOperation {
    static let declaration = Operation.relation(
        "admin.friend.import",
        "Writes friends into a user's list, or corrects friends that are in it. Nobody is asked, and the others' "
            + "lists do not change.", roles: .admin,
        [AdminRelationParameters.user.description, friendEntries.description],
        result: [RelationParameters.results("0, 30003, 30010 or 30011")],
        errors: [.unknownUser, .remarkTooLong, .wordingTooLong, .badSource, .badFriendGroupName])

    /// The wanted fields of a friend in a user's list; nil: the field stays, or is empty.
    private struct FriendEntry: Sendable {
        let user: String
        let remark: String?
        let groups: [String]?
        let wording: String?
        let source: String?
        /// Seconds since 1970.
        let addedAt: Int?
        let custom: [String: CustomValue]
    }

    private static let friendEntries = AdminRelationParameters.entries(
        "friends",
        [
            FriendParameters.remark.description, groups.description, FriendParameters.wording.description,
            FriendParameters.source.description, AdminRelationParameters.addTime.description, custom.description,
        ],
        "Friends, written as in `friend.list`. Only `userID` is required; `profile` is ignored."
    ) { user, entry throws(Refusal) in
        FriendEntry(
            user: user, remark: try FriendParameters.remark.optional.read(entry, else: .friendParameters),
            groups: try groups.read(entry, else: .friendParameters),
            wording: try FriendParameters.wording.optional.read(entry, else: .friendParameters),
            source: try FriendParameters.source.optional.read(entry, else: .friendParameters),
            addedAt: try AdminRelationParameters.addTime.read(entry, else: .friendParameters),
            custom: try custom.read(entry, else: .friendParameters))
    }
    private static let groups = Parameter.everyString(
        "groups", count: 0...1000, bytes: 1...30, else: .badFriendGroupName, "The friend groups."
    ).checked { names throws(Mismatch) in
        for name in names { try name.checkName(else: .badFriendGroupName, key: name) }
    }.optional
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

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let user = try request(AdminRelationParameters.user)
        let entries = try request(friendEntries).map { friend in
            ImportedFriend(
                user: friend.user, since: friend.addedAt.map { Seconds($0) }, remark: friend.remark,
                groups: friend.groups,
                wording: friend.wording, source: friend.source, custom: friend.custom)
        }
        return .change { chat, json throws(CommandError) in
            let results = try chat.friendImports.importFriends(entries, of: user)
            json.results(results)
        }
    }
}
