import ClientProtocol

/// `blacklist.…`: whom a user wants to hear nothing of.
package enum BlacklistOperations {
    package static let all = [add, delete, list]

    package static let users = Relations.users

    package static let add = Relations.operation(
        "blacklist.add",
        "Blocks users: their messages are refused, friendships and requests between them and the caller end.",
        [users.description], result: [Relations.results("0, 31307, 30013 or 30003")])
    package static let delete = Relations.operation(
        "blacklist.delete", "Blocks users no longer. What has ended does not come back.", [users.description],
        result: [Relations.results("0, 31503 or 30003")])
    package static let list = Relations.operation(
        "blacklist.list", "Lists the blocked users, the newest first.", [],
        result: [Field("users", "list of {userID, addTime}", "`addTime` in seconds."), Relations.version])
}
