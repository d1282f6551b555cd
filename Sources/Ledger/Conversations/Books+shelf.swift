import Domain
import Storage

/// A membership at work: what it was worth to the total before, so that `settle` knows what to take off and to add.
struct Entry {
    let account: Account
    let conversation: Conversation
    var membership: Membership
    fileprivate let worth: Int64

    /// There is something of it for the user: in the list, or in the history alone.
    var isThere: Bool { membership.isListed || membership.lastSeq(of: conversation) > membership.visibleAfter }

    /// What is unread; outside of the list nothing is.
    var unread: Int64 {
        membership.isListed ? membership.unread.count(of: conversation.counted(for: account.number)) : 0
    }
}

extension Books {
    /// The account's shelf with nothing expired in it.
    func shelf(of account: Account) throws -> Shelf {
        if account.shelf == nil { account.shelf = try loadShelf(of: account) }
        if now >= account.shelf!.nextExpiry { try expire(account) }
        return account.shelf!
    }

    /// Begins to work on one membership. One that does not exist is made, and stored when `settle` is told that it changed.
    func entry(of account: Account, in conversation: Conversation) throws -> Entry {
        _ = try shelf(of: account)
        let membership =
            try account.shelf!.memberships[conversation.number] ?? loadMembership(of: account, in: conversation)
        return Entry(
            account: account, conversation: conversation, membership: membership,
            worth: membership.worth(in: conversation, to: account.number))
    }

    /// One membership as it is now, whatever else the account has: for telling, not for settling.
    func glance(_ account: Account, in conversation: Conversation) throws -> Entry {
        if account.shelf != nil { return try entry(of: account, in: conversation) }
        var membership = try loadMembership(of: account, in: conversation)
        // Expired, and nobody has looked since.
        if membership.lastChange(in: conversation) + conversationPeriod <= now { membership.isListed = false }
        return Entry(account: account, conversation: conversation, membership: membership, worth: 0)
    }

    /// Ends the work on a membership: into the shelf, into the store if it is told so, and into the total.
    func settle(_ entry: Entry, stored isChanged: Bool) throws {
        let account = entry.account
        // One that is in no list is found in the store when it is asked for.
        account.shelf!.put(entry.membership.isListed ? entry.membership : nil, in: entry.conversation)
        if let team = entry.conversation.team {
            teams.value(team, weight: \.weight)?.note(entry.membership, of: account.number)
            moved.append(account)
        } else {
            let change = entry.membership.worth(in: entry.conversation, to: account.number) - entry.worth
            if change != 0 {
                account.shelf!.total += change
                moved.append(account)
            }
        }
        if entry.membership.isListed {
            let expiry = entry.membership.lastChange(in: entry.conversation) + conversationPeriod
            account.shelf!.nextExpiry = min(account.shelf!.nextExpiry, expiry)
        }
        if isChanged { try save(entry.membership, of: account) }
    }

    /// C-28, C-Q17: how many messages are unread in all.
    func total(of account: Account) throws -> Int64 {
        let shelf = try shelf(of: account)
        return try shelf.teams.reduce(shelf.total) { sum, number in
            try sum + shelf.memberships[number]!.worth(in: conversation(number), to: account.number)
        }
    }

    /// Tells the total if it is not what the user knows of.
    func tellTotal(of account: Account) throws {
        guard account.shelf != nil else { return }
        let total = try total(of: account)
        guard total != account.shelf!.toldTotal else { return }
        account.shelf!.toldTotal = total
        tell(.total(total), to: account)
    }

    /// Puts the conversation into the user's list, with room made for it (C-Q24); a group that others have put the user into
    /// takes only a place that is free, so that it may stay out (G-Q48). A change that `settle` stores.
    func enlist(_ entry: inout Entry, at stamp: Int64) throws {
        precondition(!entry.membership.isListed, "it is in the list already")
        let others = try listed(of: entry.account).filter { $0.conversation.number != entry.conversation.number }
        let excess = others.count + 1 - options.conversationsPerUser
        if excess > 0 {
            guard entry.membership.claim == .place else { return entry.membership.claim = .nothing }
            for var other in givingWay(others).prefix(excess) {
                unlist(&other)
                try settle(other, stored: true)
            }
        }
        if entry.membership.claim == .nothing { entry.membership.claim = .freePlace }
        entry.membership.isListed = true
        entry.membership.listedAt = stamp
    }

    /// G-Q48, C-Q24: first the groups that the user has been put into, then the others that are not pinned, then those that
    /// are; of each the last one first.
    private func givingWay(_ entries: [Entry]) -> [Entry] {
        let (unpinned, pinned) = (entries.filter { !$0.membership.isPinned }, entries.filter(\.membership.isPinned))
        let forced = unpinned.filter { $0.membership.claim != .place }
        let chosen = unpinned.filter { $0.membership.claim == .place }
        return forced.reversed() + chosen.reversed() + pinned.reversed()
    }

