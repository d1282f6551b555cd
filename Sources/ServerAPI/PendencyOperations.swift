import ClientProtocol

/// `pendency.…`: friend requests that wait for an answer.
package enum PendencyOperations {
    package static let all = [list, delete, report]

    // MARK: - pendency.list

    package static let type = Parameter.integer("type", in: 1...3, "1: those got. 2: those made. 3: both.")
    package static let seq = Parameter.integer(
        "seq", in: 0...9_007_199_254_740_991, standard: 0,
        "The list that the caller has; while paging, that of the first page."
    )
    package static let timestamp = Parameter.integer(
        "timestamp", in: 0...9_007_199_254_740_991, standard: 0, "From the last page; 0: from the start.")
    package static let count = Parameter.integer("numPerPage", in: 1...100, "The most requests.")

    package static let list = Relations.operation(
        "pendency.list",
        "Lists friend requests, the newest first; none of them if the list is the one that the caller has.",
        [type.description, seq.description, timestamp.description, count.description],
        result: [
            Field(
                "items", "list of {userID, addTime, addSource, addWording, nickname, type}",
                "`addTime` in seconds; `type` 1: got, 2: made."),
            Field("seq", "integer", "The list's version; to be kept after the last page."),
            Field("timestamp", "integer", "What to ask the next page with; 0 at the end."),
            Field("unreadCount", "integer", "How many of those got have not been reported as read."),
        ])

    // MARK: - The others

    package static let ownType = Parameter.integer("type", in: 1...2, "1: those got. 2: those made.")
    package static let users = Parameter.everyString("userIDs", count: 1...100, "The users.")

    package static let delete = Relations.operation(
        "pendency.delete", "Deletes the caller's copy of requests; a request that was got can no longer be answered.",
        [ownType.description, users.description])

    package static let time = Parameter.integer("timestamp", in: 0...9_007_199_254_740_991, "In seconds since 1970.")

    package static let report = Relations.operation(
        "pendency.report", "Marks the requests that were got up to a second as read.", [time.description],
        result: [Field("unreadCount", "integer", "How many are still unread.")])
}

/// `blacklist.…`: whom a user wants to hear nothing of.
package enum BlacklistOperations {
    package static let all = [add, delete, list]

    package static let users = Parameter.everyString("userIDs", count: 1...100, "The users.")

    package static let add = Relations.operation(
        "blacklist.add",
        "Blocks users: their messages are refused, friendships and requests between them and the caller end.",
        [users.description], result: [Relations.results("0, 31307, 30013 or 30003")])
    package static let delete = Relations.operation(
        "blacklist.delete", "Blocks users no longer. What has ended does not come back.", [users.description],
        result: [Relations.results("0, 31503 or 30003")])
    package static let list = Relations.operation(
        "blacklist.list", "Lists the blocked users, the newest first.", [],
        result: [Field("users", "list of {userID, addTime}", "`addTime` in seconds.")])
}

/// `friendGroup.…`: how a user sorts the friends.
package enum FriendGroupOperations {
    package static let all = [list, create, delete, addFriends, removeFriends, rename]
    package static let events = [changed]

    package static let name = groupName("name", "The group.")
    package static let newName = groupName("newName", "Its name from now on.")
    package static let names = Parameter.everyString(
        "names", count: 1...1000, bytes: 1...30, else: .badFriendGroupName, "The groups.")
    package static let users = Parameter.everyString("userIDs", count: 1...100, "The friends.")
    package static let firstUsers = Parameter<[String]>(
        "userIDs", type: "list of 0–100 strings", absent: [], "The friends that are in these groups at once."
    ) { value throws(Mismatch) in try value.texts(count: 0...100) }

    private static func groupName(_ name: StaticString, _ meaning: String) -> Parameter<String> {
        .string(name, bytes: 1...30, else: .badFriendGroupName, meaning)
    }

    private static let group = "{name, userCnt, friends}"

    // MARK: - friendGroup.list

    package static let wanted = Parameter.everyString(
        "names", count: 0...1000, "The groups; left out: all of them."
    ).optional
    package static let next = Parameter.integer(
        "next", in: 0...1000, standard: 0, "From the last page; 0: from the start.")

    package static let list = Relations.operation(
        "friendGroup.list", "Lists friend groups in the order of their creation.",
        [wanted.description, next.description],
        result: [
            Field("groups", "list of \(group)", "`friends`: their ids in order. Unknown groups are left out."),
            Field(
                "next", "integer", "What to ask the next page with; 0 at the end. A page has what goes into one reply."),
            Relations.isFinished,
        ])

    // MARK: - Changing

    package static let create = Relations.operation(
        "friendGroup.create", "Makes friend groups: all of them or none.", [names.description, firstUsers.description],
        result: [Relations.results("0 or 32216")], errors: [.badFriendGroupName, .friendGroupsFull])
    package static let delete = Relations.operation(
        "friendGroup.delete", "Deletes friend groups: all of them or none. The friends stay.", [names.description],
        errors: [.badFriendGroupName])
    package static let addFriends = Relations.operation(
        "friendGroup.addFriends", "Puts friends into a group.", [name.description, users.description],
        result: [Relations.results("0, 32518 or 32519")], errors: [.badFriendGroupName])
    package static let removeFriends = Relations.operation(
        "friendGroup.removeFriends", "Takes friends out of a group.", [name.description, users.description],
        result: [Relations.results("0, 32518 or 32520")], errors: [.badFriendGroupName])
    package static let rename = Relations.operation(
        "friendGroup.rename", "Gives a group another name.", [name.description, newName.description],
        errors: [.badFriendGroupName])

    // MARK: - Events

    package static let changed = Event(
        "friendGroup.changed", "Another device of the same user has changed friend groups. Not in the stream.",
        data: [
            Field("self", "`true`", "Always."),
            Field("groups", "list of \(group)", "Those that were made or changed, whole."),
            Field("deleted", "list of strings", "Those that there are no longer."),
            Field("renamed", "{from, to}", "Only where a group has another name."),
        ])
}
