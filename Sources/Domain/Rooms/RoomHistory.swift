/// The last messages of a room in one epoch, at its home and at each node that hears its frames.
package struct RoomHistory: Sendable {
    package let epoch: RoomEpoch
    package private(set) var seq: Seq
    /// The newest last. Some more than the room keeps.
    package private(set) var kept: [RoomMessage]
    private let limit: Int

    /// `kept` ends with the message `seq`, if there is any.
    package init(epoch: RoomEpoch, limit: Int, seq: Seq = 0, kept: [RoomMessage] = []) {
        self.epoch = epoch
        self.limit = limit
        self.seq = seq
        self.kept = kept
    }

    package mutating func add(_ message: RoomMessage) {
        seq = message.seq
        // Twice as many before any goes, so that not every message moves all of them.
        if kept.count >= 2 * max(limit, 1) { kept.removeFirst(kept.count - limit) }
        kept.append(message)
    }

    /// L-03: as many as the room keeps.
    package var lastMessages: ArraySlice<RoomMessage> { kept.suffix(limit) }

    /// L-06: what has come since; nil: not all of it is kept, or it was in another epoch.
    package func missed(since epoch: RoomEpoch, _ seq: Seq) -> ArraySlice<RoomMessage>? {
        guard epoch == self.epoch, (0...self.seq).contains(seq) else { return nil }
        let missed = lastMessages.drop { $0.seq <= seq }
        return self.seq.count(after: seq) == missed.count ? missed : nil
    }

    package func message(_ id: String) -> RoomMessage? { lastMessages.first { $0.id == id } }

    package func has(from user: String) -> Bool { kept.contains { $0.draft.from == user && !$0.isRecalled } }

    /// L-21: one message goes.
    package mutating func recall(_ seq: Seq) { blank { $0.seq == seq } }

    /// L-20, L-37: all that the user has said goes, also what a backend has said in its name.
    package mutating func clear(_ user: String) { blank { $0.draft.from == user } }

    private mutating func blank(_ isBlanked: (RoomMessage) -> Bool) {
        for index in kept.indices where isBlanked(kept[index]) { kept[index] = kept[index].recalled }
    }
}
