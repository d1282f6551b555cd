import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// `message.history`.
enum ReadHistory: UserOperation {
    static let declaration = Operation(
        "message.history", "Reads a conversation's messages, a page at a time.", roles: .user,
        parameters: [
            SharedParameters.conversationID.description, direction.description, cursor.description, limit.description,
            around.description,
        ],
        result: [
            Field("messages", .list(MessageView.type), "The messages in the order of `direction`."),
            Field("cursor", .integer, "Send it for the next page; 0 at the end."),
            Field("isFinished", .boolean, "Whether this was the last page."),
            Field(
                optional: "change", .integer,
                "Only if a message has ever changed: the place of the last change in the conversation."),
        ], errors: [.noTarget, .noMessage, .nimNoGroup, .nimNotInGroup, .unavailable], badParameter: .messageParameters)

    enum Direction: String, CaseIterable, Sendable {
        case older, newer
    }

    static let direction = Parameter<Direction>.choice(
        "direction", standard: .older, "From the newest message back, or from the oldest forward.")
    static let cursor = Parameter.integer(
        "cursor", in: 0...4_294_967_295, standard: 0,
        "Lists messages older or newer than this seq. 0: begins with the newest or the oldest.")
    static let limit = Parameter.integer("limit", in: 1...100, standard: 20, "At most this many messages.")
    fileprivate static let around = Parameter.string(
        "around", bytes: 1...20, "Instead of `cursor`: a message's id. The page has this message in its middle."
    ).optional

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(SharedParameters.conversationID)
        let history = try request.history()
        return .read { transaction, json throws(CommandError) in
            json.page(try history.page(of: id, for: caller.user, account: caller.account, in: transaction))
        }
    }
}

extension Request {
    func history() throws(Refusal) -> History {
        History(
            cursor: Seq(try self(ReadHistory.cursor)),
            direction: try self(ReadHistory.direction) == .older ? .older : .newer,
            limit: try self(ReadHistory.limit), bytes: context.pageBytes,
            cutoff: context.configuration.messageCutoff, now: context.configuration.now.time,
            around: try self(ReadHistory.around).map { MessageNumber($0) ?? 0 })
    }
}

extension JSONWriter {
    mutating func page(_ page: History.Page) {
        messages(page.messages)
        field("cursor", page.next)
        field("isFinished", page.next == 0)
        if page.change > 0 { field("change", page.change) }
    }
}
