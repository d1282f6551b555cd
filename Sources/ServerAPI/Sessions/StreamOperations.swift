import ClientProtocol
import Domain
import JSON

/// `stream.…`: what a device has of its user's streams.
package enum StreamOperations {
    package static let all = [acknowledge, events]

    /// Where a device is in each stream.
    package struct Positions: Sendable {
        package var user: Seq?
        package var conversations: [String: Seq] = [:]
        /// By group id.
        package var groups: [String: Seq] = [:]
        /// The place of the last change, by conversation id.
        package var changes: [String: Seq] = [:]
    }

    private static let seq = ValueType.integer(0...4_294_967_295)

    // MARK: - stream.ack

    package static let userSeq = Parameter.integer(
        "user", in: 0...4_294_967_295, "The last seq of the user's stream."
    ).optional
    package static let conversationSeqs = Parameter<[String: Seq]>(
        "conversations", type: .called("object", .map(seq)), absent: [:],
        "The last seq of each conversation, by its id; up to 100."
    ) { value throws(Mismatch) in try seqs(value) }

    package static let groupSeqs = Parameter<[String: Seq]>(
        "groups", type: .called("object", .map(seq)), absent: [:],
        "The last seq of each group's stream, by the group's id; up to 1000."
    ) { value throws(Mismatch) in try groupSeqs(value) }

    package static let changePlaces = Parameter<[String: Seq]>(
        "changes", type: .called("object", .map(seq)), absent: [:],
        "The place of the last change of a message in each conversation, by its id; up to 100."
    ) { value throws(Mismatch) in try seqs(value) }

    package static let acknowledge = Operation(
        "stream.ack",
        "Stores this device's positions, for a later `session.open` with an empty `resume`. They never go back.",
        roles: .user, needs: .session,
        parameters: [
            userSeq.description, conversationSeqs.description, groupSeqs.description, changePlaces.description,
        ],
        errors: [.unavailable])

    // MARK: - stream.events

    package static let after = Parameter.integer("after", in: 0...4_294_967_295, "The last seq that the client has.")
    package static let limit = Parameter.integer("limit", in: 1...100, standard: 100, "At most this many events.")

    package static let events = Operation(
        "stream.events", "Reads the user's stream after a position, to fill a gap that `session.open` left.",
        roles: .user,
        parameters: [after.description, limit.description],
        result: [
            Field(
                "events", .list(Shared.streamed),
                "In their order, each as it is now. Events of a conversation that is no longer in the list are "
                    + "left out."),
            Field("seq", .integer, "Send it as `after` for the next page."),
            Field("isFinished", .boolean, "Whether this was the last page."),
        ], errors: [.resyncRequired, .unavailable])

    // MARK: - session.open's resume

    package static let resume = Parameter<Positions?>(
        "resume",
        type: .object([
            Field(optional: "user", seq), Field(optional: "conversations", .map(seq)),
            Field(optional: "groups", .map(seq)), Field(optional: "changes", .map(seq)),
        ]), absent: .some(nil),
        "The device's positions: the last seq of the user's stream, of each conversation by its id, of each "
            + "group's stream by the group's id, and the place of the last change in each conversation. Missing ones are taken from `stream.ack`. Without `resume` "
            + "nothing is replayed."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { throw Mismatch("must be an object, not \(value.kind)") }
        var positions = Positions()
        if let user = value["user"], !user.isNull {
            guard let seq = user.uint64, seq <= 4_294_967_295 else { throw Mismatch("has a user that is not a seq") }
            positions.user = Seq(seq)
        }
        if let conversations = value["conversations"], !conversations.isNull {
            positions.conversations = try seqs(conversations)
        }
        if let groups = value["groups"], !groups.isNull { positions.groups = try groupSeqs(groups) }
        if let changes = value["changes"], !changes.isNull { positions.changes = try seqs(changes) }
        return positions
    }

    private static func groupSeqs(_ value: JSONValue) throws(Mismatch) -> [String: Seq] {
        guard let members = value.members else { throw Mismatch("must be an object of seqs by group id") }
        guard value.count <= 1_000 else { throw Mismatch("names \(value.count) groups, more than 1000") }
        var seqs: [String: Seq] = [:]
        for (key, value) in members {
            guard let seq = value.uint64, seq <= 4_294_967_295 else { throw Mismatch("has a value that is not a seq") }
            seqs[key.keyText] = Seq(seq)
        }
        return seqs
    }

    private static func seqs(_ value: JSONValue) throws(Mismatch) -> [String: Seq] {
        guard let members = value.members else { throw Mismatch("must be an object of seqs by conversation id") }
        guard value.count <= 100 else { throw Mismatch("names \(value.count) conversations, more than 100") }
        var seqs: [String: Seq] = [:]
        for (key, value) in members {
            guard let seq = value.uint64, seq <= 4_294_967_295 else { throw Mismatch("has a value that is not a seq") }
            guard ConversationID(key.keyText) != nil else {
                throw Mismatch("names \(key.keyText), which is not a conversation id")
            }
            seqs[key.keyText] = Seq(seq)
        }
        return seqs
    }
}
