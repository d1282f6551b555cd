import Chat
import ClientProtocol
import Domain
import JSON

/// Friends are taken along from elsewhere.
extension OperationTable {
    @OperationList static var friendImports: [OperationDefinition] {
        let groups = Parameter.everyString(
            "groups", count: 0...1000, bytes: 1...30, else: .badFriendGroupName, "The friend groups."
        ).checked { names throws(Mismatch) in
            for name in names { try name.checkName(else: .badFriendGroupName, key: name) }
        }.optional
        let custom = Parameter<[String: CustomValue]>(
            "customInfo",
            type: .map(.either([.integer(-9_007_199_254_740_991...9_007_199_254_740_991), .sentBytes(500)])),
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
        let friendEntries = AdminRelationParameters.entries(
            "friends",
            [
                FriendParameters.remark, groups, FriendParameters.wording, FriendParameters.source,
                AdminRelationParameters.addTime, custom,
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
        Operation.relation(
            "admin.friend.import",
            "Writes friends into a user's list, or corrects friends that are in it. Nobody is asked, and the others' "
                + "lists do not change.", roles: .admin,
            [AdminRelationParameters.user, friendEntries],
            result: [RelationParameters.results("0, 30003, 30010 or 30011")],
            errors: [.unknownUser, .remarkTooLong, .wordingTooLong, .badSource, .badFriendGroupName]
        ).admin { request, _ throws(Refusal) in
            let user = try request(AdminRelationParameters.user)
            let entries = try request(friendEntries).map { friend in
                ImportedFriend(
                    user: friend.user, since: friend.addedAt.map { Seconds($0) }, remark: friend.remark,
                    groups: friend.groups, wording: friend.wording, source: friend.source, custom: friend.custom)
            }
            return .change { chat, json throws(CommandError) in
                let results = try chat.friends.importFriends(entries, of: user)
                json.results(results)
            }
        }
    }
}

/// The parameters of administrators about relations and profiles.
enum AdminRelationParameters {
    static let user = Parameter.user("userID", "The user.")
    static let addTime = Parameter.integer("addTime", in: 0...4_294_967_295, "In seconds since 1970.").optional

    /// A list of objects, each about a user: a refusal names the user.
    static func entries<Entry: Sendable>(
        _ name: StaticString, _ members: [any DescribedParameter], _ meaning: String,
        read: @escaping @Sendable (String, JSONValue) throws(Refusal) -> Entry
    ) -> Parameter<[Entry]> {
        let fields =
            [Field("userID", .user)] + members.map { Field(optional: $0.description.name, $0.description.type) }
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
