import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// Messages whose text comes a chunk at a time (docs/streams.md): backends stream them, and users watch and stop them.
enum BeginStreamedMessage {
    static let definition = declaration.admin(handle)

    static let declaration = Operation(
        "admin.message.begin",
        "Begins a message whose text comes by `admin.message.append`. It is judged as one that is sent, and nothing is "
            + "stored before `admin.message.finish`. With `Martlet-As` the user's own rules hold. A repeated `clientMsgId` "
            + "gets the same `streamID`, and after the end the message.",
        roles: .admin,
        parameters: [
            sender, SharedParameters.conversationID, SendMessage.clientID, onBreak, body,
        ] + SendMessage.options + [SendMessage.media],
        result: StreamedOperation.sent,
        errors: StreamedOperation.refusals + [.emptyGroupID, .tooMany, .tooLarge], badParameter: .messageParameters)

    private static let sender = Parameter.user(
        "from", "The user who sends. Left out: the one of `Martlet-As`. The system sender does not stream."
    ).optional
    private static let onBreak = Parameter<Bool>(
        "onBreak", type: .words(["keep", "drop"]), absent: false,
        "If the text does not come to its end. `keep`: what there is of it is sent, with `broken`; `drop` (default): "
            + "nothing is sent."
    ) { value throws(Mismatch) in
        if value.isString("keep") { return true }
        guard value.isString("drop") else { throw Mismatch("must be keep or drop") }
        return false
    }
    private static let body = Parameter<String>(
        "body", type: .openObject, absent: "{}", "Members of the message's body beside `text`, as with `message.send`."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
        guard value["text"] == nil else { throw Mismatch("must not have text, which is to come") }
        return value.compactText
    }

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let draft = try draft(of: request, by: caller)
        if let found = try request.found() { return .change(work(found, draft)) }
        return .judged { chat, json throws(CommandError) in
            switch try chat.messages.begin(streamed: draft.draft, from: draft.sender, isChecked: draft.isChecked) {
            case .sent(let sent):
                sent.writeStreamed(to: &json)
                return nil
            case .begins(let sender, let place): return .begin(draft, sender, in: place)
            }
        }
    }

    private static func draft(of request: Request, by caller: AdminCaller) throws(Refusal) -> StreamedDraft {
        let name = try request(sender)
        let body = try request(body)
        let limit = request.context.configuration.messages.bodyBytes
        guard body.utf8.count <= limit else {
            throw Refusal(.tooLarge, "body is longer than \(limit) bytes", keys: ["body"])
        }
        guard let user = name.map({ UserID(naming: $0) }) ?? caller.operatorID else {
            throw Refusal(.messageParameters, "from is missing", keys: ["from"])
        }
        if let own = caller.operatorID, own != user {
            throw Refusal(.messageParameters, "from is another user than that of Martlet-As", keys: ["from"])
        }
        try request.requireGroupID()
        let draft = try request.draft(
            to: request(SharedParameters.conversationID), as: request(SendMessage.clientID), .text, body: "")
        guard draft.visibleTo.isEmpty else {
            throw Refusal(.messageParameters, "all who watch see the text as it comes", keys: ["visibleTo"])
        }
        return StreamedDraft(
            draft: draft, body: body, sender: user, isChecked: caller.operatorID != nil,
            keepsBroken: try request(onBreak))
    }

    /// Later in the message's life. `found`: what its home has added to the request.
    private static func work(_ found: JSONValue, _ draft: StreamedDraft) -> StateWork {
        let id = found["streamID"]?.string
        if let id = id.flatMap(StreamedMessageID.init), let user = found["stoppedBy"]?.string {
            return draft.stopping(id, by: UserID(stored: user))
        }
        guard let id, let text = found["text"]?.string else {
            preconditionFailure("a streamed message ends without a text")
        }
        return draft.sending(
            text, StreamedOrigin(id: id, broken: found["broken"]?.string.flatMap(StreamBreak.init)))
    }
}

