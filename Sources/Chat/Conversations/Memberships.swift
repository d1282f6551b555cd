import ClientProtocol
import Domain
import Storage

/// Keeps each user's side of conversations: the list, unread counts, and the messages that the user has deleted.
final class Memberships {
    let work: UnitOfWork
    let accounts: Accounts
    let contacts: Contacts
    let conversations: Conversations
    let groups: Groups
    /// The accounts whose totals have moved in the current command.
    private var moved: [Account] = []
    /// When a list in the cache loses a conversation, at the earliest.
    private var nextExpiry = Milliseconds.max

    private static let writing = Membership.Column.upsert()

    init(work: UnitOfWork, accounts: Accounts, contacts: Contacts, conversations: Conversations, groups: Groups) {
        self.work = work
        self.accounts = accounts
        self.contacts = contacts
        self.conversations = conversations
        self.groups = groups
    }

    /// The account's total may have moved: it is told when the command ends.
    func noteMoved(_ account: Account) {
        account.conversationList?.impliedTotal = nil
        moved.append(account)
    }

    /// The total that a message between two tells its receiver, if it has changed.
    func movedTotal(of account: Account) throws(CommandError) -> Int64? {
        guard moved.last === account, let list = account.conversationList else { return nil }
        let total = try total(of: account)
        list.impliedTotal = total
        return total == list.toldTotal ? nil : total
    }

    /// Tells the totals that moved in the current command.
    func emitTotals() throws(CommandError) {
        for account in moved { try emitTotal(of: account) }
        moved.removeAll(keepingCapacity: true)
    }

    /// C-Q25, X-58: silent, but for the total.
    func expireLists() throws(CommandError) {
        guard work.now >= nextExpiry else { return }
        var earliest = Milliseconds.max
        for account in accounts.cached where account.conversationList != nil {
            earliest = min(earliest, try conversationList(of: account).nextExpiry)
        }
        nextExpiry = earliest
    }

    /// The account's list with nothing expired in it.
    func conversationList(of account: Account) throws(CommandError) -> ConversationList {
        let list = try knownList(of: account)
        if work.now >= list.nextExpiry { try expire(account, list) }
        return list
    }

    /// The same, perhaps with something in it that has expired since it was last asked for.
    private func knownList(of account: Account) throws(CommandError) -> ConversationList {
        if let list = account.conversationList { return list }
        let list = try loadConversationList(of: account)
        account.conversationList = list
        return list
    }

    /// Begins to work on one membership. One that does not exist is made, and stored when `commitEdit` is told that it changed.
    func edit(of account: Account, in conversation: Conversation) throws(CommandError) -> MembershipEdit {
        let known = try conversationList(of: account)[conversation.number]
        let membership = if let known { known } else { try loadMembership(of: account, in: conversation) }
        return MembershipEdit(membership, of: account, in: conversation)
    }

    /// One membership as it is now, whatever else the account has: for telling, not for settling.
    func peek(_ account: Account, in conversation: Conversation) throws(CommandError) -> MembershipEdit {
        if account.conversationList != nil { return try edit(of: account, in: conversation) }
        var membership = try loadMembership(of: account, in: conversation)
        // Expired, and nobody has looked since.
        if membership.lastChange(in: conversation) + work.conversationPeriod <= work.now { membership.isListed = false }
        return MembershipEdit(
            account: account, conversation: conversation, membership: membership, unreadContribution: 0)
    }

    /// Ends the work on a membership: into the list, into the store if it is told so, and into the total.
    func commitEdit(_ edit: MembershipEdit, stored isChanged: Bool) throws(CommandError) {
        let account = edit.account
        let list = try knownList(of: account)
        // One that is in no list is found in the store when it is asked for.
        if edit.isTouched { list.put(edit.membership.isListed ? edit.membership : nil, in: edit.conversation) }
        if let group = edit.conversation.group {
            groups.note(edit.membership, of: account.number, in: edit.conversation, ofGroup: group)
            noteMoved(account)
        } else {
            let change =
                edit.membership.unreadContribution(in: edit.conversation, to: account.number) - edit.unreadContribution
            if change != 0 {
                list.total += change
                noteMoved(account)
            }
        }
        if edit.membership.isListed {
            let expiry = edit.membership.lastChange(in: edit.conversation) + work.conversationPeriod
            list.nextExpiry = min(list.nextExpiry, expiry)
            nextExpiry = min(nextExpiry, expiry)
        }
        if isChanged { try save(edit.membership, of: account) }
    }

    /// C-28, C-Q17: how many messages are unread in all.
    func total(of account: Account) throws(CommandError) -> Int64 {
        let conversationList = try conversationList(of: account)
        var total = conversationList.total
        for membership in conversationList.ofGroups {
            total += membership.unreadContribution(
                in: try conversations.conversation(membership.conversation), to: account.number)
        }
        return total
    }

    /// The same; nil: the account's list is not in memory.
    func total(ifInMemoryOf account: Account) throws(CommandError) -> Int64? {
        account.conversationList == nil ? nil : try total(of: account)
    }

