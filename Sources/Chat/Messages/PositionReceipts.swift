import ClientProtocol
import Domain
import Storage

/// Tells who has read an account's messages in a group whose receipts go by the positions of its members (D-02). Nothing is stored
/// for it.
struct PositionReceipts {
    let sender: AccountNumber
    let group: Group
    let work: UnitOfWork

    /// Those of these messages that the account has sent to ask for receipts, in their order.
    func asking(_ messages: [MessageNumber]) throws(CommandError) -> [(id: MessageNumber, seq: Seq)] {
        var found: [(id: MessageNumber, seq: Seq)] = []
        for message in Set(messages) where message.stamp >= work.messageCutoff {
            try work.query(
                "SELECT seq, settings FROM message WHERE id = $1 AND conversation = $2 AND sender = $3",
                [.integer(message), .integer(group.conversation), .integer(sender)]
            ) { row in
                guard MessageSettings(rawValue: row.integer(1)).contains(.groupReceipt) else { return }
                found.append((message, row.integer(0)))
            }
        }
        return found.sorted { $0.seq < $1.seq }
    }

    func counts(of messages: [MessageNumber]) throws(CommandError) -> [GroupReceiptView] {
        let asking = try asking(messages)
        work.visits += group.members.count
        var counts = ReadCounts(of: asking.map { ($0.seq, $0.id.stamp) })
        for (account, member) in group.members where account != sender {
            counts.add(readSeq: member.readSeq, joinedAt: member.joinedAt)
        }
        let views = zip(asking, counts.counts).map { message, count in
            GroupReceiptView(message: message.id, readCount: count.read, unreadCount: count.unread)
        }
        // As they were asked for.
        return messages.compactMap { id in views.first { $0.message == id } }
    }

    /// D-03: a page of those who have read a message, or have not, after the one that ended with `after`. The one who joined
    /// last comes first.
    func page(
        of message: (id: MessageNumber, seq: Seq), unread: Bool, after: Stamp?
    ) -> (members: [AccountNumber], next: Stamp?) {
        work.visits += group.members.count
        let found = group.members.filter { account, member in
            account != sender && member.joinedAt <= message.id.stamp && after.map { member.joinedAt < $0 } ?? true
                && (member.readSeq < message.seq) == unread
        }.sorted { $0.value.joinedAt > $1.value.joinedAt }
        let page = found.prefix(readersPerPage)
        return (page.map(\.key), page.count < found.count ? page.last?.value.joinedAt : nil)
    }
}

/// D-05: what sessions that watch a group hear of the messages of their users.
package enum WatchedReceipts {
    private static let members: SQL = """
        SELECT member.account, member.joined_at, coalesce(membership.read_seq, 0)
        FROM member LEFT JOIN membership ON membership.id = (member.account << 32 | $3)
        WHERE member.id > $1 AND member.id <= $2
        """

    /// The counts of the last messages of each of these senders that ask for receipts, the newest first. Nil: the receipts of the
    /// group do not go by positions. Read from the store alone, on any reader's queue.
    package static func counts(
        in group: GroupNumber, of senders: Set<AccountNumber>, since cutoff: Stamp, in store: any Transaction
    ) throws(StoreError) -> [AccountNumber: [GroupReceiptView]]? {
        var isByPosition = false
        try store.query("SELECT id FROM chat_group WHERE id = $1 AND receipts_by_position = 1", [.integer(group)]) {
            _ in isByPosition = true
        }
        guard isByPosition, let (conversation, chain, _) = try Chain.find(.group(group), in: store) else { return nil }
        let filter = Chain.Filter(settings: .groupReceipt, cutoff: cutoff)
        guard let chain else { return [:] }
        let walk = try chain.messages(1...chain.lastSeq, filter, steps: mostSteps, in: store)
        let messages = Dictionary(grouping: walk.messages.filter { senders.contains($0.sender) }, by: \.sender)
            .mapValues { Array($0.prefix(watchedMessages).reversed()) }
        if messages.isEmpty { return [:] }
        var counts = messages.mapValues { sent in ReadCounts(of: sent.map { ($0.seq, $0.id.stamp) }) }
        let bounds = PairKey.bounds(group)
        try store.query(
            members, [.integer(bounds.after), .integer(bounds.through), .integer(conversation)]
        ) { row in
            for sender in messages.keys where sender != row.integer(0) {
                counts[sender]?.add(readSeq: row.integer(2), joinedAt: row.integer(1))
            }
        }
        return messages.reduce(into: [:]) { views, entry in
            let (sender, sent) = entry
            views[sender] = zip(sent, counts[sender]?.counts ?? []).reversed().map { message, count in
                GroupReceiptView(message: message.id, readCount: count.read, unreadCount: count.unread)
            }
        }
    }
}

private let readersPerPage = 100
private let watchedMessages = 20
/// So many messages of the group, the newest first, are looked through for those of its senders.
private let mostSteps = 500
