import Chat
import ClientProtocol
import Domain
import JSON

/// `broadcast.list`.
enum ListBroadcasts: UserOperation {
    static let declaration = Operation(
        "broadcast.list",
        "Lists the broadcasts that devices which come are given, after a position, the oldest first: to fill a gap that "
            + "`session.open` left, or for a device that keeps no positions.",
        roles: .user, parameters: [after.description, BroadcastParameters.limit.description],
        result: [
            Field("broadcasts", .list(Broadcast.type), "The broadcasts."),
            Field("seq", .integer, "The seq of the last broadcast of all."),
            Field("isFinished", .boolean, "Whether there are no more."),
        ], errors: [.unavailable])

    private static let after = Parameter.integer(
        "after", in: 0...4_294_967_295, standard: 0, "The last seq that the client has; 0: none.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let (after, limit) = (Seq(try request(Self.after)), try request(BroadcastParameters.limit))
        let (selection, bytes) = (request.context.configuration.broadcastsInForce, request.context.pageBytes)
        return .read { transaction, json throws(CommandError) in
            let page = try stored(
                BroadcastQueries.page(
                    selection, after: after, for: caller.account, limit: limit, bytes: bytes, in: transaction))
            page.broadcasts.write(to: &json)
            json.field("seq", try stored(BroadcastQueries.lastSeq(in: transaction)))
            json.field("isFinished", page.isFinished)
        }
    }
}