extension OperationTable {
    @OperationList static var streamedMessages: [OperationDefinition] {
        Operation(
            "conversation.watch",
            "The session looks at up to 3 conversations from now on, and no longer at others: it hears "
                + "`message.appended` there. The reply has the texts so far.",
            roles: .user, needs: .session, parameters: [StreamedOperation.conversationIDs],
            result: [
                Field(
                    "conversations",
                    .list(
                        .object([
                            Field("conversationID", .string, "As it was sent."),
                            Field(
                                "streams",
                                .list(
                                    .object([
                                        Field("streamID", .string), Field("from", .string, "The sender."),
                                        Field("text", .string, "What has come so far."),
                                    ])), "What is being streamed there, the first one first."),
                        ])), "In the order sent.")
            ],
            errors: [.noTarget, .noGroup, .notInGroup, .unavailable], badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let ids = try request(StreamedOperation.conversationIDs)
            return .judged { chat, _ throws(CommandError) in
                let places = try ids.map { id throws(CommandError) in
                    try chat.messages.streamedPlace(id, for: caller.account).place
                }
                return .watch(places, by: caller.account)
            }
        }

        Operation(
            "message.stop",
            "Stops a message that is being streamed: between two the other user can, in a group the author of the message "
                + "that it replies to, the owner and admins.",
            roles: .user, parameters: [SharedParameters.conversationID, StreamedOperation.id],
            errors: [.noTarget, .noGroup, .notInGroup, .noMessage, .noGroupRight, .unavailable],
            badParameter: .messageParameters
        ).user { request, caller throws(Refusal) in
            let conversation = try request(SharedParameters.conversationID)
            let id = try StreamedOperation.id(in: request)
            return .judged { chat, _ throws(CommandError) in
                let (place, leads) = try chat.messages.streamedPlace(conversation, for: caller.account)
                return .stop(id, StreamedStop(place: place, user: caller.user, account: caller.account, leads: leads))
            }
        }
    }

    @OperationList static var streamedMessagesForAdministrators: [OperationDefinition] {
        let offset = Parameter.integer(
            "offset", in: 0...1_048_576, "Where the chunk begins: so many bytes of UTF-8 there are before it.")
        let text = Parameter.string("text", bytes: 1...1_048_576, "The chunk.")
        Operation(
            "admin.message.append",
            "Appends to a message that is being streamed. Text that is there already is a success. With a hole before it, or "
                + "another text, the refusal (gw 1006) has the `length` that there is. 20 a second to a message.",
            roles: .admin, parameters: [StreamedOperation.id, offset, text],
            result: [Field("length", .integer, "So many bytes there are now.")],
            errors: [.noMessage, .conflict, .tooLarge, .rateLimited], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            .streamed(.append(try StreamedOperation.id(in: request), try request(text), at: try request(offset)))
        }

        Operation(
            "admin.message.finish",
            "Sends the message with the text that has come. It is judged again. A repeat gets the same reply for 30 "
                + "seconds.",
            roles: .admin, parameters: [StreamedOperation.id], result: StreamedOperation.sent,
            errors: StreamedOperation.refusals, badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in .streamed(.finish(try StreamedOperation.id(in: request))) }

        Operation(
            "admin.message.abort",
            "Gives a message up: what has come is sent, with `broken`, or nothing, as `onBreak` said.",
            roles: .admin, parameters: [StreamedOperation.id], result: StreamedOperation.sent,
            errors: StreamedOperation.refusals, badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in .streamed(.abort(try StreamedOperation.id(in: request))) }
    }
}

private enum StreamedOperation {
    static let id = Parameter.string("streamID", bytes: 1...32, "The id of the message while it is streamed.")

    /// A text that is no id names no message.
    static func id(in request: Request) throws(Refusal) -> StreamedMessageID {
        guard let id = StreamedMessageID(try request(id)) else { throw Refusal(.noMessage, keys: ["streamID"]) }
        return id
    }

    static let conversationIDs = Parameter<[ConversationID]>(
        "conversationIDs", type: .list(.conversationID, 0...3), "The conversations; none: it looks at none any more."
    ) { value throws(Mismatch) in
        var ids: [ConversationID] = []
        for text in try value.texts(count: 0...3) {
            guard let id = ConversationID(text) else { throw Mismatch("has an element that is not a conversation id") }
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
    /// A message may be refused when it begins, and again when it is sent.
    static let refusals: [ErrorCode] = [
        .noAccount, .noTarget, .noGroup, .noMessage, .notInGroup, .noGroupRight, .blacklisted, .notFriends,
        .receiverNotFriend, .senderNotFriend, .mutedInGroup, .allMutedInGroup, .conflict, .unavailable,
    ]
    static let sent = [
        Field(optional: "streamID", .string, "The id while it is streamed, and afterwards in the message."),
        Field(optional: "msgId", .string, "If it was sent: the message's id, in digits."),
        Field(optional: "conversationID", .string, "Likewise: the conversation."),
        Field(optional: "seq", .integer, "Likewise: the message's number in the conversation."),
        Field(optional: "time", .milliseconds, "Likewise: when it was sent."),
    ]
}

extension MessageView {
    /// A message that was streamed.
    func writeStreamed(to json: inout JSONWriter) {
        json.sent(self)
        if let id = message.life?.streamed?.id { json.field("streamID", id) }
    }
}
