import Chat
import ClientProtocol
import Domain
import JSON
import Security

/// Backends tell everybody something.
extension OperationTable {
    @OperationList static var broadcasts: [OperationDefinition] {
        let after = Parameter.integer(
            "after", in: 0...4_294_967_295, standard: 0, "The last seq that the client has; 0: none.")
        Operation(
            "broadcast.list",
            "Lists the broadcasts that devices which come are given, after a position, the oldest first: to fill a gap "
                + "that `session.open` left, or for a device that keeps no positions.",
            roles: .user, parameters: [after, BroadcastParameters.limit],
            result: [
                Field("broadcasts", .list(Broadcast.type), "The broadcasts."),
                Field("seq", .integer, "The seq of the last broadcast of all."),
                Field("isFinished", .boolean, "Whether there are no more."),
            ], errors: [.unavailable]
        ).user { request, caller throws(Refusal) in
            let (after, limit) = (Seq(try request(after)), try request(BroadcastParameters.limit))
            let (selection, bytes) = (request.context.configuration.broadcastsInForce, request.context.pageBytes)
            return .read { transaction, json throws(CommandError) in
                let page = try stored(
                    BroadcastQueries.page(
                        selection, after: after, for: caller.account, limit: limit, bytes: bytes, in: transaction))
                page.broadcasts.write(to: &json)
                json.field("seq", try stored(BroadcastQueries.lastSeq(in: transaction)))
                json.field("isFinished", page.isFinished)
            }
        }

        let clientID = Parameter.string(
            "clientMsgId", bytes: 1...64, "The backend's own id for it, such as a UUID. No other broadcast has it.")
        Operation(
            "admin.broadcast",
            "Tells all users something, or all who are online: `broadcast.new`. When the reply comes, it is on the "
                + "disk, and sessions are being told; a repeated request gets the same reply.",
            roles: .admin,
            parameters: [clientID, SendMessage.singleKind, SendMessage.body, audience, expireSeconds],
            result: [
                Field("seq", .integer, "The broadcast's number."),
                Field("time", .milliseconds, "When the gateway accepted it."),
            ],
            errors: [.conflict, .tooLarge, .rateLimited, .unavailable], badParameter: .messageParameters
        ).admin { request, _ throws(Refusal) in
            let kind = try request(SendMessage.singleKind)
            let draft = BroadcastDraft(
                try request(clientID), kind, body: try request.body(of: kind), to: try request(audience),
                expireSeconds: try request(expireSeconds), digest: try request.broadcastDigest())
            return .change { chat, json throws(CommandError) in
                let broadcast = try chat.broadcasts.send(draft)
                json.field("seq", broadcast.seq)
                json.field("time", broadcast.time)
            }
        }

        Operation(
            "admin.broadcast.stop",
            "Stops a broadcast: sessions that have not been told are not, and devices that come later do not get it. "
                + "Who has it keeps it.",
            roles: .admin, parameters: [BroadcastParameters.seq], errors: [.noMessage, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let seq = Seq(try request(BroadcastParameters.seq))
            return .change { chat, _ throws(CommandError) in try chat.broadcasts.stop(seq) }
        }

        Operation(
            "admin.broadcast.status",
            "Tells how far a broadcast has come. Of a cluster, the node that is asked tells of its own sessions.",
            roles: .admin, parameters: [BroadcastParameters.seq], result: BroadcastParameters.fields,
            errors: [.noMessage, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let seq = Seq(try request(BroadcastParameters.seq))
            let (progress, now) = (request.context.broadcasts, request.context.configuration.now.time)
            return .read { transaction, json throws(CommandError) in
                guard let broadcast = try stored(BroadcastQueries.broadcast(seq, in: transaction)) else {
                    throw .refused(.noMessage, keys: ["seq"])
                }
                broadcast.writeWhole(progress, at: now, to: &json)
            }
        }

        let cursor = Parameter.integer(
            "cursor", in: 0...4_294_967_295, standard: 0, "The value from the last page; 0: from the newest on.")
        Operation(
            "admin.broadcast.list",
            "Lists the broadcasts that are kept, the newest first, as `admin.broadcast.status` shows them.",
            roles: .admin, parameters: [cursor, BroadcastParameters.limit],
            result: [
                Field("broadcasts", .list(.object(BroadcastParameters.fields)), "The broadcasts."),
                Field("cursor", .integer, "Send it for the next page; 0 at the end."),
            ], errors: [.unavailable]
        ).admin { request, _ throws(Refusal) in
            let (before, limit) = (Seq(try request(cursor)), try request(BroadcastParameters.limit))
            let (progress, now) = (request.context.broadcasts, request.context.configuration.now.time)
            let bytes = request.context.pageBytes
            return .read { transaction, json throws(CommandError) in
                let page = try stored(BroadcastQueries.all(before: before, limit: limit, bytes: bytes, in: transaction))
                json.array("broadcasts") { json in
                    for broadcast in page.broadcasts {
                        json.object { broadcast.writeWhole(progress, at: now, to: &$0) }
                    }
                }
                json.field("cursor", page.isFinished ? 0 : page.broadcasts.last?.seq ?? 0)
            }
        }
    }
}

/// `admin.broadcast…`: what backends tell everybody.
private enum BroadcastParameters {
    static let seq = Parameter.integer("seq", in: 1...4_294_967_295, "The broadcast's number.")
    static let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many broadcasts.")

    /// The members of a broadcast that a backend sees.
    static let fields =
        Broadcast.fields + [
            Field("clientMsgId", .string, "The backend's own id for it."),
            Field("to", .words(BroadcastAudience.allCases.map { "\($0.word)" }), "Whom it is for."),
            Field(
                "state", .words(BroadcastStanding.allCases.map(\.rawValue)),
                "`telling`: sessions are being told; `told`: all have been; `stopped`; `expired`; `past`: it came "
                    + "before this node began to run, and what it did then is not known."),
            Field(optional: "told", .integer, "How many sessions of this node have been told. Absent with `past`."),
            Field(
                optional: "of", .integer,
                "How many sessions this node had when it came. Those that ended before their turn were not told."),
        ]
}

/// The progress of a broadcast at this node.
enum BroadcastStanding: String, CaseIterable {
    case telling, told, stopped, expired, past

    init(of broadcast: Broadcast, _ count: BroadcastProgress.Count?, at now: Milliseconds) {
        self =
            switch (broadcast.state, count) {
            case (.stopped, _): .stopped
            case (.sent, let count?) where count.isTelling: .telling
            case (.sent, _) where broadcast.place.isExpired(at: now): .expired
            case (.sent, _?): .told
            case (.sent, nil): .past
            }
    }
}

extension Broadcast {
    /// `BroadcastParameters.fields`.
    func writeWhole(_ progress: BroadcastProgress, at now: Milliseconds, to json: inout JSONWriter) {
        write(to: &json)
        writeForBackends(to: &json)
        let count = progress.count(of: seq)
        json.field("state", BroadcastStanding(of: self, count, at: now).rawValue)
        if let count {
            json.field("told", count.told)
            json.field("of", count.of)
        }
    }
}

private let audience = Parameter<BroadcastAudience>(
    "to", type: .words(BroadcastAudience.allCases.map { "\($0.word)" }), absent: .all,
    "`all` (default): devices that are away get it when they come; `online`: only the sessions that are open now."
) { value throws(Mismatch) in
    guard let audience = BroadcastAudience.allCases.first(where: { value.isString($0.word) }) else {
        throw Mismatch("must be all or online")
    }
    return audience
}

private let expireSeconds = Parameter.integer(
    "expireSeconds", in: 1...31_536_000, "After so many seconds nobody is told any more."
).optional

extension Request {
    /// A repeat has the same digest.
    fileprivate func broadcastDigest() throws(Refusal) -> RequestDigest {
        RequestDigest(
            [
                ContentDigest(try self(SendMessage.singleKind).rawValue), data?["body"]?.digest(context.digestKey),
                ContentDigest(try self(audience).rawValue),
                try self(expireSeconds).map { ContentDigest(Int64($0)) },
            ], context.digestKey)
    }
}
