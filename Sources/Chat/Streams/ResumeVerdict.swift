import Domain

/// The answer of one stream to a device that comes back.
package enum ResumeVerdict<Item: Sendable>: Sendable {
    /// Everything that was missed, in order; nothing, if nothing was.
    case recovered([Item])
    /// Too much for one reply: the seqs to fetch.
    case gap(ClosedRange<Seq>)
    /// The position is none that can be gone on from. The kept events begin there.
    case reset(from: Seq, why: ResetReason)

    var isRecovered: Bool {
        if case .recovered = self { true } else { false }
    }
}

/// Why a device cannot go on from its position: it tells what of its own store still holds.
package enum ResetReason: String, CaseIterable, Sendable {
    /// Some of what came after the position is not kept so long. All before it is as it was.
    case kept
    /// For the user the stream begins later: the messages were deleted, or the user was out of the group.
    case deleted
    /// The stream has not come so far: the gateway has gone back to an older store.
    case beyond
    /// There is no such stream for the user, or the device named no position.
    case unknown
}

/// The answer to a resume.
package struct Resumption: Sendable {
    package struct Stream<Item: Sendable>: Sendable {
        package let verdict: ResumeVerdict<Item>
        /// Where the stream stands now.
        package let seq: Seq

        /// Whether it says more than that a device at that position has missed nothing.
        package func tells(_ position: Seq?) -> Bool {
            guard case .recovered(let items) = verdict, items.isEmpty else { return true }
            return position != seq
        }
    }

    /// By the device itself, in its request.
    package let named: StreamPositions
    /// of conversations whose look follows from the messages here, how many are unread.
    package let unread: [String: Int64]

    package let user: Stream<StreamEvent>
    package let conversations: [(id: String, stream: Stream<MessageView>)]
    package let groups: [(id: String, stream: Stream<StreamEvent>)]
    /// M-09: of the conversations of which the device has named a place. Their seqs are places.
    package let changes: [(id: String, stream: Stream<ChangeView>)]
    /// F-13: of the channels of which the device has named a place.
    package let channels: [(id: String, stream: Stream<ChannelMessageView>)]
    package let broadcasts: Stream<Broadcast>
}

/// The answer to a login (C-Q16).
package struct Login: Sendable {
    package let account: AccountNumber
    package let revocation: TokenRevocation
    /// A stamp: what has changed later is told when it happens.
    package let told: Stamp
    package let streamSeq: Seq
    package let relations: RelationsSummary
    package let groups: [GroupPosition]
    package let channels: [ChannelPosition]
    /// The last one's.
    package let broadcastSeq: Seq
    package let resumption: Resumption?
    /// The conversations that have changed since the device's positions, in the order of the list; none if that is too much.
    package let changed: [ConversationView]
    /// The device has everything that has changed. Conversations that are new it learns of from the user's stream alone.
    package let isComplete: Bool
    package let total: Int64
    package let subscriptions: [SubscriptionSync]
    /// J-07: the calls that ring.
    package let calls: [CallInvited]
}

/// Enough for a device that keeps these lists to know whether to read them again.
package struct RelationsSummary: Sendable {
    /// Of friends, friend groups and the blacklist.
    package let version: Int64
    /// The version of the list of friend requests, and the number of unread ones.
    package let requestSeq: Seq
    package let unreadRequests: Int64
}

/// The room that is left in the reply to a login.
struct ResumeBudget {
    /// To be read for it, given or not.
    var messages: Int
    var bytes: Int

    /// False, and nothing is taken, if it is too much.
    mutating func take(bytes amount: Int) -> Bool {
        guard amount <= bytes else { return false }
        bytes -= amount
        return true
    }
}
