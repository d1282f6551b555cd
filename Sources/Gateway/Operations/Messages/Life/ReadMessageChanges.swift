import Chat
import ClientProtocol
import Domain
import JSON

/// `message.changes`.
enum ReadMessageChanges: UserOperation {
    static let declaration = Operation(
        "message.changes",
        "Reads what has become of a conversation's messages after a place: each message once, as it is now. With gw "
            + "1005 the place is no longer known: drop stored messages that the history does not confirm.",
        roles: .user,
        parameters: [SharedParameters.conversationID.description, after.description, limit.description],
        result: [
            Field("changes", .list(ChangeView.type), "In their order."),
            Field("change", .integer, "Send it as `after` for the next page."),
            Field("isFinished", .boolean, "Whether this was the last page."),
        ], errors: [.noTarget, .nimNoGroup, .nimNotInGroup, .resyncRequired, .unavailable],
        badParameter: .messageParameters)

    private static let after = Parameter.integer(
        "after", in: 0...4_294_967_295, standard: 0, "The place of the last change that the client has.")
    private static let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many changes.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(SharedParameters.conversationID)
        let after = Seq(try request(after))
        let limit = try request(limit)
        let reader = request.messageReader(for: caller)
        return .read { transaction, json throws(CommandError) in
            let page = try reader.changes(of: id, after: after, limit: limit, in: transaction)
            page.changes.write(to: &json)
            json.field("change", page.place)
            json.field("isFinished", page.isFinished)
        }
    }
}
