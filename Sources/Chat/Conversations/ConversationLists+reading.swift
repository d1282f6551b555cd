import ClientProtocol
import Domain
import Storage

/// Up to where users have read, and what the others are told of it.
extension ConversationLists {
    /// C-Q09, X-56: everything up to a seq is read; nil: everything. Tells how many are left unread. Also of a conversation
    /// that has left the list by itself.
    package func markRead(_ id: ConversationID, upTo seq: Seq?, of number: AccountNumber) throws(CommandError)
        -> Int64
    {
        guard var edit = try memberships.edit(id, of: accounts.caller(number)), edit.isThere else {
            throw .refused(ConversationLists.noConversation)
        }
        return try read(&edit, upTo: seq)
    }

    /// C-Q09: everything in the list, or in what of it is of one kind. Tells how many are unread in all.
    package func markAllRead(_ type: ConversationType?, of number: AccountNumber) throws(CommandError) -> Int64 {
        let account = try accounts.caller(number)
        for var edit in try memberships.listed(of: account) where type == nil || edit.conversation.type == type {
            _ = try read(&edit, upTo: nil)
        }
        return try memberships.total(of: account)
    }

    private func read(_ edit: inout MembershipEdit, upTo seq: Seq?) throws(CommandError) -> Int64 {
        let (conversation, number) = (edit.conversation, edit.account.number)
        if edit.membership.claim != .place {
            edit.membership.claim = .place
            try memberships.commitEdit(edit, stored: true)
        }
        // M-54: also messages to some members alone, behind the last one that lists show.
        let target = min(seq ?? .max, edit.membership.headSeq(of: conversation))
        let before = edit.unread
        let (former, wasMarked) = (edit, edit.membership.isMarkedUnread)
        guard target > edit.membership.readSeq || wasMarked else { return before }
        edit.membership.isMarkedUnread = false
        if target > edit.membership.readSeq {
            groups.noteReading(edit)
            let seen = max(edit.membership.readSeq, edit.membership.visibleAfter)
            // in a group reading says nothing to the others.
            let read =
                conversation.group == nil
                ? try lastOfOthers(in: conversation, for: number, after: seen, upTo: target) : nil
            edit.membership.readSeq = target
            try work.note(
                .conversationRead, of: conversation.eventSubject, account: number, value: target.rawValue)
            edit.membership.mentions.removeAll { $0 <= target }
            edit.membership.unread.read(upTo: try countedMessages(in: conversation, for: number, upTo: target))
            if let read { try moveReceipt(to: read.time, in: &edit) }
            if conversation.group == nil {
                try conversations.forgetVoids(through: edit.membership.unread.base, of: number, in: conversation)
            }
        }
        let left = edit.unread
        // C-Q12: a mention that counts nowhere goes with reading, too.
        let mentions = former.membership.isListed ? try views.mentions(of: former) : []
        let mentionsLeft = mentions.isEmpty ? [] : try views.mentions(of: edit)
        if left != before || wasMarked || mentionsLeft != mentions {
            try change(&edit)
        } else {
            try memberships.commitEdit(edit, stored: true)
        }
        return left
    }

    /// T-Q28: what came up to that time has been read, as the other may know. Never goes back.
    package func acknowledge(_ id: ConversationID, upTo time: Milliseconds, of number: AccountNumber)
        throws(CommandError)
    {
        let account = try accounts.caller(number)
        guard case .c2c = id, var edit = try memberships.edit(id, of: account), edit.conversation.last != nil else {
            throw .refused(.noTarget, "there is no such conversation with another user", keys: ["conversationID"])
        }
        guard try moveReceipt(to: min(time, work.now), in: &edit) else { return }
        try memberships.commitEdit(edit, stored: true)
    }

    @discardableResult
    private func moveReceipt(to time: Milliseconds, in edit: inout MembershipEdit) throws(CommandError) -> Bool {
        let (account, conversation) = (edit.account, edit.conversation)
        let peer = try accounts.account(edit.membership.peer)
        guard time > edit.membership.receiptTime, peer !== account else { return false }
        // a blocked user sees nothing of it, now or later; neither does a user who has blocked the reader.
        guard !edit.membership.relationship.isBlocked,
            try !memberships.relationship(of: peer, towards: account, in: conversation).isBlocked
        else { return false }
        edit.membership.receiptTime = time
        try work.note(
            .receiptCreated, of: conversation.eventSubject, account: account.number, value: time.rawValue)
        guard peer.state != .deleted else { return true }
        let seq = try work.userStreams.noteReceipt(
            upTo: time, in: conversation.number, instead: edit.membership.receiptSeq, for: peer)
        edit.membership.receiptSeq = seq
        work.emit(ReceiptNew(conversation: .c2c(account.id), time: time), at: .user(seq: seq), to: peer)
        return true
    }

    /// How many messages count as read for a user who has read up to a seq: also what lies beyond and is no longer given out,
    /// since nobody will be able to read it.
    private func countedMessages(in conversation: Conversation, for account: AccountNumber, upTo seq: Seq)
        throws(CommandError)
        -> Int64
    {
        guard seq < conversation.lastSeq, let chain = Chain(conversation), let last = conversation.last else {
            return conversation.counted(for: account)
        }
        let first = try stored(chain.firstSeq(after: seq, since: work.messageCutoff, in: work.store))
        let found = try stored(chain.messages(first...first, in: work.store)).messages.first
        // One that is newer than the last in lists is for some members alone, and counts nowhere.
        let next = if let found, found.seq < last.seq { found } else { last }
        let isNumbered = next.sender != account || conversation.group != nil
        let counts = isNumbered && next.settings.contains(.shouldBeCounted)
        return next.counted(for: account, in: conversation) - (counts ? 1 : 0)
    }

    /// The newest message of another user in a range of seqs, if it is still given out.
    private func lastOfOthers(
        in conversation: Conversation, for account: AccountNumber, after: Seq, upTo seq: Seq
    ) throws(CommandError) -> StoredMessage? {
        guard let chain = Chain(conversation), let last = conversation.last, after < seq else { return nil }
        if last.seq == seq, last.sender != account { return last }
        let filter = Chain.Filter(exceptBy: account, cutoff: work.messageCutoff)
        let walk = try stored(chain.messages(after + 1...seq, filter, limit: 1, steps: 64, in: work.store))
        // Behind so many of one's own: the receipt is a time, and that of the last one says as much.
        return try walk.cut == nil
            ? walk.messages.first : stored(chain.messages(seq...seq, in: work.store)).messages.first
    }
}
