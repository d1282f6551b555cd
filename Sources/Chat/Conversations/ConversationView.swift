import Domain

/// A message as one member sees it.
package struct MessageView: Sendable {
    package let message: StoredMessage
    package let conversation: ConversationID
    package let from: UserID
    package var sessionType = SessionType.p2p
    /// M-25: the user's own reactions; nil: it is not said which are.
    package var mine: [String]?

    /// The reply to its sender has it: the sender sent something else, does not know that it counts nowhere (M-54), or sends again
    /// what has changed since (M-13).
    package var isInReply: Bool {
        message.settings.contains(.replaced) || message.isTargeted || message.change > 0 || message.isExpired
    }

    /// For somebody who can read it no more.
    var gone: MessageView {
        MessageView(
            message: message.expired(at: message.change, 0), conversation: conversation, from: from,
            sessionType: sessionType)
    }

    /// The bytes that it takes in a message, about.
    var weight: Int { message.weight + conversation.bytes + from.text.utf8.count }
}

/// A conversation as one member sees it, whole (C-26).
package struct ConversationView: Sendable {
    package let id: ConversationID
    package let showName: String
    package let faceURL: String
    package let unreadCount: Int64
    package let option: ReceiveOption
    package let isPinned: Bool
    package let isMarkedUnread: Bool
    package let last: MessageView?
    /// The last message's, seen or not.
    package let seq: Seq
    package let readSeq: Seq
    /// M-08: the place of the last change of a message.
    package let change: Seq
    /// T-Q28: up to when the other has read, in milliseconds; 0: nothing yet.
    package var peerReadTime: Milliseconds = 0
    /// D-01: up to where messages have come to a device of the other; 0: nothing is known.
    package var peerDeliveredSeq: Seq = 0
    /// nil between two users, and of a group that is no more.
    package var groupKind: GroupKind?
    /// The mentions of the user that are unread (C-Q12).
    package var mentions: [AtInfo] = []
    /// D-06, D-08: what the user keeps about it.
    package var note: ConversationNote?

    /// The bytes that it takes in a message, about.
    var weight: Int {
        384 + 2 * id.bytes + showName.utf8.count + faceURL.utf8.count + (last?.weight ?? 0) + mentions.count * 32
            + (note?.weight ?? 0)
    }
}

/// Where a conversation stands in its user's list (C-Q04): pinned ones first, then the newest.
struct ListPosition: Comparable {
    let isPinned: Bool
    let stamp: Stamp

    static func < (one: ListPosition, other: ListPosition) -> Bool {
        one.isPinned != other.isPinned ? one.isPinned : one.stamp > other.stamp
    }

    /// For clients: opaque, above 0 and below 2⁵³ (C-Q02). Stamps reach that in the year 2112.
    var cursor: Int64 { stamp.rawValue << 1 | (isPinned ? 1 : 0) }

    init(isPinned: Bool, stamp: Stamp) {
        self.isPinned = isPinned
        self.stamp = stamp
    }

    /// Nil if no gateway has ever given such a cursor.
    init?(cursor: Int64, now milliseconds: Milliseconds) {
        stamp = Stamp(cursor >> 1)
        isPinned = cursor & 1 == 1
        guard stamp.isPossible(now: milliseconds) else { return nil }
    }
}
