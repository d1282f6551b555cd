import ClientProtocol
import Domain
import Storage

/// Changes messages for all who have them, and deletes them for one user.
package final class MessageChanges {
    let work: UnitOfWork
    let accounts: Accounts
    let conversations: Conversations
    let groups: Groups
    let memberships: Memberships
    let views: Views
    let conversationLists: ConversationLists
    let messageStore: MessageStore

    private static let insertion = StoredChange.Column.insert()

    init(
        work: UnitOfWork, accounts: Accounts, conversations: Conversations, groups: Groups, memberships: Memberships,
        views: Views, conversationLists: ConversationLists, messageStore: MessageStore
    ) {
        self.work = work
        self.accounts = accounts
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.views = views
        self.conversationLists = conversationLists
        self.messageStore = messageStore
    }

    /// A message that the user can read, and the user's side of its conversation. Notifications are nobody's to change.
    func visible(
        _ number: MessageNumber, in id: ConversationID, for account: Account
    ) throws(CommandError) -> (edit: MembershipEdit, message: StoredMessage) {
        guard let edit = try memberships.edit(id, of: account), let message = try messageStore.find(number),
            message.conversation == edit.conversation.number, message.kind != .notification,
            !message.isGone(at: work.now), try edit.shows(message.seq, in: work.store),
            try message.isVisible(to: account, in: edit.conversation, groups)
        else { throw .refused(.noMessage, keys: ["msgId"]) }
        return (edit, message)
    }

    /// `make`: the message as it is from now on, with the place of the change. `isVoid`: it leaves the counts.
    func change(
        _ former: StoredMessage, in conversation: Conversation, isVoid: Bool,
        _ make: (Seq) -> StoredMessage
    ) throws(CommandError) -> StoredMessage {
        let place = try conversations.takeChange(in: conversation)
        let message = make(place)
        let sides = try sides(of: conversation)
        let before = sides.map(\.appearance)
        try keep(message, former)
        try messageStore.replace(by: message, in: conversation)
        try memberships.replaceHeld(by: message)
        try stored(Star.follow(former, to: message, in: work.store))
        if isVoid { try conversations.void(former, in: conversation, readUpTo: readUpTo(former, sides)) }
        let callsAll = message.settings.contains(.atAll)
        let movesCall = callsAll != former.settings.contains(.atAll)
        if movesCall {
            conversation.forgetCall(message.seq)
            if callsAll {
                conversation.note(CallToAll(seq: message.seq, id: message.id, sender: message.sender))
            }
        }
        // No list shows one to some members alone, and no count knows of it.
        if !message.isTargeted {
            conversation.note(TellingChange(place: place, message: message, isVoid: isVoid, movesCall: movesCall))
        }
        if let number = conversation.group {
            try tell(message, toGroup: number)
        } else {
            for edit in sides where try edit.shows(message.seq, in: work.store) {
                let view = try views.view(message, in: conversation, for: edit.account)
                if message.isExpired {
                    work.emit(MessageGone(view: view), to: edit.account)
                } else {
                    work.emit(MessageChanged(view: view), to: edit.account)
                }
            }
            for (edit, former) in zip(sides, before) { try settle(edit, former, after: message) }
        }
        return message
    }

    /// M-24: a change that no list shows, and that those are not told of who want nothing of the conversation. `own` are the
    /// actor's reactions, which the actor's devices alone are told.
    func changeReactions(
        _ former: StoredMessage, of edit: MembershipEdit, _ make: (Seq) -> StoredMessage
    ) throws(CommandError) -> MessageView {
        let conversation = edit.conversation
        let message = make(try conversations.takeChange(in: conversation))
        try keep(message, former)
        try messageStore.replace(by: message, in: conversation)
        try memberships.replaceHeld(by: message)
        let own = try views.personalView(message, in: edit)
        guard let number = conversation.group else {
            for side in try sides(of: conversation) where try side.shows(message.seq, in: work.store) {
                if side.account === edit.account {
                    work.emit(MessageChanged(view: own, isGathered: true), to: side.account)
                } else if side.membership.option != .refuse {
                    let view = try views.view(message, in: conversation, for: side.account)
                    work.emit(MessageChanged(view: view, isGathered: true), to: side.account)
                }
            }
            return own
        }
        guard let group = try groups.group(number) else { return own }
        work.visits += group.members.count
        var exceptions = try members(of: group, whoCannotSee: message)
        for account in group.specialMembers {
            guard let member = group[account], member.isBlocking || member.option == .refuse else { continue }
            exceptions.insert(account)
        }
        work.emit(MessageChanged(view: own, isGathered: true), toMember: edit.account.number, of: number)
        exceptions.insert(edit.account.number)
        let view = try views.view(message, ofGroup: number, kind: group.kind)
        try emit(MessageChanged(view: view, isGathered: true), about: message, to: group, except: exceptions)
        return own
    }

    /// The two users' sides of a conversation, one for the conversation with oneself; none of a group.
    func sides(of conversation: Conversation) throws(CommandError) -> [MembershipEdit] {
        guard case .users(let pair) = conversation.parties else { return [] }
        let numbers = pair.low == pair.high ? [pair.low] : [pair.low, pair.high]
        // The system sender and deleted accounts have no list.
        return try numbers.map(accounts.account).filter(\.isThere).map { account throws(CommandError) in
            try memberships.edit(of: account, in: conversation)
        }
    }

    /// Throws if something that a change needs of the conversation is damaged.
    func requireSound(_ conversation: Conversation) throws(CommandError) {
        if let number = conversation.group { _ = try groups.group(number) } else { _ = try sides(of: conversation) }
    }

    /// Up to where the reader of two has read.
    private func readUpTo(_ message: StoredMessage, _ sides: [MembershipEdit]) -> Int64 {
        sides.first { $0.account.number != message.sender }?.membership.unread.base ?? 0
    }

    /// The list of one of two users is told what the change has done to the conversation there.
    private func settle(
        _ former: MembershipEdit, _ before: MembershipEdit.Appearance, after message: StoredMessage
    ) throws(CommandError) {
        var edit = former
        if edit.membership.heldLast == message.id { edit.membership.heldMessage = message }
        try memberships.commitEdit(edit, stored: false)
        guard edit.membership.isListed, edit.appearance != before || edit.appearance.last == message.id else { return }
        try work.emit(
            ConversationChanged(views.view(edit)), inStreamAs: .conversationChanged, subject: edit.conversation.number,
            to: edit.account)
    }

    /// All members at once but those from whom the history hides it. The rounds tell whose list has changed.
    private func tell(_ message: StoredMessage, toGroup number: GroupNumber) throws(CommandError) {
        guard let group = try groups.group(number) else { return }
        work.visits += group.members.count
        let view = try views.view(message, ofGroup: number, kind: group.kind)
        let exceptions = try members(of: group, whoCannotSee: message)
        if message.isExpired {
            try emit(MessageGone(view: view), about: message, to: group, except: exceptions)
        } else {
            try emit(MessageChanged(view: view), about: message, to: group, except: exceptions)
        }
    }

    /// M-54: to the members who see the message.
    private func emit(
        _ change: some DomainEvent, about message: StoredMessage, to group: Group, except exceptions: Set<AccountNumber>
    ) throws(CommandError) {
        guard let audience = message.audience else {
            return work.emit(change, toGroup: group.number, except: exceptions)
        }
        for account in try audience.members(of: group, accounts) where !exceptions.contains(account.number) {
            work.emit(change, toMember: account.number, of: group.number)
        }
    }

    /// M-07: those who came later, and those who have deleted it.
    private func members(
        of group: Group, whoCannotSee message: StoredMessage
    ) throws(CommandError) -> Set<AccountNumber> {
        let hiding = try memberships.members(whoHide: message.seq, of: message.conversation)
        return group.members(whoCannotSee: message.seq).union(hiding)
    }

    // MARK: - Rows

    /// The message's newest change takes the place of its former one.
    private func keep(_ message: StoredMessage, _ former: StoredMessage) throws(CommandError) {
        if former.change > 0 {
            try work.execute(
                "DELETE FROM message_change WHERE id = $1",
                [.integer(PairKey.key(message.conversation, former.change))])
        }
        let users = try message.audience.map { audience throws(CommandError) in
            audience.users + [try accounts.account(audience.sender).id.text]
        }
        let change = StoredChange(message, visibleTo: users, at: try work.stamp())
        try work.execute(Self.insertion, change.values)
    }

    /// M-09: what is known no more; and voids that nobody asks for any more, in groups that have many.
    ///
    /// Returns whether there may be more.
    func trim() throws(CommandError) -> Bool {
        if let crowded = conversations.takeCrowded() { try sweepVoids(of: crowded) }
        var lost: [ConversationNumber: Seq] = [:]
        var keys: [PairKey] = []
        let values: [SQLValue] = [.integer(work.changeCutoff), .integer(rowsPerSweep)]
        try work.query("SELECT id FROM message_change WHERE stamp < $1 ORDER BY stamp, id LIMIT $2", values) { row in
            keys.append(row.integer(0))
        }
        if keys.isEmpty { return false }
        try work.execute(
            """
            DELETE FROM message_change WHERE id IN
                (SELECT id FROM message_change WHERE stamp < $1 ORDER BY stamp, id LIMIT $2)
            """, values)
        for key in keys { lost[PairKey.first(key)] = max(lost[PairKey.first(key)] ?? 0, PairKey.second(key)) }
        for (conversation, place) in lost.sorted(by: { $0.key < $1.key }) {
            try conversations.loseChanges(through: place, in: conversation)
        }
        return keys.count == rowsPerSweep
    }
}

extension MessageChanges {
    /// Those that every member of the group has read.
    private func sweepVoids(of conversation: Conversation) throws(CommandError) {
        guard let number = conversation.group, let group = try groups.group(number) else { return }
        var base: Int64?
        try work.query(
            """
            SELECT min(unread_base) FROM member JOIN membership ON membership.id = (member.account << 32 | $3)
            WHERE member.id > $1 AND member.id <= $2 AND is_listed = 1
            """,
            [
                .integer(PairKey.bounds(group.number).after), .integer(PairKey.bounds(group.number).through),
                .integer(conversation.number),
            ]
        ) { row in base = row.optionalInteger(0) }
        if let base { try conversations.forgetVoids(through: base, of: group.owner, in: conversation) }
    }
}

extension MembershipEdit {
    /// The facts about a listed conversation that a change of a message can alter.
    fileprivate struct Appearance: Equatable {
        let unread: Int64
        let last: MessageNumber?
    }

    fileprivate var appearance: Appearance {
        Appearance(unread: unread, last: membership.lastMessage(of: conversation)?.id)
    }
}
