import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// Messages as the history gives them to a user.
extension OperationTable {
    @OperationList static var messageHistory: [OperationDefinition] {
        Operation(
            "message.history", "Reads a conversation's messages, a page at a time.", roles: .user,
            parameters: historyParameters, result: historyResult,
            errors: [.noTarget, .noMessage, .nimNoGroup, .nimNotInGroup, .unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let id = try request(SharedParameters.conversationID)
            let history = try request.history()
            return .read { transaction, json throws(CommandError) in
                json.page(try history.page(of: id, for: caller.user, account: caller.account, in: transaction))
            }
        }
    }

    @OperationList static var messagesAndChanges: [OperationDefinition] {
        let messageIDs = Parameter.strings("msgIds", count: 1...100, "The messages, of any conversations.")
        Operation(
            "message.get", "Reads messages by their ids, as far as the history gives them to the caller.", roles: .user,
            parameters: [messageIDs],
            result: [
                Field(
                    "results",
                    .list(
                        .object([
                            Field("msgId", .string), Field("code", .integer),
                            Field(optional: "message", MessageView.type),
                        ])),
                    "In the order asked for, as many as fit into a reply; `code` 0, or 1010: there is no such message "
                        + "for the caller.")
            ], errors: [.unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let ids = try request(messageIDs)
            let reader = request.messageReader(for: caller)
            return .read { transaction, json throws(CommandError) in
                let found = try reader.messages(ids, in: transaction)
                json.array("results") { json in
                    for one in found {
                        json.object { json in
                            json.field("msgId", one.id)
                            json.field("code", one.view == nil ? ErrorCode.noMessage.code : 0)
                            if let view = one.view { json.object("message") { $0.message(view) } }
                        }
                    }
                }
            }
        }

        let after = Parameter.integer(
            "after", in: 0...4_294_967_295, standard: 0, "The place of the last change that the client has.")
        let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many changes.")
        Operation(
            "message.changes",
            "Reads what has become of a conversation's messages after a place: each message once, as it is now. With "
                + "gw 1005 the place is no longer known: drop stored messages that the history does not confirm.",
            roles: .user,
            parameters: [SharedParameters.conversationID, after, limit],
            result: [
                Field("changes", .list(ChangeView.type), "In their order."),
                Field("change", .integer, "Send it as `after` for the next page."),
                Field("isFinished", .boolean, "Whether this was the last page."),
            ], errors: [.noTarget, .nimNoGroup, .nimNotInGroup, .resyncRequired, .unavailable],
            badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
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

    @OperationList static var messageHistoryForAdministrators: [OperationDefinition] {
        let user = Parameter.user(
            "userID", "Of a conversation between two: the one for whom `conversationID` names the other."
        ).optional
        Operation(
            "admin.message.history",
            "Reads all messages of a conversation, a page at a time: also those that its members do not see.",
            roles: .admin,
            parameters: [user] + historyParameters,
            result: historyResult,
            errors: [.noTarget, .noMessage, .nimNoGroup, .unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let id = try request(SharedParameters.conversationID)
            let user = try request(user)
            if case .c2c = id, user == nil { throw Refusal(.messageParameters, "userID is missing", keys: ["userID"]) }
            let history = try request.history()
            return .read { transaction, json throws(CommandError) in
                json.page(try history.wholePage(of: id, with: user.map(UserID.init(naming:)), in: transaction))
            }
        }
    }
}

extension Request {
    func history() throws(Refusal) -> History {
        History(
            cursor: Seq(try self(HistoryParameters.cursor)),
            direction: try self(HistoryParameters.direction) == .older ? .older : .newer,
            limit: try self(HistoryParameters.limit), bytes: context.pageBytes,
            cutoff: context.configuration.messageCutoff, now: context.configuration.now.time,
            around: try self(HistoryParameters.around).map { MessageNumber($0) ?? 0 })
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

private let historyParameters: [any DescribedParameter] = [
    SharedParameters.conversationID, HistoryParameters.direction, HistoryParameters.cursor, HistoryParameters.limit,
    HistoryParameters.around,
]

private let historyResult = [
    Field("messages", .list(MessageView.type), "The messages in the order of `direction`."),
    Field("cursor", .integer, "Send it for the next page; 0 at the end."),
    Field("isFinished", .boolean, "Whether this was the last page."),
    Field(
        optional: "change", .integer,
        "Only if a message has ever changed: the place of the last change in the conversation."),
]

/// The parameters of a page of messages.
enum HistoryParameters {
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
}

extension Request {
    func messageReader(for caller: UserCaller) -> MessageReader {
        MessageReader(
            user: caller.user, account: caller.account, bytes: context.pageBytes,
            cutoff: context.configuration.messageCutoff, now: context.configuration.now.time)
    }
}
