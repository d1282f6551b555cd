import ClientProtocol
import Domain
import Storage

extension Books {
    /// C-Q09, X-56: everything up to a seq is read; nil: everything. Tells how many are left unread.
    package func markRead(_ id: ConversationID, upTo seq: Int64?, of number: Int64) throws -> Int64 {
        let account = try caller(number)
        var entry = try listedEntry(id, of: account)
        let conversation = entry.conversation
        let target = min(seq ?? .max, entry.membership.lastSeq(of: conversation))
        let counted = conversation.counted(for: number)
        let before = entry.membership.unread.count(of: counted)
        guard target > entry.membership.readSeq else { return before }
        let seen = max(entry.membership.readSeq, entry.membership.visibleAfter)
        // in a team reading says nothing to the others.
        let read =
            conversation.team == nil
            ? try lastOfOthers(in: conversation, for: number, after: seen, upTo: target) : nil
        entry.membership.readSeq = target
        entry.membership.mentions.removeAll { $0 <= target }
        entry.membership.unread.read(upTo: try countedMessages(in: conversation, for: number, upTo: target))
        let left = entry.membership.unread.count(of: counted)
        if let read { try moveReceipt(to: read.time, in: &entry) }
        if left != before { try change(&entry) } else { try settle(entry, stored: true) }
        return left
    }

    /// T-Q28: what came up to that time has been read, as the other may know. Never goes back.
    package func acknowledge(_ id: ConversationID, upTo time: Int64, of number: Int64) throws {
        let account = try caller(number)
        guard case .c2c = id, var entry = try entry(id, of: account), entry.conversation.last != nil else {
            throw Refusal(.noTarget, "there is no such conversation with another", keys: ["conversationID"])
        }
        guard try moveReceipt(to: min(time, now), in: &entry) else { return }
        try settle(entry, stored: true)
    }

    @discardableResult
    private func moveReceipt(to time: Int64, in entry: inout Entry) throws -> Bool {
        let peer = try account(entry.membership.peer)
        // somebody blocked is shown nothing of it, now or later.
        guard time > entry.membership.receiptTime, peer !== entry.account, entry.membership.standing != .blocked else {
            return false
        }
        entry.membership.receiptTime = time
        guard peer.state != .deleted else { return true }
        let seq = try note(.receipt, subject: entry.conversation.number, value: time, for: peer)
        tell(.receipt(ReceiptView(conversation: .c2c(entry.account.id), time: time), seq: seq), to: peer)
        return true
    }

    /// How many messages count as read for whoever has read up to a seq: also what lies beyond and is no longer given out,
    /// since nobody will be able to read it.
    private func countedMessages(in conversation: Conversation, for account: Int64, upTo seq: Int64) throws -> Int64 {
        guard seq < conversation.lastSeq, let chain = Chain(conversation), let last = conversation.last else {
            return conversation.counted(for: account)
        }
        let first = try chain.firstSeq(after: seq, since: messageCutoff, in: store)
        let next = try chain.messages(first...first, in: store).messages.first ?? last
        let isNumbered = next.sender != account || conversation.team != nil
        let counts = isNumbered && next.settings.contains(.shouldBeCounted)
        return next.counted(for: account, in: conversation) - (counts ? 1 : 0)
    }

    /// The newest message of somebody else in a range of seqs, if it is still given out.
    private func lastOfOthers(
        in conversation: Conversation, for account: Int64, after: Int64, upTo seq: Int64
    ) throws -> StoredMessage? {
        guard let chain = Chain(conversation), let last = conversation.last, after < seq else { return nil }
        if last.seq == seq, last.sender != account { return last }
        let filter = Chain.Filter(exceptBy: account, cutoff: messageCutoff)
        let walk = try chain.messages(after + 1...seq, filter, limit: 1, steps: 64, in: store)
        // Behind so many of one's own: the receipt is a time, and that of the last one says as much.
        return try walk.cut == nil ? walk.messages.first : chain.messages(seq...seq, in: store).messages.first
    }
}
