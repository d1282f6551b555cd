import ClientProtocol
import Domain
import JSON

/// `friend.…`: a user's friends, in TIM's numbers.
package enum FriendOperations {
    package static let all = [list, get, add, modify, delete, respond, check]

    // MARK: - friend.list

    package static let next = Parameter.string(
        "next", bytes: 0...UserID.longest, standard: "", "The value from the last page; left out: from the start.")
    package static let count = Parameter.integer("count", in: 1...500, standard: 100, "At most this many friends.")

    package static let sinceVersion = Parameter.integer(
        "sinceVersion", in: 0...9_007_199_254_740_991,
        "The `version` of the caller's copy: lists only changes since then; left out: all friends."
    ).optional

    static let friends = Field(
        "friends", .list(friend), "The friends.")
    private static let friend = ValueType.object(
        [
            Field("userID", .string, "The friend."), Field("remark", .string, "The caller's name for the friend."),
            Field("groups", .strings, "The friend groups that the friend is in."),
            Field("addWording", .string, "The reason of the request."),
            Field("addSource", .string, "The source of the request."),
            Field("addTime", .seconds, "When the two became friends."), Shared.customInfo,
            Field("profile", ProfileOperations.profile, "The friend's profile."),
        ], called: "Friend")
    static let listed = [
        friends,
        Field(
            optional: "deleted", .strings,
            "Only with `sinceVersion`: users who were friends then or later, but are not now."),
        Field(
            optional: "friendGroupsChanged", .boolean,
            "Only with `sinceVersion`: friend groups were created, deleted or renamed since then; read them again."),
        Field(
            optional: "blacklistChanged", .boolean, "Only with `sinceVersion`: the blacklist has changed since then."),
        Field("next", .string, "Send it for the next page; empty at the end."), Relations.isFinished,
        Relations.version,
    ]

    package static let list = relation(
        "friend.list", "Lists the friends in the order of their ids, or the changes since a version.",
        [next.description, count.description, sinceVersion.description], result: listed, errors: [.resyncRequired])

    // MARK: - friend.get

    package static let named = Parameter.strings("userIDs", count: 1...100, "The users.")

    package static let get = relation(
        "friend.get", "Reads friends by their ids.", [named.description],
        result: [
            friends,
            Field("left", .strings, "Users who did not fit into the reply; ask for them again."),
            Relations.version,
        ])

    // MARK: - friend.add

    package static let user = Parameter.string("userID", bytes: 1...255, "The user.")
    package static let remark = Parameter.string(
        "remark", bytes: 0...longestRemark, standard: "", else: .remarkTooLong,
        "The caller's name for the friend; empty: none."
    ).namedOrEmpty()
    package static let wording = Parameter.string(
        "addWording", bytes: 0...120, standard: "", else: .wordingTooLong, "The reason, for the other user to read.")
    package static let source = Parameter<String>(
        "addSource", type: .pattern("^(\(FriendSource.prefix)[A-Za-z]{1,8})?$"), absent: "",
        "`\(FriendSource.prefix)` and one to eight letters; empty: unknown."
    ) { value throws(Mismatch) in
        guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
        guard FriendSource.isOne(text) else {
            throw Mismatch("must be \(FriendSource.prefix) and one to eight letters", .badSource)
        }
        return text
    }
    package static let group = Parameter.string(
        "group", bytes: 1...30, standard: "", else: .badFriendGroupName,
        "The friend group for the new friend. It is created if it does not exist."
    ).named(else: .badFriendGroupName)
    package static let addType = Parameter.integer(
        "addType", in: 1...2, standard: 2, "1: only the caller's list gets the other. 2: both lists do.")

    package static let add = relation(
        "friend.add", "Adds a friend, or sends a request if the other user wants to be asked.",
        [
            user.description, remark.description, wording.description, source.description, group.description,
            addType.description,
        ],
        result: [Relations.result("0, 30003, 30009, 30515, 30525, 30516, 30010, 30011, 30014, 30012 or 30539")],
        errors: [
            .remarkTooLong, .wordingTooLong, .badSource, .badFriendGroupName, .auditedWording, .addingTooFast,
        ]
    ).hooked(.replaces(except: ["userID"]))

    // MARK: - friend.modify

    package static let customPrefix = "Tag_SNS_Custom_"

    package static let values = Parameter<FriendChange>(
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

    package static let modify = relation(
        "friend.modify", "Changes fields of a friend in the caller's list: all of them or none.",
        [user.description, values.description], errors: [.remarkTooLong, .noFriend])

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

    // MARK: - friend.delete

    package static let users = Relations.users
    package static let deleteType = Parameter.integer(
        "delType", in: 1...2, "1: deletes the other from the caller's list. 2: also the caller from the other's list.")

    package static let delete = relation(
        "friend.delete", "Deletes friends.", [users.description, deleteType.description],
        result: [Relations.results("0, 31704 or 30003")], errors: [.deletingTooFast])

    // MARK: - friend.respond

    package static let response = Parameter<FriendResponse>(
        "response", type: .numbers([0, 1, 2]),
        "0: agree, the other's list gets the caller; 1: agree and add, both lists do; 2: reject."
    ) { value throws(Mismatch) in
        guard let response = value.int64.flatMap(FriendResponse.init) else { throw Mismatch("must be 0, 1 or 2") }
        return response
    }

    package static let respond = relation(
        "friend.respond", "Answers a friend request.", [user.description, response.description, remark.description],
        result: [Relations.result("0, 30614, 30010 or 30014")], errors: [.remarkTooLong])

    // MARK: - friend.check

    package static let checkType = Parameter.integer(
        "checkType", in: 1...2, "1: looks into the caller's list. 2: looks into both lists.")

    package static let check = relation(
        "friend.check", "Tells which users are friends.", [users.description, checkType.description],
        result: [
            Relations.results(
                "0 or 30003",
                with: [
                    Field(
                        "relation", .numbers([0, 1, 2, 3]),
                        "0: none; 1: the caller has the other; 2: the other has the caller; 3: each has the other.")
                ])
        ])

    private static func relation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        Relations.operation(name, summary, parameters, result: result, errors: errors)
    }
}

/// R-58, in bytes.
private let longestRemark = 96