    /// Tells the total if it is not what the user knows of.
    func emitTotal(of account: Account) throws(CommandError) {
        guard let list = account.conversationList else { return }
        let implied = list.impliedTotal
        list.impliedTotal = nil
        let total = if let implied { implied } else { try total(of: account) }
        guard total != list.toldTotal else { return }
        list.toldTotal = total
        work.emit(ConversationTotalUnreadChanged(total: total, isImplied: implied != nil), to: account)
    }

    /// Puts the conversation into the user's list, with room made for it (C-Q24); a group that others have put the user into
    /// takes only a place that is free, so that it may stay out (G-Q48). A change that `commitEdit` stores.
    func enlist(_ edit: inout MembershipEdit, at stamp: Stamp) throws(CommandError) {
        precondition(!edit.membership.isListed, "it is in the list already")
        let number = edit.conversation.number
        let others = try conversationList(of: edit.account).memberships.count {
            $0.isListed && $0.conversation != number
        }
        let excess = others + 1 - work.options.conversationsPerUser
        if excess > 0 {
            guard edit.membership.claim == .place else { return edit.membership.claim = .nothing }
            for conversation in try givingWay(excess, to: edit) {
                var other = try self.edit(of: edit.account, in: conversation)
                unlist(&other)
                try commitEdit(other, stored: true)
            }
        }
        if edit.membership.claim == .nothing { edit.membership.claim = .freePlace }
        edit.membership.isListed = true
        edit.membership.listedAt = stamp
    }

    /// G-Q48, C-Q24: first the groups that the user has been put into, then the others that are not pinned, then those that are;
    /// of each the last one first.
    private func givingWay(_ count: Int, to edit: MembershipEdit) throws(CommandError) -> [Conversation] {
        var places: [(rank: Int, position: ListPosition, conversation: Conversation)] = []
        for membership in try conversationList(of: edit.account).memberships
        where membership.isListed && membership.conversation != edit.conversation.number {
            let conversation = try conversations.conversation(membership.conversation)
            let rank = membership.isPinned ? 2 : membership.claim == .place ? 1 : 0
            let stamp = membership.order(in: conversation)
            places.append((rank, ListPosition(isPinned: membership.isPinned, stamp: stamp), conversation))
        }
        let isFirst: (Int, Int) -> Bool = { one, other in
            let (one, other) = (places[one], places[other])
            return one.rank != other.rank ? one.rank < other.rank : other.position < one.position
        }
        // As a rule one is enough.
        let first = count == 1 ? places.indices.min(by: isFirst).map { [$0] } ?? [] : places.indices.sorted(by: isFirst)
        return first.prefix(count).map { places[$0].conversation }
    }

    /// Out of the list, silently. Its unread messages count nowhere, also when the conversation comes back.
    func unlist(_ edit: inout MembershipEdit) {
        edit.membership.isListed = false
        edit.membership.isPinned = false
        edit.membership.isMarkedUnread = false
        edit.membership.mentions = []
    }

    /// The user's list in its order (C-Q04).
    func listed(of account: Account) throws(CommandError) -> [MembershipEdit] {
        let edits = try conversationList(of: account).memberships.filter(\.isListed).map {
            membership throws(CommandError) in
            let conversation = try conversations.conversation(membership.conversation)
            return MembershipEdit(membership, of: account, in: conversation)
        }
        return edits.sorted { $0.position < $1.position }
    }

    /// C-Q25: at this moment it is gone.
    private func expire(_ account: Account, _ list: ConversationList) throws(CommandError) {
        list.nextExpiry = .max
        for membership in list.memberships where membership.isListed {
            let conversation = try conversations.conversation(membership.conversation)
            var edit = MembershipEdit(membership, of: account, in: conversation)
            let isOver = membership.lastChange(in: conversation) + work.conversationPeriod <= work.now
            if isOver { unlist(&edit) }
            try commitEdit(edit, stored: isOver)
        }
    }

    private func loadConversationList(of account: Account) throws(CommandError) -> ConversationList {
        let conversationList = ConversationList()
        var isBehind = false
        var (total, notes): (Int64, Int) = (0, 0)
        let found = try stored(Membership.listed(of: account.number, in: work.store))
        // A damaged row of another user is met when it is asked for, and costs no more than that.
        try work.skippingDamage { () throws(CommandError) in try conversations.loadListed(by: account) }
        let relationships = try contacts.relationshipsToListed(of: account.number)
        for membership in found {
            let conversation = try conversations.conversation(membership.conversation)
            let whole = try complete(membership, of: account, in: conversation) { peer in
                relationships[peer] ?? .stranger
            }
            conversationList.put(whole, in: conversation)
            notes += whole.note?.weight ?? 0
            let unreadContribution = whole.unreadContribution(in: conversation, to: account.number)
            total += unreadContribution
            if conversation.group == nil { conversationList.total += unreadContribution }
            if groups.knowsToBeBehind(account, conversation) { isBehind = true }
            conversationList.nextExpiry = min(
                conversationList.nextExpiry, whole.lastChange(in: conversation) + work.conversationPeriod)
        }
        nextExpiry = min(nextExpiry, conversationList.nextExpiry)
        conversationList.toldTotal = isBehind ? ConversationList.unknownTotal : total
        accounts.add(weight: found.count * Membership.weight + notes)
        return conversationList
    }

