import Chat
import ClientProtocol
import Domain
import JSON
import Settings

enum ImportMessages {
    static let definition = declaration.admin(handle)

    static let declaration = Operation(
        "admin.message.import",
        "Takes messages along that were sent elsewhere: they keep their senders and times, and of each conversation "
            + "the oldest comes first. They are read, and nobody is told of them. A conversation takes them until the "
            + "first message is sent in it. A message that was taken before is not taken again.",
        roles: .admin,
        parameters: [messages],
        result: [
            Field(
                "results",
                .list(
                    .object([
                        Field("clientMsgId", .string), Field("code", .integer), Field(optional: "msgId", .string),
                        Field(optional: "seq", .integer), Field(optional: "time", .milliseconds),
                        Field(optional: "info", .string, "Why it was not taken."),
                    ])),
                "One for each, in the order sent; `code` 0: taken, now or before; 40003, 404, 605: there is no such "
                    + "sender, user, group; 1006: the conversation has newer messages, or some that were sent here; "
                    + "1010: there is no such upload; "
                    + "1013: too many messages have its time; 1007: its body is too large; 414: it is too old or in "
                    + "the future, or `info` names a member that is not valid.")
        ],
        errors: [.tooLarge, .unavailable], badParameter: .messageParameters)

    /// Each is refused by itself: the others keep their order.
    private struct Entry: Sendable {
        let clientID: String
        let message: Result<ImportedMessage, Refusal>
    }

    private struct Sent: Sendable {
        let clientID: String
        let content: Result<(message: ImportedMessage, body: MessageBody), Refusal>
    }

    private static let time = Parameter<Int>.integer(
        "time", in: 0...9_007_199_254_740_991, "When it was sent, in milliseconds since 1970.")

    /// J-09, M-56: the ends of calls and merged messages, too, as an export has them.
    private static let kind = SendMessage.kind(
        oneOf: MessageKind.sendable + [.call, .merged],
        "As in `message.send`, and 12, the end of a call, and 21, forwarded messages.")

    private static let merged = Parameter<[ImportedCopy]>(
        "merged",
        type: .list(
            .object([
                Field("from", .user), Field("time", .milliseconds), Field("type", .integer),
                Field("body", .openObject), Field(optional: "media", .strings),
            ]), 0...100),
        "Only of type 21: what it holds, with the names of its authors."
    ) { value throws(Mismatch) in
        let copies = value.elements?.compactMap(ImportedCopy.init) ?? []
        guard value.elements != nil, copies.count == value.count, copies.count <= 100 else {
            throw Mismatch("must be a list of up to 100 objects with from, time, type and body, and perhaps media")
        }
        return copies
    }.optional

    private static let members: [any DescribedParameter] = [
        SharedParameters.conversationID, sender, SendMessage.clientID, time, kind, SendMessage.body,
    ]

    private static let messages = Parameter<[Sent]>(
        "messages",
        type: .list(
            .object(
                members.map { Field($0.description.name, $0.description.type) }
                    + [
                        Field(optional: "media", SendMessage.media.description.type),
                        Field(optional: "merged", merged.description.type),
                    ]), 1...mostMessages),
        "The messages. `conversationID` is as the sender `from` names it; `clientMsgId` is the message's id there, "
            + "and no other message of the conversation and its time has it; `time` is in milliseconds since 1970; "
            + "`type` and `body` as in `message.send`; `media` has the uploads to which it refers, also those of its "
            + "elements; one of type 21 has in `merged` what it holds, up to 256 KiB."
    ) { value throws(Mismatch) in
        guard let elements = value.elements else { throw Mismatch("must be a list, not \(value.kind)") }
        guard (1...mostMessages).contains(elements.count) else {
            throw Mismatch("must have 1 to \(mostMessages) elements, not \(elements.count)")
        }
        return elements.map { element in
            let id = element["clientMsgId"]?.string ?? ""
            do throws(Refusal) {
                return Sent(clientID: id, content: .success(try content(of: element)))
            } catch {
                return Sent(clientID: id, content: .failure(error))
            }
        }
    }

    private static let sender = Parameter.user("from", "The sender.")

    private static func content(
        of value: JSONValue
    ) throws(Refusal) -> (message: ImportedMessage, body: MessageBody) {
        func read<Value>(_ parameter: Parameter<Value>) throws(Refusal) -> Value {
            try parameter.read(value, else: .messageParameters)
        }
        let (body, kind) = (try read(SendMessage.body), try read(kind))
        let message = ImportedMessage(
            target: try read(SharedParameters.conversationID), sender: try read(sender),
            clientID: try read(SendMessage.clientID), time: Milliseconds(Int64(try read(time))),
            kind: kind, body: body.json, media: try read(SendMessage.media) ?? [],
            copies: kind == .merged ? try read(merged) ?? [] : [])
        return (message, body)
    }

    private static func obstacle(
        to message: ImportedMessage, _ body: MessageBody, within limits: Configuration.Messages
    ) -> Refusal? {
        guard message.body.utf8.count <= limits.bodyBytes else {
            return Refusal(.tooLarge, "body is longer than \(limits.bodyBytes) bytes", keys: ["body"])
        }
        do throws(Refusal) {
            try body.require(message.kind, within: limits)
            return nil
        } catch {
            return error
        }
    }

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let limits = request.context.configuration.messages
        let entries = try request(messages).map { sent in
            Entry(
                clientID: sent.clientID,
                message: sent.content.flatMap { message, body in
                    obstacle(to: message, body, within: limits).map { .failure($0) } ?? .success(message)
                })
        }
        return .changeInPieces(
            Pieces(count: entries.count, perPiece: perPiece) { chat, range, json throws(CommandError) in
                let piece = entries[range]
                var taken = try chat.messageStore.importMessages(piece.compactMap { try? $0.message.get() })[...]
                json.array { json in
                    for entry in piece {
                        let result = entry.message.flatMap { _ in taken.removeFirst() }
                        json.object { write(result, of: entry.clientID, to: &$0) }
                    }
                }
            })
    }

    private static func write(
        _ result: MessageStore.Taken, of clientID: String, to json: inout JSONWriter
    ) {
        json.field("clientMsgId", clientID)
        switch result {
        case .success(let stored):
            json.field("code", 0)
            json.id(stored.id)
            json.field("seq", stored.seq)
            json.field("time", stored.time)
        case .failure(let refusal):
            json.field("code", Int64(refusal.code.code))
            json.field("info", refusal.message)
        }
    }
}

private let mostMessages = 500

/// Others wait for so many messages at most.
private let perPiece = 64
