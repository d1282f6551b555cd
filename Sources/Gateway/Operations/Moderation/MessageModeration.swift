import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// Operators look for messages, and take back what a user has written.
extension OperationTable {
    @OperationList static var messageModeration: [OperationDefinition] {
        let query = SearchMessages.query.optional
        let from = Parameter.user("from", "Only messages of this user.").optional
        let limit = Parameter.integer("limit", in: 1...100, standard: 50, "At most this many messages.")
        Operation(
            "admin.message.search",
            "Searches all messages that are kept, whoever can read them, the newest first. Each page looks at 5,000 "
                + "messages, so that it may have none and not be the last.",
            roles: .admin,
            parameters: [query, from, SearchMessages.since, SearchMessages.until, SearchMessages.cursor, limit],
            result: [
                Field("messages", .list(MessageView.type), "Between two users, as the sender sees it."),
                Field(optional: "cursor", .string, "Send it for the next page; absent at the end."),
            ], errors: [.unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let configuration = request.context.configuration
            let (since, until) = (try request(SearchMessages.since), try request(SearchMessages.until))
            let first = max(configuration.messageCutoff, since.map { Stamp(milliseconds: Milliseconds($0)) } ?? 0)
            var end = try request(SearchMessages.cursor) ?? .max
            if let until, until < Int.max / 2_000 {
                end = min(end, MessageNumber(Stamp(milliseconds: Milliseconds(until + 1))))
            }
            let scan = MessageScan(
                try request(query), from: try request(from), in: MessageNumber(first)..<max(end, MessageNumber(first)),
                limit: try request(limit), bytes: request.context.pageBytes, now: configuration.now.time)
            return .read { transaction, json throws(CommandError) in
                let page = try stored(scan.page(in: transaction))
                json.array("messages") { json in
                    for message in page.messages { json.object { $0.message(message) } }
                }
                if let next = page.next { json.field("cursor", next.description) }
            }
        }

        let user = Parameter.user("userID", "The user.")
        let since = Parameter.integer(
            "since", in: 0...latestTime, "Messages of this `time` or later, in milliseconds since 1970.")
        let reason = Parameter.string("reason", bytes: 1...255, "Why, for all to read.").optional
        Operation(
            "admin.message.clear",
            "Takes back what a user has written since a time, the oldest first, from everybody, as "
                + "`admin.message.recall` does: up to 32 messages of 2,000 that are looked at. Ask again with `cursor` "
                + "until there is none.",
            roles: .admin, parameters: [user, since, SearchMessages.cursor, reason],
            result: [
                Field("msgIds", .strings, "Those that were taken back."),
                Field(optional: "cursor", .string, "There may be more behind it."),
            ], errors: [.noAccount, .unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let (user, reason) = (UserID(naming: try request(user)), try request(reason))
            let start = MessageNumber(Stamp(milliseconds: Milliseconds(try request(since))) - Microseconds(1))
            let first = try request(SearchMessages.cursor) ?? start
            return .change { chat, json throws(CommandError) in
                let cleared = try chat.edits.clear(of: user, after: first, reason: reason)
                cleared.messages.write(to: &json)
                if let next = cleared.next { json.field("cursor", next.description) }
            }
        }
    }
}

private let latestTime = 9_007_199_254_740_991
