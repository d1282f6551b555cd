import Chat
import ClientProtocol
import Domain
import JSON

/// Messages that are forwarded as one, and what such a message holds.
extension OperationTable {
    @OperationList static var mergedMessages: [OperationDefinition] {
        let numbers = Parameter<[MessageNumber]>(
            "msgIds", type: .list(.string, 1...100),
            "Up to 100 messages of one conversation that the caller can read. They are copied in the order in which "
                + "they were sent."
        ) { value throws(Mismatch) in
            guard let ids = value.elements?.map(\.string), (1...100).contains(ids.count), !ids.contains(nil) else {
                throw Mismatch("must be a list of 1 to 100 strings")
            }
            // A text that is no id names no message.
            return ids.map { $0.flatMap { MessageNumber($0) } ?? 0 }
        }
        let title = Parameter.string(
            "title", bytes: 1...256, "What the message is called, such as `Chat of Ann and Bob`.")
        Operation(
            "message.forward",
            "Forwards messages as one of type 21. The gateway copies who said what and when, up to 256 KiB. A later "
                + "recall or edit of a message leaves the copy; the erasure of its author takes it.",
            roles: .user,
            parameters: [SharedParameters.conversationID, SendMessage.clientID, numbers, title],
            result: [
                Field("msgId", .string, "The new message's id."), Field("conversationID", .string, "The conversation."),
                Field("seq", .integer, "The message's number in the conversation."),
                Field("time", .milliseconds, "When the gateway accepted the message."),
            ], errors: SendMessage.errors + [.forbidden], badParameter: .messageParameters
        ).hooked(.decides).user { request, caller throws(Refusal) in
            try request.requireGroupID()
            var review = request.context.words.review
            let told = review.text(try request(title), in: "title") ?? ""
            if let refused = review.refused { return try refused.refuse(request, by: caller) }
            let draft = Draft(
                forwarding: try request(numbers), titled: told, to: try request(SharedParameters.conversationID),
                clientID: try request(SendMessage.clientID))
            let isQueued = review.isQueued
            let send: StateWork = { chat, json throws(CommandError) in
                let sent = try chat.messages.send(draft, from: caller.account)
                if isQueued { try chat.reports.queue(sent) }
                json.sent(sent)
            }
            let findSent: FormerReply = { chat, json throws(CommandError) in
                guard let sent = try chat.messages.former(draft, from: caller.account) else { return false }
                json.sent(sent)
                return true
            }
            return .change(send, former: findSent)
        }

        Operation(
            "message.merged", "Reads what a message of type 21 holds, a page at a time.", roles: .user,
            parameters: pageParameters, result: pageResult, errors: [.noMessage, .unavailable],
            badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let (message, place, limit) = (try request.messageID(), try request(place), try request(limit))
            let reader = request.messageReader(for: caller)
            return .read { transaction, json throws(CommandError) in
                let page = try MergedPage(of: message, after: place, limit: limit, for: reader, in: transaction)
                page.write(to: &json)
            }
        }
    }

    @OperationList static var mergedMessagesForAdministrators: [OperationDefinition] {
        Operation(
            "admin.message.merged", "Reads what any message of type 21 holds, a page at a time.", roles: .admin,
            parameters: pageParameters, result: pageResult, errors: [.noMessage, .unavailable],
            badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let (message, place, limit) = (try request.messageID(), try request(place), try request(limit))
            let context = request.context
            let (bytes, cutoff) = (context.pageBytes, context.configuration.messageCutoff)
            let now = context.configuration.now.time
            return .read { transaction, json throws(CommandError) in
                let page = try MergedPage(
                    of: message, after: place, limit: limit, bytes: bytes, cutoff: cutoff, now: now, in: transaction)
                page.write(to: &json)
            }
        }
    }
}

private let place = Parameter.integer(
    "cursor", in: 0...100, standard: 0, "The value from the last page. 0: from the oldest one on.")
private let limit = Parameter.integer("limit", in: 1...100, standard: 50, "At most this many.")
private let pageParameters: [any DescribedParameter] = [MessageParameters.messageID, place, limit]

private let pageResult = [
    Field(
        "messages",
        .list(
            .object(
                [
                    Field("from", .string, "The sender."), Field("time", .milliseconds, "When it was sent."),
                    Field("type", .numbers(MessageKind.allCases.map(\.rawValue)), "As it was sent."),
                    Field(
                        "body", .openObject,
                        "As it was when it was forwarded; of another message of type 21 its `title` and `count` "
                            + "alone."),
                    Field(
                        optional: "media", .list(MessageMedia.type), "The uploads to which it refers, as they are now."),
                ], called: "MergedMessage")),
        "The copies, the oldest first, as many as fit into a reply."),
    Field("cursor", .integer, "Send it for the next page; 0 at the end."),
]

extension MergedPage {
    fileprivate func write(to json: inout JSONWriter) {
        json.array("messages") { json in
            for entry in entries { json.object { entry.write(to: &$0) } }
        }
        json.field("cursor", next)
    }
}
