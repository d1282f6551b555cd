import Chat
import ClientProtocol
import Domain
import JSON

/// Replies to a message, pinned messages, and signals that are not stored.
extension OperationTable {
    @OperationList static var pinsAndSignals: [OperationDefinition] {
        let cursor = Parameter.string("cursor", bytes: 1...20, "Where the page before ended.").optional
        Operation(
            "message.replies",
            "Lists the replies to a message that the history gives to the caller, page by page.", roles: .user,
            parameters: [MessageParameters.messageID, HistoryParameters.direction, cursor, HistoryParameters.limit],
            result: [
                Field("messages", .list(MessageView.type), "The replies in the order of `direction`."),
                Field(optional: "next", .string, "Send it as `cursor` for the next page; absent at the end."),
            ], errors: [.noMessage, .unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let message = try request.messageID()
            let direction = try request(HistoryParameters.direction)
            let limit = try request(HistoryParameters.limit)
            let cursor = try request(cursor).flatMap(MessageNumber.init)
            let reader = request.messageReader(for: caller)
            return .read { transaction, json throws(CommandError) in
                let page = try reader.replies(
                    to: message, direction == .older ? .older : .newer, after: cursor, limit: limit, in: transaction)
                json.messages(page.messages)
                if let next = page.next { json.field("next", "\(next)") }
            }
        }

        Operation(
            "message.pin",
            "Pins a message in a conversation, for all to see: up to 50. In a group the owner and admins can. One that "
                + "is pinned already stays so.",
            roles: .user, parameters: pinParameters, result: pinResult,
            errors: pinErrors + [.noTarget, .blacklisted, .notFriends, .receiverNotFriend, .senderNotFriend, .tooMany],
            badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            try request.pin(true, caller)
        }

        Operation(
            "message.unpin", "Pins a message no longer. In a group the owner and admins can.", roles: .user,
            parameters: pinParameters, result: pinResult, errors: pinErrors,
            badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            try request.pin(false, caller)
        }

        Operation(
            "message.pins",
            "Lists the pinned messages of a conversation, as far as the history gives them to the caller.",
            roles: .user, parameters: [SharedParameters.conversationID],
            result: [
                Field(
                    "messages", .list(MessageView.type),
                    "The one that was pinned last first, as many as fit into a reply."),
                Field(
                    "msgIds", .strings,
                    "All of them, in the same order: `message.get` reads those that did not fit."),
                Field("change", .integer, "The place of the last change in the conversation; 0: there was none."),
            ], errors: [.noTarget, .nimNoGroup, .nimNotInGroup, .unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let id = try request(SharedParameters.conversationID)
            let reader = request.messageReader(for: caller)
            return .read { transaction, json throws(CommandError) in
                let pins = try reader.pins(of: id, in: transaction)
                json.array("messages") { json in
                    for view in pins.messages { json.object { $0.message(view) } }
                }
                json.array("msgIds") { json in for id in pins.ids { json.value(String(id.rawValue)) } }
                json.field("change", pins.change)
            }
        }

        let name = Parameter.string("name", bytes: 1...32, "What it is, such as `typing`.")
        let data = Parameter<String>(
            "data", type: .openObject, "A JSON object of up to 1024 bytes."
        ) { value throws(Mismatch) in
            guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
            let text = value.compactText
            guard text.utf8.count <= 1_024 else { throw Mismatch("is longer than 1024 bytes") }
            return text
        }.optional
        Operation(
            "message.signal",
            "Signals something to those who are connected and have the conversation, such as that the user types. It "
                + "is not stored. What comes within a second after a signal of the same name is told at its end: the "
                + "newest alone.",
            roles: .user,
            parameters: [SharedParameters.conversationID, name, data],
            errors: [
                .noTarget, .noGroup, .blacklisted, .notFriends, .receiverNotFriend, .senderNotFriend, .emptyGroupID,
                .notInGroup, .noGroupRight, .mutedInGroup, .allMutedInGroup, .unavailable,
            ], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            try request.requireGroupID()
            let id = try request(SharedParameters.conversationID)
            let signal = Signal(name: try request(name), data: try request(data))
            return .change { chat, _ throws(CommandError) in
                try chat.signals.signal(signal, in: id, by: caller.account)
            }
        }
    }
}

private let pinParameters: [any DescribedParameter] = [SharedParameters.conversationID, MessageParameters.messageID]
private let pinResult = [Field("message", MessageView.type, "The message as it is now.")]

private let pinErrors: [ErrorCode] = [.noMessage, .noGroup, .emptyGroupID, .notInGroup, .noGroupRight, .unavailable]

extension Request {
    func pin(_ isPinned: Bool, _ caller: UserCaller) throws(Refusal) -> Work {
        try requireGroupID()
        let id = try self(SharedParameters.conversationID)
        let message = try messageID()
        return .change { chat, json throws(CommandError) in
            let changed = try chat.reactions.pin(message, in: id, isPinned, by: caller.account)
            json.object("message") { $0.message(changed) }
        }
    }
}
