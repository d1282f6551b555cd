import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// A device's positions in the streams of its user.
extension OperationTable {
    @OperationList static var streams: [OperationDefinition] {
        let userSeq = Parameter.integer("user", in: 0...4_294_967_295, "The last seq of the user's stream.").optional
        let conversationSeqs = Parameter<[String: Seq]>(
            "conversations", type: .called("object", .map(StreamParameters.seq)), absent: [:],
            "The last seq of each conversation, by its id; up to 100."
        ) { value throws(Mismatch) in try StreamParameters.seqs(value) }
        let groupSeqs = Parameter<[String: Seq]>(
            "groups", type: .called("object", .map(StreamParameters.seq)), absent: [:],
            "The last seq of each group's stream, by the group's id; up to 1000."
        ) { value throws(Mismatch) in try StreamParameters.groupSeqs(value) }
        let changePlaces = Parameter<[String: Seq]>(
            "changes", type: .called("object", .map(StreamParameters.seq)), absent: [:],
            "The place of the last change of a message in each conversation, by its id; up to 100."
        ) { value throws(Mismatch) in try StreamParameters.seqs(value) }
        let channelSeqs = Parameter<[String: Seq]>(
            "channels", type: .called("object", .map(StreamParameters.seq)), absent: [:],
            "The last seq of each channel, by its id; up to 1000."
        ) { value throws(Mismatch) in try StreamParameters.channelSeqs(value) }
        let broadcastSeq = Parameter.integer(
            "broadcasts", in: 0...4_294_967_295, "The seq of the last broadcast."
        ).optional
        Operation(
            "stream.ack",
            "Stores this device's positions, for a later `session.open` with an empty `resume`. They never go back.",
            roles: .user, needs: .session,
            parameters: [userSeq, conversationSeqs, groupSeqs, changePlaces, channelSeqs, broadcastSeq],
            errors: [.unavailable]
        ).user { request, caller throws(Refusal) in
            let positions = StreamPositions(
                user: try request(userSeq).map { Seq($0) },
                conversations: try request(conversationSeqs),
                groups: try request(groupSeqs), changes: try request(changePlaces), channels: try request(channelSeqs),
                broadcasts: try request(broadcastSeq).map { Seq($0) })
            return .change { chat, _ throws(CommandError) in
                try chat.devices.acknowledge(positions, device: caller.device, of: caller.account)
            }
        }

        let after = Parameter.integer("after", in: 0...4_294_967_295, "The last seq that the client has.")
        let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many events.")
        Operation(
            "stream.events", "Reads the user's stream after a position, to fill a gap that `session.open` left.",
            roles: .user,
            parameters: [after, limit],
            result: [
                Field(
                    "events", .list(SharedParameters.streamed),
                    "In their order, each as it is now. Events of a conversation that is no longer in the list are "
                        + "left out."),
                Field("seq", .integer, "Send it as `after` for the next page."),
                Field("isFinished", .boolean, "Whether this was the last page."),
            ], errors: [.resyncRequired, .unavailable]
        ).user { request, caller throws(Refusal) in
            let after = Seq(try request(after))
            let limit = try request(limit)
            let bytes = request.context.pageBytes
            return .ask { chat, json throws(CommandError) in
                let page = try chat.devices.events(
                    of: caller.account, on: caller.device, after: after, limit: limit, bytes: bytes)
                json.events(page.events)
                json.field("seq", page.seq)
                json.field("isFinished", page.isFinished)
            }
        }
    }
}

/// `stream.…`: what a device has of its user's streams.
enum StreamParameters {
    static let seq = ValueType.integer(0...4_294_967_295)

    static func groupSeqs(_ value: JSONValue) throws(Mismatch) -> [String: Seq] { try seqs(value, by: "group") }

    static func channelSeqs(_ value: JSONValue) throws(Mismatch) -> [String: Seq] { try seqs(value, by: "channel") }

    private static func seqs(_ value: JSONValue, by thing: StaticString) throws(Mismatch) -> [String: Seq] {
        guard let members = value.members else { throw Mismatch("must be an object of seqs by \(thing) id") }
        guard value.count <= 1_000 else { throw Mismatch("names \(value.count) \(thing)s, more than 1000") }
        var seqs: [String: Seq] = [:]
        for (key, value) in members {
            guard let seq = value.uint64, seq <= 4_294_967_295 else { throw Mismatch("has a value that is not a seq") }
            seqs[key.keyText] = Seq(seq)
        }
        return seqs
    }

    static func seqs(_ value: JSONValue) throws(Mismatch) -> [String: Seq] {
        guard let members = value.members else { throw Mismatch("must be an object of seqs by conversation id") }
        guard value.count <= 100 else { throw Mismatch("names \(value.count) conversations, more than 100") }
        var seqs: [String: Seq] = [:]
        for (key, value) in members {
            guard let seq = value.uint64, seq <= 4_294_967_295 else { throw Mismatch("has a value that is not a seq") }
            // A device has it from the gateway, so it is an id.
            guard let id = ConversationID(key.keyText), !id.isNobodys else {
                throw Mismatch("names \(key.keyText), which is not a conversation id")
            }
            seqs[key.keyText] = Seq(seq)
        }
        return seqs
    }
}
