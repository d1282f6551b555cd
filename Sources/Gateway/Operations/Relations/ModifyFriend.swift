import Chat
import ClientProtocol
import Domain
import JSON

/// `friend.modify`.
enum ModifyFriend: UserOperation {
    static let declaration = Operation.relation(
        "friend.modify", "Changes fields of a friend in the caller's list: all of them or none.",
        [FriendParameters.user.description, values.description], errors: [.remarkTooLong, .noFriend])

    private static let customPrefix = "Tag_SNS_Custom_"
    private static let values = Parameter<FriendChange>(
        "values",
        type: .changes(
            [
                Field(optional: "remark", .bytes(0...longestRemark).namedOrEmpty),
                Field(optional: "groups", .list(.string, 0...1_000)),
            ], prefix: customPrefix),
        "At least one of: `remark` (96 bytes), `groups` (the names of all groups that the friend is in), `\(customPrefix)` "
            + "and a configured name (an integer, or 500 bytes: a string or `{\"b\": base64}`)."
    ) { value throws(Mismatch) in
        guard let members = value.members else { throw Mismatch("must be an object, not \(value.kind)") }
        guard value.count > 0 else { throw Mismatch("must have a member") }
        var change = FriendChange()
        for (key, value) in members { try read(key.keyText, value, into: &change) }
        return change
    }

    private static func read(_ key: String, _ value: JSONValue, into change: inout FriendChange) throws(Mismatch) {
        switch key {
        case "remark":
            guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)", key: key) }
            guard text.utf8.count <= longestRemark else {
                throw Mismatch("is longer than \(longestRemark) bytes", .remarkTooLong, key: key)
            }
            if !text.isEmpty { try text.checkName(key: key) }
            change.remark = text
        case "groups":
            guard let elements = value.elements else { throw Mismatch("must be a list, not \(value.kind)", key: key) }
            // Each name once: the state looks for each.
            var known: Set<ExactText> = []
            var names: [String] = []
            for element in elements {
                guard let name = element.string else { throw Mismatch("must be a list of strings", key: key) }
                if known.insert(ExactText(name)).inserted { names.append(name) }
            }
            guard names.count <= 1_000 else { throw Mismatch("must have up to 1000 names", key: key) }
            change.groups = names
        default:
            guard key.hasPrefix(customPrefix) else { throw Mismatch("is not a field of a friend", key: key) }
            let custom = try value.custom(key, tooLong: .friendParameters, mistyped: .friendParameters)
            // Two that Swift takes for one: both cannot be configured.
            guard change.custom.updateValue(custom, forKey: String(key.dropFirst(customPrefix.count))) == nil else {
                throw Mismatch("is not a field of a friend", key: key)
            }
        }
    }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let user = try request(FriendParameters.user)
        let change = try request(values)
        return .change { chat, _ throws(CommandError) in
            try chat.friends.modifyFriend(user, change, of: caller.account)
        }
    }
}
