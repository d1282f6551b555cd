import Chat
import ClientProtocol
import Domain
import JSON
import Security
import ServerAPI

/// `admin.message.send`.
enum SendMessageForAdministrator: AdminOperation {
    static let declaration = AdminMessageOperations.send

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let (sender, id) = try request.namedSender()
        try request.requireGroupID()
        switch (try request(AdminMessageOperations.conversationID), try request(AdminMessageOperations.receivers)) {
        case (let target?, nil):
            let draft = try request.draft(to: target, as: request.clientID(by: caller))
            return .change { chat, json throws(CommandError) in json.sent(try chat.messages.send(draft, as: sender)) }
        case (nil, let receivers?):
            // Each receiver takes the place of the sender there.
            let draft = try request.draft(to: .c2c(id), as: request.clientID(by: caller))
            return .changeInPieces(
                Pieces(count: receivers.count, perPiece: perPiece) { chat, range, json throws(CommandError) in
                    json.results(try chat.messages.send(draft, as: sender, to: receivers[range]))
                })
        case (nil, nil):
            throw Refusal(.messageParameters, "conversationID or userIDs is missing", keys: ["conversationID"])
        case (_?, _?):
            throw Refusal(
                .messageParameters, "conversationID and userIDs exclude each other",
                keys: ["conversationID", "userIDs"])
        }
    }
}

/// others need not wait longer than for these.
private let perPiece = 64

extension Request {
    fileprivate func namedSender() throws(Refusal) -> (NamedSender, UserID) {
        let system = context.configuration.systemSender
        guard let text = try self(AdminMessageOperations.sender) else {
            guard let system else {
                throw Refusal(
                    .messageParameters, "from is missing, and there is no system sender (accounts.systemSender)",
                    keys: ["from"])
            }
            return (.system(system), system)
        }
        guard let user = UserID(text) else { throw Refusal(.noAccount, keys: ["from"]) }
        return (user == system ? .system(user) : .user(user), user)
    }

    /// a repeat has the same one.
    fileprivate func clientID(by caller: AdminCaller) throws(Refusal) -> String {
        if let id = try self(AdminMessageOperations.clientID) { return id }
        guard let key else {
            throw Refusal(
                .messageParameters, "clientMsgId is missing, and the request has no key", keys: ["clientMsgId"])
        }
        let digestKey = context.digestKey
        return RequestDigest(
            [caller.name.digest(digestKey), caller.operatorID?.text.digest(digestKey), key.digest(digestKey)], digestKey
        ).text
    }
}

extension JSONWriter {
    fileprivate mutating func results(_ results: [SentToOne]) {
        array { json in
            for one in results {
                json.object { json in
                    json.field("userID", one.user)
                    switch one.result {
                    case .success(let sent):
                        json.field("code", 0)
                        json.field("msgId", String(sent.message.id))
                        json.field("seq", sent.message.seq)
                    case .failure(let refusal): json.field("code", Int64(refusal.code.code))
                    }
                }
            }
        }
    }
}
