import Chat
import ClientProtocol
import Domain
import JSON
import Security

/// `admin.broadcast`.
enum SendBroadcast: AdminOperation {
    static let declaration = Operation(
        "admin.broadcast",
        "Tells all users something, or all who are online: `broadcast.new`. When the reply comes, it is on the disk, and "
            + "sessions are being told; a repeated request gets the same reply.",
        roles: .admin,
        parameters: [
            clientID.description, SendMessage.kind.description, SendMessage.body.description, audience.description,
            expireSeconds.description,
        ],
        result: [
            Field("seq", .integer, "The broadcast's number."),
            Field("time", .milliseconds, "When the gateway accepted it."),
        ],
        errors: [.conflict, .tooLarge, .rateLimited, .unavailable], badParameter: .messageParameters)

    private static let clientID = Parameter.string(
        "clientMsgId", bytes: 1...64, "The backend's own id for it, such as a UUID. No other broadcast has it.")
    fileprivate static let audience = Parameter<BroadcastAudience>(
        "to", type: .words(BroadcastAudience.allCases.map { "\($0.word)" }), absent: .all,
        "`all` (default): devices that are away get it when they come; `online`: only the sessions that are open now."
    ) { value throws(Mismatch) in
        guard let audience = BroadcastAudience.allCases.first(where: { value.isString($0.word) }) else {
            throw Mismatch("must be all or online")
        }
        return audience
    }
    fileprivate static let expireSeconds = Parameter.integer(
        "expireSeconds", in: 1...31_536_000, "After so many seconds nobody is told any more."
    ).optional

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let kind = try request(SendMessage.kind)
        let draft = BroadcastDraft(
            try request(clientID), kind, body: try request.body(of: kind), to: try request(audience),
            expireSeconds: try request(expireSeconds), digest: try request.broadcastDigest())
        return .change { chat, json throws(CommandError) in
            let broadcast = try chat.broadcasts.send(draft)
            json.field("seq", broadcast.seq)
            json.field("time", broadcast.time)
        }
    }
}

extension Request {
    /// What a repeat is compared with.
    fileprivate func broadcastDigest() throws(Refusal) -> RequestDigest {
        RequestDigest(
            [
                ContentDigest(try self(SendMessage.kind).rawValue), data?["body"]?.digest(context.digestKey),
                ContentDigest(try self(SendBroadcast.audience).rawValue),
                try self(SendBroadcast.expireSeconds).map { ContentDigest(Int64($0)) },
            ], context.digestKey)
    }
}
