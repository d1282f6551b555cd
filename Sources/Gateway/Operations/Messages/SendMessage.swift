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
        let draft = try request.draft(to: request.target(), as: request(MessageOperations.clientID))
        return .change { chat, json throws(CommandError) in
            let sent = try chat.messages.send(draft, from: caller.account)
            json.sent(sent)
        }
    }
}

extension JSONWriter {
    mutating func sent(_ sent: MessageView) {
        id(sent.message.id)
        field("conversationID", sent.conversation)
        field("seq", sent.message.seq)
        field("time", sent.message.time)
    }
}

extension Request {
    fileprivate func target() throws(Refusal) -> ConversationID {
        try requireGroupID()
        return try self(MessageOperations.conversationID)
    }

    /// G-Q21.
    func requireGroupID() throws(Refusal) {
        if data?["conversationID"]?.isString("group_") == true {
            throw Refusal(.emptyGroupID, keys: ["conversationID"])
        }
    }

    func draft(to target: ConversationID, as clientID: String) throws(Refusal) -> Draft {
        let kind = try self(MessageOperations.kind)
        let limits = context.configuration.messages
        var draft = Draft(
            target: target, clientID: clientID, kind: kind,
            settings: try MessageOperations.settings(in: data), body: try body(of: kind, within: limits),
            pushText: try self(MessageOperations.pushText).flatMap { $0.isEmpty ? nil : $0 },
            mentions: try mentions(in: target), memberOption: try self(MessageOperations.memberOption),
            pushPayload: try self(MessageOperations.pushPayload))
        let key = context.digestKey
        draft.bodyDigest = data?["body"]?.digest(key)
        draft.digest = draft.bodyDigest.map { draft.digest(ofBody: $0, key) }
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
