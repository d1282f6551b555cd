import Chat
import ClientProtocol
import JSON

/// `friendGroup.list`.
enum ListFriendGroups: UserOperation {
    static let declaration = Operation.relation(
        "friendGroup.list", "Lists friend groups in the order of their creation.",
        [wanted.description, next.description],
        result: [
            Field("groups", .list(group), "`friends`: the friends' ids in order. Unknown groups are left out."),
            Field(
                "next", .integer,
                "Send it for the next page; 0 at the end. A page has as much as fits into one reply."),
            RelationParameters.isFinished, RelationParameters.version,
        ])

    private static let group = ValueType.object([
        Field("name", .string), Field("userCnt", .integer), Field("friends", .strings),
    ])
    private static let wanted = Parameter.everyString(
        "names", count: 0...1000, "The friend groups; left out: all."
    ).optional
    private static let next = Parameter.integer(
        "next", in: 0...1000, standard: 0, "The value from the last page; 0: from the start.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let names = try request(wanted)
        let next = try request(Self.next)
        let bytes = request.context.pageBytes
        return .read { transaction, json throws(CommandError) in
            let page = try stored(
                RelationQueries.groups(
                    of: caller.account, named: names, after: next, bytes: bytes, in: transaction))
            json.friendGroups(page.items)
            json.field("next", page.isLast ? 0 : next + page.items.count)
            json.field("isFinished", page.isLast)
            json.field("version", page.version)
        }
    }
}
