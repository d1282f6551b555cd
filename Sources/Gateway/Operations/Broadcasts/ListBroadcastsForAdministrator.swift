import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.broadcast.list`.
enum ListBroadcastsForAdministrator: AdminOperation {
    static let declaration = Operation(
        "admin.broadcast.list",
        "Lists the broadcasts that are kept, the newest first, as `admin.broadcast.status` shows them.",
        roles: .admin, parameters: [cursor.description, BroadcastParameters.limit.description],
        result: [
            Field("broadcasts", .list(.object(BroadcastParameters.fields)), "The broadcasts."),
            Field("cursor", .integer, "Send it for the next page; 0 at the end."),
        ], errors: [.unavailable])

    private static let cursor = Parameter.integer(
        "cursor", in: 0...4_294_967_295, standard: 0, "The value from the last page; 0: from the newest on.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let (before, limit) = (Seq(try request(cursor)), try request(BroadcastParameters.limit))
        let (progress, now) = (request.context.broadcasts, request.context.configuration.now.time)
        let bytes = request.context.pageBytes
        return .read { transaction, json throws(CommandError) in
            let page = try stored(
                BroadcastQueries.all(before: before, limit: limit, bytes: bytes, in: transaction))
            json.array("broadcasts") { json in
                for broadcast in page.broadcasts {
                    json.object { broadcast.writeWhole(progress, at: now, to: &$0) }
                }
            }
            json.field("cursor", page.isFinished ? 0 : page.broadcasts.last?.seq ?? 0)
        }
    }
}
