import ClientProtocol

/// `pendency.…`: friend requests that wait for an answer.
package enum PendencyOperations {
    package static let all = [list, delete, report]

    // MARK: - pendency.list

    package static let type = Parameter.integer("type", in: 1...3, "1: requests received; 2: requests sent; 3: both.")
    package static let seq = Parameter.integer(
        "seq", in: 0...9_007_199_254_740_991, standard: 0,
        "The `seq` of the caller's copy; for further pages, the one sent for the first page."
    )
    package static let timestamp = Parameter.integer(
        "timestamp", in: 0...9_007_199_254_740_991, standard: 0, "The value from the last page; 0: from the start.")
    package static let count = Parameter.integer("numPerPage", in: 1...100, "At most this many requests.")

    package static let list = Relations.operation(
        "pendency.list",
        "Lists friend requests, newest first; none if the caller's copy is current.",
        [type.description, seq.description, timestamp.description, count.description],
        result: [
            Field(
                "items",
                .list(
                    .object([
                        Field("userID", .string), Field("addTime", .integer), Field("addSource", .string),
                        Field("addWording", .string), Field("nickname", .string), Field("type", .numbers([1, 2])),
                    ])),
                "`addTime` in seconds; `type` 1: received, 2: sent."),
            Field("seq", .integer, "The list's version. Keep it after the last page."),
            Field("timestamp", .integer, "Send it for the next page; 0 at the end."),
            Field("unreadCount", .integer, "How many received requests have not been reported as read."),
        ])

    // MARK: - The others

    package static let ownType = Parameter.integer("type", in: 1...2, "1: requests received; 2: requests sent.")
    package static let users = Relations.users

    package static let delete = Relations.operation(
        "pendency.delete", "Deletes the caller's copy of requests. A received request can no longer be answered then.",
        [ownType.description, users.description])

    package static let time = Parameter.integer("timestamp", in: 0...9_007_199_254_740_991, "In seconds since 1970.")

    package static let report = Relations.operation(
        "pendency.report", "Marks the requests received up to a time as read.", [time.description],
        result: [Field("unreadCount", .integer, "How many requests are still unread.")])
}
