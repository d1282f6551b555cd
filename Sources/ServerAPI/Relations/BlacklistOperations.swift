import ClientProtocol

/// `blacklist.…`: whom a user wants to hear nothing of.
package enum BlacklistOperations {
    package static let all = [add, delete, list, check]

    package static let users = Relations.users
    package static let keepsFriends = Parameter.flag(
        "keepFriends", standard: false, "True: friendships with these users stay, on both sides.")

    package static let add = Relations.operation(
        "blacklist.add",
        "Blocks users: their messages are refused; friendships and requests between them and the caller end.",
        [users.description, keepsFriends.description], result: [Relations.results("0, 31307, 30013 or 30003")])
    package static let delete = Relations.operation(
        "blacklist.delete", "Unblocks users. Friendships and requests that have ended do not come back.",
        [users.description],
        result: [Relations.results("0, 31503 or 30003")])
    package static let list = Relations.operation(
        "blacklist.list", "Lists the blocked users, newest first.", [],
        result: [
            Field(
                "users", .list(.object([Field("userID", .string), Field("addTime", .integer)])), "`addTime` in seconds."
            ), Relations.version,
        ])
    package static let check = Relations.operation(
        "blacklist.check", "Tells whether users are in the caller's blacklist.", [users.description],
        result: [
            Relations.results(
                "0 or 30003", with: [Field("blocked", .boolean, "Whether the caller has blocked the user.")])
        ])
}