    private func loadMembership(of account: Account, in conversation: Conversation) throws(CommandError) -> Membership {
        let found = try stored(Membership.find(account.number, in: conversation.number, in: work.store))
        return try complete(
            found ?? Membership(conversation: conversation.number, peer: 0), of: account, in: conversation
        ) { peer throws(CommandError) in try contacts.relationship(of: account.number, towards: peer) }
    }

    private func complete(
        _ membership: Membership, of account: Account, in conversation: Conversation,
        _ relationship: (AccountNumber) throws(CommandError) -> Relationship
    ) throws(CommandError) -> Membership {
        var whole = membership
        if let peer = conversation.peer(of: account.number) {
            whole.peer = peer
            whole.relationship = try relationship(peer)
        } else if whole.endSeq != nil {
            whole.formerGroup = try stored(
                GroupAppearance.find(of: account.number, in: conversation.number, in: work.store))
        }
        if whole.hidesMessages {
            whole.hiddenEnd = try stored(Memberships.hiddenEnd(of: account.number, in: conversation.number, work.store))
        }
        if whole.note != nil {
            whole.note = try stored(
                ConversationNote.find(of: account.number, in: conversation.number, in: work.store))
        }
        if conversation.lastSeq <= max(whole.held.endSeq, whole.hiddenEnd), whole.heldLast != 0 {
            whole.heldMessage = try stored(StoredMessage.find(whole.heldLast, in: work.store))
        }
        return whole
    }

    private func save(_ membership: Membership, of account: Account) throws(CommandError) {
        try work.execute(Self.writing, membership.values(of: account.number))
    }

    /// The message looks otherwise than before: so it does in the lists in the cache that show it while nothing newer is wanted.
    func replaceHeld(by message: StoredMessage) throws(CommandError) {
        var holders: [AccountNumber] = []
        try work.query(
            "SELECT id >> 32 FROM membership WHERE held_last = $1 AND held_last != 0", [.integer(message.id)]
        ) { row in holders.append(row.integer(0)) }
        for holder in holders { accounts.peek(holder)?.conversationList?.replaceHeld(by: message) }
    }

    /// As a device writes the id; nil also if it is no id.
    func edit(_ id: String, of account: Account) throws(CommandError) -> MembershipEdit? {
        guard let id = ConversationID(id) else { return nil }
        return try edit(id, of: account)
    }

    /// The user's view of a conversation that has begun; of a group's if the user is or has been in it.
    func edit(_ id: ConversationID, of account: Account) throws(CommandError) -> MembershipEdit? {
        switch id {
        case .c2c(let user):
            guard let peer = try accounts.account(user),
                let conversation = try conversations.conversation(of: .users(account.number, peer.number))
            else { return nil }
            return try edit(of: account, in: conversation)
        case .group(let group):
            guard let number = groupNumber(group),
                let conversation = try conversations.conversation(of: .group(number))
            else {
                return nil
            }
            let edit = try edit(of: account, in: conversation)
            if edit.membership.endSeq != nil { return edit }
            return try groups.isMember(account, ofGroup: number) ? edit : nil
        }
    }

    /// By conversation, where the others' streams have the account's receipts: the next owner's take their places.
    func receiptPlaces(of account: Account) throws(CommandError) -> [ConversationNumber: Seq] {
        try stored(Membership.receiptPlaces(of: account.number, in: work.store))
    }

    /// Of a deleted account. Each conversation begins again for the next owner.
    func erase(of account: Account) throws(CommandError) {
        let bounds = PairKey.bounds(account.number)
        try work.execute(
            "DELETE FROM membership WHERE id > $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
        try eraseHidden(of: account.number)
        try stored(ConversationNote.erase(of: account.number, from: work.store))
        try stored(DeliveryReceipts.erase(of: account.number, from: work.store))
        try stored(Star.erase(of: account.number, from: work.store))
        account.conversationList = ConversationList()
    }

    /// For every message, so that what is in memory is not asked of the store.
    func relationship(of owner: Account, towards other: Account, in conversation: Conversation?) throws(CommandError)
        -> Relationship
    {
        if let conversation, let membership = owner.conversationList?[conversation.number] {
            return membership.relationship
        }
        return try contacts.relationship(of: owner.number, towards: other.number)
    }

    /// The owner stands otherwise to the other member than before.
    func setRelationship(_ relationship: Relationship, of owner: Account, in conversation: Conversation) {
        owner.conversationList?.setRelationship(relationship, in: conversation.number)
    }

    /// T-Q28: up to when the account has read, for the other to see; milliseconds.
    func receiptTime(of account: Account, in conversation: Conversation) throws(CommandError) -> Milliseconds {
        if let known = account.conversationList?[conversation.number] { return known.receiptTime }
        return try stored(Membership.receiptTime(of: account.number, in: conversation.number, in: work.store))
    }

    /// After a rollback nothing in memory is sure.
    func forget() { moved = [] }
}