    /// Out of the list, silently. What was unread counts nowhere, and will not when the conversation comes back.
    func unlist(_ entry: inout Entry) {
        entry.membership.isListed = false
        entry.membership.isPinned = false
        entry.membership.isMarkedUnread = false
        entry.membership.mentions = []
    }

    /// The user's list in its order (C-Q04).
    func listed(of account: Account) throws -> [Entry] {
        let entries = try shelf(of: account).memberships.values.filter(\.isListed).map { membership in
            let conversation = try conversation(membership.conversation)
            return Entry(
                account: account, conversation: conversation, membership: membership,
                worth: membership.worth(in: conversation, to: account.number))
        }
        return entries.sorted { $0.position < $1.position }
    }

    var conversationPeriod: Int64 { Int64(options.conversationDays) * millisecondsPerDay }

    /// C-Q25: at this moment it is gone.
    private func expire(_ account: Account) throws {
        account.shelf!.nextExpiry = .max
        for (number, membership) in account.shelf!.memberships where membership.isListed {
            let conversation = try conversation(number)
            var entry = Entry(
                account: account, conversation: conversation, membership: membership,
                worth: membership.worth(in: conversation, to: account.number))
            let isOver = membership.lastChange(in: conversation) + conversationPeriod <= now
            if isOver { unlist(&entry) }
            try settle(entry, stored: isOver)
        }
    }

    private func loadShelf(of account: Account) throws -> Shelf {
        var shelf = Shelf()
        var isBehind = false
        var total: Int64 = 0
        let found = try Membership.listed(of: account.number, in: store)
        for membership in found {
            let conversation = try conversation(membership.conversation)
            let whole = try complete(membership, of: account, in: conversation)
            shelf.put(whole, in: conversation)
            let worth = whole.worth(in: conversation, to: account.number)
            total += worth
            if conversation.team == nil { shelf.total += worth }
            if knowsToBeBehind(account, conversation) { isBehind = true }
            shelf.nextExpiry = min(shelf.nextExpiry, whole.lastChange(in: conversation) + conversationPeriod)
        }
        shelf.toldTotal = isBehind ? Shelf.unknownTotal : total
        accounts.add(weight: found.count * Membership.weight)
        return shelf
    }

    private func loadMembership(of account: Account, in conversation: Conversation) throws -> Membership {
        let found = try Membership.find(account.number, in: conversation.number, in: store)
        return try complete(
            found ?? Membership(conversation: conversation.number, peer: 0), of: account, in: conversation)
    }

    private func complete(
        _ membership: Membership, of account: Account, in conversation: Conversation
    ) throws -> Membership {
        var whole = membership
        if conversation.team == nil {
            whole.peer = conversation.peer(of: account.number)
            whole.standing = try standing(of: account.number, towards: whole.peer)
        } else if whole.endSeq != nil {
            whole.formerTeam = try TeamLooks.find(of: account.number, in: conversation.number, in: store)
        }
        if conversation.lastSeq <= whole.held.end, whole.heldLast != 0 {
            whole.heldMessage = try StoredMessage.find(whole.heldLast, in: store)
        }
        return whole
    }

    private func save(_ membership: Membership, of account: Account) throws {
        try store.execute(
            """
            INSERT INTO membership (id, is_listed, listed_at, changed_at, is_pinned, receive_option, read_seq, unread_base,
                unread_holds, visible_after, held_last, held, receipt_time, end_seq, mentions, claim, receipt_seq,
                is_marked_unread)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
            ON CONFLICT (id) DO UPDATE SET is_listed = $2, listed_at = $3, changed_at = $4, is_pinned = $5,
                receive_option = $6, read_seq = $7, unread_base = $8, unread_holds = $9, visible_after = $10,
                held_last = $11, held = $12, receipt_time = $13, end_seq = $14, mentions = $15, claim = $16,
                receipt_seq = $17, is_marked_unread = $18
            """,
            [
                .integer(PairKey.key(account.number, membership.conversation)), .integer(membership.isListed ? 1 : 0),
                .integer(membership.listedAt), .integer(membership.changedAt), .integer(membership.isPinned ? 1 : 0),
                .integer(membership.option.rawValue), .integer(membership.readSeq), .integer(membership.unread.base),
                .text(membership.unread.holds.text), .integer(membership.visibleAfter), .integer(membership.heldLast),
                .text(membership.held.text), .integer(membership.receiptTime),
                .integer(membership.endSeq ?? 0),
                .text(membership.mentions.map(String.init).joined(separator: " ")),
                .integer(membership.claim.rawValue), .integer(membership.receiptSeq),
                .integer(membership.isMarkedUnread ? 1 : 0),
            ])
    }
}

extension Entry {
    /// Ascending in the order of the list.
    var position: ListPosition {
        ListPosition(isPinned: membership.isPinned, stamp: membership.order(in: conversation))
    }
}
