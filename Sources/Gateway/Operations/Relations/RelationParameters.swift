import ClientProtocol
import Domain
import JSON

/// The parameters and fields that the operations on relations share.
enum RelationParameters {
    static let users = Parameter.everyString("userIDs", count: 1...100, "The users.")
        .described(as: .list(.user, 1...100))
    static let version = Field(
        "version", .integer,
        "Rises with every change of the friends, friend groups or blacklist.")
    static let isFinished = Field("isFinished", .boolean, "Whether this was the last page.")
    static let result = [Field("userID", .string), Field("code", .integer), Field("info", .string)]

    static func result(_ codes: String) -> Field {
        Field("result", .object(result), "`code`: \(codes); `info` says it in words.")
    }

    static func results(_ codes: String, with more: [Field] = []) -> Field {
        Field("results", .list(.object(result + more)), "One for each id, in the order sent. `code`: \(codes).")
    }
}

extension Operation {
    static func relation(
        _ name: String, _ summary: String, roles: Roles = .user, _ parameters: [any DescribedParameter],
        result: [Field] = [], errors: [ErrorCode] = []
    ) -> Operation {
        Operation(
            name, summary, roles: roles, parameters: parameters, result: result, errors: errors + [.unavailable],
            badParameter: .friendParameters)
    }
}

/// `friend.…`: a user's friends, in TIM's numbers.
enum FriendParameters {
    static let next = Parameter.string(
        "next", bytes: 0...UserID.longest, standard: "", "The value from the last page; left out: from the start.")
    static let count = Parameter.integer("count", in: 1...500, standard: 100, "At most this many friends.")
    static let sinceVersion = Parameter.integer(
        "sinceVersion", in: 0...9_007_199_254_740_991,
        "The `version` of the caller's copy: lists only changes since then; left out: all friends."
    ).optional
    static let friends = Field("friends", .list(friend), "The friends.")
    static let friend = ValueType.object(
        [
            Field("userID", .string, "The friend."), Field("remark", .string, "The caller's name for the friend."),
            Field("groups", .strings, "The friend groups that the friend is in."),
            Field("addWording", .string, "The reason of the request."),
            Field("addSource", .string, "The source of the request."),
            Field("addTime", .seconds, "When the two became friends."), SharedParameters.customInfo,
            Field("profile", ProfileParameters.profile, "The friend's profile."),
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
        Field("next", .string, "Send it for the next page; empty at the end."), RelationParameters.isFinished,
        RelationParameters.version,
    ]
    static let user = Parameter.user("userID", "The user.")
    static let remark = Parameter.string(
        "remark", bytes: 0...longestRemark, standard: "", else: .remarkTooLong,
        "The caller's name for the friend; empty: none."
    ).namedOrEmpty()
    static let wording = Parameter.string(
        "addWording", bytes: 0...120, standard: "", else: .wordingTooLong, "The reason, for the other user to read.")
    static let source = Parameter<String>(
        "addSource", type: .pattern("^(\(FriendSource.prefix)[A-Za-z]{1,8})?$"), absent: "",
        "`\(FriendSource.prefix)` and one to eight letters; empty: unknown."
    ) { value throws(Mismatch) in
        guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
        guard FriendSource.isOne(text) else {
            throw Mismatch("must be \(FriendSource.prefix) and one to eight letters", .badSource)
        }
        return text
    }
    static let group = Parameter.string(
        "group", bytes: 1...30, standard: "", else: .badFriendGroupName,
        "The friend group for the new friend. It is created if it does not exist."
    ).named(else: .badFriendGroupName)
    static let addType = Parameter.integer(
        "addType", in: 1...2, standard: 2, "1: only the caller's list gets the other. 2: both lists do.")
}

/// A remark has at most so many bytes.
let longestRemark = 96
