import Chat
import ClientProtocol
import Domain
import JSON
import Security
import ServerAPI
import Settings

/// `message.send`.
enum SendMessage {
    static let entry: (Operation, Handler) = (MessageOperations.send, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let draft = try request.draft()
        return .change { chat, json throws(CommandError) in
            let sent = try chat.messages.send(draft, from: caller.account)
            json.id(sent.message.id)
            json.field("conversationID", sent.conversation)
            json.field("seq", sent.message.seq)
            json.field("time", sent.message.time)
        }
    }
}

extension Request {
    fileprivate func draft() throws(Refusal) -> Draft {
        let kind = try self(MessageOperations.kind)
        let limits = context.configuration.messages
        // G-Q21.
        if data?["conversationID"]?.isString("group_") == true {
            throw Refusal(.emptyGroupID, keys: ["conversationID"])
        }
        let target = try self(MessageOperations.conversationID)
        var draft = Draft(
            target: target, clientID: try self(MessageOperations.clientID),
            kind: kind,
            settings: try MessageOperations.settings(in: data), body: try body(of: kind, within: limits),
            pushText: try self(MessageOperations.pushText).flatMap { $0.isEmpty ? nil : $0 },
            mentions: try mentions(in: target), memberOption: try self(MessageOperations.memberOption),
            pushPayload: try self(MessageOperations.pushPayload))
        let key = context.digestKey
        draft.digest = data?["body"].map { draft.digest(ofBody: $0.digest(key), key) }
        return draft
    }

    /// C-Q12: between two there is nobody to name.
    private func mentions(in target: ConversationID) throws(Refusal) -> [String]? {
        guard let names = try self(MessageOperations.mentions), !names.isEmpty else { return nil }
        if case .c2c = target {
            throw Refusal(.messageParameters, "only messages in groups can mention users", keys: ["atUserList"])
        }
        return names
    }

    /// T-Q14, T-Q32.
    private func body(of kind: MessageKind, within limits: Configuration.Messages) throws(Refusal) -> String {
        let body = try self(MessageOperations.body)
        guard body.json.utf8.count <= limits.bodyBytes else {
            throw Refusal(.tooLarge, "body is longer than \(limits.bodyBytes) bytes", keys: ["body"])
        }
        guard kind == .text else { return body.json }
        guard let characters = body.textCharacters, characters > 0 else {
            throw Refusal(.messageParameters, "body must have a text, a string that is not empty", keys: ["body"])
        }
        guard characters <= limits.textCharacters else {
            throw Refusal(
                .messageParameters, "body has a text longer than \(limits.textCharacters) characters", keys: ["body"])
        }
        return body.json
    }
}
