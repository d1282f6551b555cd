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
    package static let users = Relations.users

    package static let delete = Relations.operation(
        "pendency.delete", "Deletes the caller's copy of requests; a request that was got can no longer be answered.",
        [ownType.description, users.description])

    package static let time = Parameter.integer("timestamp", in: 0...9_007_199_254_740_991, "In seconds since 1970.")

    package static let report = Relations.operation(
        "pendency.report", "Marks the requests that were got up to a second as read.", [time.description],
        result: [Field("unreadCount", "integer", "How many are still unread.")])
}
