import ClientProtocol
import Domain
import Storage

/// The messages that a reader of a channel has missed, read from the store alone, on any reader's queue.
package struct ChannelMissed: Sendable {
    private let id: ChannelID
    private let claim: ChannelClaim
    /// Nil: the reader begins with what comes from now on.
    private let after: Seq?
    private let budget: ResumeBudget
    /// The stamp before which messages are no longer given out.
    private let cutoff: Stamp

    package init(
        of id: ChannelID, _ claim: ChannelClaim, after: Seq?, messages: Int, bytes: Int, since cutoff: Stamp
    ) {
        self.id = id
        self.claim = claim
        self.after = after
        self.cutoff = cutoff
        budget = ResumeBudget(messages: messages, bytes: bytes)
    }

    /// The channel must still be the one that the reader was let into.
    package func stream(
        of number: ChannelNumber, in store: any Transaction
    ) throws(CommandError) -> Resumption.Stream<ChannelMessageView> {
        let channel = try ChannelQueries.visible(id, to: claim, in: store)
        guard channel.number == number else { throw .refused(.noChannel, keys: ["channelID"]) }
        let position = ChannelPosition(
            number: number, id: id, seq: try stored(ChannelQueries.lastSeq(of: channel, in: store)))
        guard let after else { return .init(verdict: .recovered([]), seq: position.seq) }
        var budget = budget
        return try stored(position.missed(after: after, since: cutoff, within: &budget, in: store))
    }
}

extension ChannelPosition {
    private static let following = StoredChannelMessage.Column.select(
        "WHERE id > $1 AND id <= $2 AND stamp >= $3 ORDER BY id LIMIT $4")

    /// F-13: the verdict for a reader who has everything up to `position`.
    func missed(
        after position: Seq, since cutoff: Stamp, within budget: inout ResumeBudget, in store: any Transaction
    ) throws(StoreError) -> Resumption.Stream<ChannelMessageView> {
        if position == seq { return .init(verdict: .recovered([]), seq: seq) }
        // No more is read than fits. One in any case: whether the position can be gone on from is to be known.
        let limit = max(budget.messages, 1)
        guard let found = try messages(after: position, since: cutoff, limit: limit, in: store) else {
            let first = try firstSeq(since: cutoff, in: store) ?? seq + 1
            return .init(verdict: .reset(from: first, why: position > seq ? .beyond : .kept), seq: seq)
        }
        let fits = !found.isMore && found.messages.count <= budget.messages
        budget.messages -= min(found.messages.count, budget.messages)
        let views = try ChannelMessageView.views(of: found.messages, in: id, store)
        guard fits, budget.take(bytes: views.reduce(0) { $0 + $1.weight }) else {
            return .init(verdict: .gap(position + 1...seq), seq: seq)
        }
        return .init(verdict: .recovered(views), seq: seq)
    }

    /// The messages behind a position; nil if some of them are no longer kept, or the position is none.
    private func messages(
        after position: Seq, since cutoff: Stamp, limit: Int, in store: any Transaction
    ) throws(StoreError) -> (messages: [StoredChannelMessage], isMore: Bool)? {
        guard position <= seq else { return nil }
        var messages: [StoredChannelMessage] = []
        try store.query(
            Self.following,
            [
                .integer(PairKey.key(number, position)), .integer(PairKey.bounds(number).through), .integer(cutoff),
                .integer(Int64(limit)),
            ]
        ) { row throws(StoreError) in messages.append(try StoredChannelMessage(row)) }
        let seen = messages.last?.seq ?? position
        // No seq is missing between the position and the last one.
        guard seen.count(after: position) == Int64(messages.count), seen == seq || messages.count == limit else {
            return nil
        }
        return (messages, seen < seq)
    }

    /// The first that is given out; nil: there is none.
    private func firstSeq(since cutoff: Stamp, in store: any Transaction) throws(StoreError) -> Seq? {
        let bounds = PairKey.bounds(number)
        var first: Seq?
        try store.query(
            "SELECT id FROM channel_message WHERE id > $1 AND id <= $2 AND stamp >= $3 ORDER BY id LIMIT 1",
            [.integer(bounds.after), .integer(bounds.through), .integer(cutoff)]
        ) { row in first = row.seq(inKey: 0) }
        return first
    }
}
