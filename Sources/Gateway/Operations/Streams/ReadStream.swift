import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// `stream.events`.
enum ReadStream: UserOperation {
    static let declaration = Operation(
        "stream.events", "Reads the user's stream after a position, to fill a gap that `session.open` left.",
        roles: .user,
        parameters: [after.description, limit.description],
        result: [
            Field(
                "events", .list(SharedParameters.streamed),
                "In their order, each as it is now. Events of a conversation that is no longer in the list are "
                    + "left out."),
            Field("seq", .integer, "Send it as `after` for the next page."),
            Field("isFinished", .boolean, "Whether this was the last page."),
        ], errors: [.resyncRequired, .unavailable])

    private static let after = Parameter.integer("after", in: 0...4_294_967_295, "The last seq that the client has.")
    private static let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many events.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let after = Seq(try request(Self.after))
        let limit = try request(Self.limit)
        let bytes = request.context.pageBytes
        return .ask { chat, json throws(CommandError) in
            let page = try chat.streamReader.events(
                of: caller.account, on: caller.device, after: after, limit: limit, bytes: bytes)
            json.events(page.events)
            json.field("seq", page.seq)
            json.field("isFinished", page.isFinished)
        }
    }
}
