import Chat
import ClientProtocol
import Domain
import JSON
import Settings

enum SearchMessages {
    static let definition = declaration.user(handle)

    static let declaration = Operation(
        "message.search",
        "Searches the messages that the caller's histories have, in one conversation or in all, newest first.",
        roles: .user,
        parameters: [query, conversationID, from, types, since, until, cursor, limit],
        result: [
            Field("hits", .list(.object(hit)), "Newest first; as many as fit into a page, perhaps none."),
            Field(optional: "cursor", .string, "Send it for the next page; absent at the end."),
            Field("isFinished", .boolean, "Whether this was the last page."),
            Field(
                "isComplete", .boolean,
                "False: the index is still being built, or the caller has too many conversations, so hits may be "
                    + "missing."
            ),
        ],
        errors: [.noTarget, .nimNoGroup, .nimNotInGroup, .searchOff, .unavailable], badParameter: .messageParameters)

    private static let hit = [
        Field("message", MessageView.type),
        Field(
            "matches",
            .list(
                .object([
                    Field("member", .words(["text", "name"]), "The member of the body."),
                    Field(
                        optional: "element", .integer,
                        "Only of a message of elements: the place of the one whose body it is, from 0."),
                    Field("start", .integer, "The place of the first character, counted in Unicode scalars from 0."),
                    Field("end", .integer, "The place behind the last one."),
                ])), "What of the message was found, by member and place."),
    ]

    static let query = query(of: "the message")

    static func query(of subject: String) -> Parameter<SearchQuery> {
        Parameter(
            "query", type: .bytes(1...200),
            "Up to \(SearchQuery.mostWords) words: each begins a word of \(subject); Chinese, Japanese, Korean, Thai "
                + "and emoji are found anywhere."
        ) { value throws(Mismatch) in
            let text = try value.text(bytes: 1...200)
            do throws(SearchQuery.Fault) {
                return try SearchQuery(text)
            } catch {
                switch error {
                case .empty: throw Mismatch("has neither a letter nor a digit nor an emoji")
                case .tooManyWords: throw Mismatch("has more than \(SearchQuery.mostWords) words")
                }
            }
        }
    }

    private static let conversationID = SharedParameters.conversationID.optional
    private static let from = Parameter.user("from", "Only messages of this user.").optional
    private static let types = Parameter<Set<MessageKind>>(
        "types", type: .list(.numbers(MessageKind.sendable.map(\.rawValue)), 1...MessageKind.sendable.count),
        "Only messages of these types."
    ) { value throws(Mismatch) in
        guard let elements = value.elements else { throw Mismatch("must be a list, not \(value.kind)") }
        guard (1...MessageKind.sendable.count).contains(elements.count) else {
            throw Mismatch("must have 1 to \(MessageKind.sendable.count) elements")
        }
        var kinds: Set<MessageKind> = []
        for element in elements {
            guard let kind = element.int64.flatMap(MessageKind.init), MessageKind.sendable.contains(kind) else {
                throw Mismatch("must be a list of types that can be sent")
            }
            kinds.insert(kind)
        }
        return kinds
    }.optional
    static let since = Parameter.integer(
        "since", in: times, "Only messages of this `time` or later, in milliseconds since 1970."
    ).optional
    static let until = Parameter.integer(
        "until", in: times, "Only messages of this `time` or earlier, in milliseconds since 1970."
    ).optional
    static let cursor = Parameter<MessageNumber>(
        "cursor", type: .pattern("^[0-9]{1,19}$"), "Where the page before ended."
    ) { value throws(Mismatch) in
        guard let number = value.string.flatMap({ MessageNumber($0) }), number > 0 else {
            throw Mismatch("is no cursor of a page")
        }
        return number
    }.optional
    private static let limit = Parameter.integer("limit", in: 1...50, standard: 20, "At most this many hits.")
    private static let times = 0...9_007_199_254_740_991

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let configuration = request.context.configuration
        guard configuration.messages.search else { throw Refusal(.searchOff) }
        var filter = MessageSearch.Filter()
        filter.conversation = try request(conversationID)
        filter.from = try request(from)
        filter.kinds = try request(types)
        filter.since = try request(since).map { Milliseconds($0) }
        filter.until = try request(until).map { Milliseconds($0) }
        let search = MessageSearch(
            try request(query), filter, before: try request(cursor), limit: try request(limit),
            for: request.messageReader(for: caller))
        return .search { view, json throws(CommandError) in
            write(try search.page(in: view), to: &json)
        }
    }

    private static func write(_ page: MessageSearch.Page, to json: inout JSONWriter) {
        json.array("hits") { json in
            for hit in page.hits {
                json.object { json in
                    json.object("message") { $0.message(hit.view) }
                    json.array("matches") { json in
                        for match in hit.matches {
                            json.object { json in
                                json.field("member", match.member)
                                if let element = match.element { json.field("element", element) }
                                json.field("start", match.start)
                                json.field("end", match.end)
                            }
                        }
                    }
                }
            }
        }
        if let next = page.next { json.field("cursor", next.description) }
        json.field("isFinished", page.next == nil)
        json.field("isComplete", page.isComplete)
    }
}
