import Chat
import ClientProtocol
import Domain
import JSON
import Security
import ServerAPI
import Settings

/// `message.send`.
enum SendMessage: UserOperation {
    static let declaration = MessageOperations.send

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        var draft = try request.draft()
        if request.isReplaced {
            draft.settings.insert(.replaced)
            draft.digest = try request.asSent.draft().digest
        }
        let send: StateWork = { [draft] chat, json throws(CommandError) in
            json.sent(try chat.messages.send(draft, from: caller.account))
        }
        let findSent: FormerReply = { [draft] chat, json throws(CommandError) in
            guard let digest = draft.digest, let sent = try chat.messages.former(draft, digest, from: caller.account)
            else { return false }
            json.sent(sent)
            return true
        }
        return .change(send, former: findSent)
    }
}

extension JSONWriter {
    /// H-04: the sender shows what a hook has made of the message.
    mutating func sent(_ sent: MessageView) {
        id(sent.message.id)
        field("conversationID", sent.conversation)
        field("seq", sent.message.seq)
        field("time", sent.message.time)
        if sent.isReplaced { object("message") { $0.message(sent) } }
    }
}

extension Request {
    fileprivate func draft() throws(Refusal) -> Draft {
        try requireGroupID()
        return try draft(to: self(MessageOperations.conversationID), as: self(MessageOperations.clientID))
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
