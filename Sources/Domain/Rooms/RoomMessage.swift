/// The order in which a tick takes a room's messages (L-13).
package enum RoomPriority: Int, CaseIterable, Sendable {
    case high, normal, low

    package var word: StaticString {
        switch self {
        case .high: "high"
        case .normal: "normal"
        case .low: "low"
        }
    }
}

/// A message that a participant or a backend wants told in a room.
package struct RoomDraft: Sendable {
    package let sender: AccountNumber
    /// The sender as clients see it.
    package let from: String
    package let clientID: String
    package let kind: MessageKind
    /// JSON.
    package let body: String
    package let priority: RoomPriority
    /// L-29: a hook has made it, so the reply shows it to its sender.
    package let isReplaced: Bool

    package init(
        from: String, _ sender: AccountNumber, clientID: String, _ kind: MessageKind, body: String,
        _ priority: RoomPriority, isReplaced: Bool = false
    ) {
        self.sender = sender
        self.from = from
        self.clientID = clientID
        self.kind = kind
        self.body = body
        self.priority = priority
        self.isReplaced = isReplaced
    }

    /// In a frame, about.
    package var bytes: Int { body.utf8.count + from.utf8.count + clientID.utf8.count + 128 }
}

/// A message that was drawn. It is in memory alone, for as long as its room keeps it.
package struct RoomMessage: Sendable {
    package let room: RoomNumber
    package let epoch: RoomEpoch
    package let seq: Seq
    package let time: Milliseconds
    package let draft: RoomDraft
    /// L-21: only that there was a message is still told.
    package let isRecalled: Bool

    /// No other message of any room has it.
    package var id: String { "\(room)-\(epoch)-\(seq)" }

    package init(
        _ draft: RoomDraft, room: RoomNumber, epoch: RoomEpoch, seq: Seq, at time: Milliseconds,
        isRecalled: Bool = false
    ) {
        self.draft = draft
        self.room = room
        self.epoch = epoch
        self.seq = seq
        self.time = time
        self.isRecalled = isRecalled
    }

    var recalled: RoomMessage {
        let blank = RoomDraft(
            from: draft.from, draft.sender, clientID: draft.clientID, draft.kind, body: "{}", draft.priority,
            isReplaced: draft.isReplaced)
        return RoomMessage(blank, room: room, epoch: epoch, seq: seq, at: time, isRecalled: true)
    }
}
