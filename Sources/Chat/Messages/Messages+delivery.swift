import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// Brings a new message to its receivers: copies to their devices, unread counts, lists.
extension Messages {
    /// The message becomes the head; then what it does for either side, in the order of X-09.
    func deliver(
        _ message: StoredMessage, from sender: Account, to receiver: Account, in conversation: Conversation
    ) throws(CommandError) {
        // the system sender has no list.
        let own = sender.isThere ? try memberships.edit(of: sender, in: conversation) : nil
        var theirs = sender === receiver ? nil : try memberships.edit(of: receiver, in: conversation)
        conversations.setLast(message, of: conversation)
        let isCopied = message.settings.contains(.sync)
        if own != nil, isCopied {
            let copy = MessageView(message: message, conversation: .c2c(receiver.id), from: sender.id)
            work.emit(MessageNew(view: copy, isOwn: true), to: sender)
        }
        let effect = theirs.map {
            Effect.c2c($0.membership.option, shouldBeCounted: message.settings.contains(.shouldBeCounted))
        }
        var theirPlace: ListedPlace?
        if var edit = theirs, effect?.isSeen == true {
            theirPlace = try place(message, in: &edit)
            theirs = edit
            var event = MessageNew(
                view: MessageView(message: message, conversation: .c2c(sender.id), from: sender.id))
            if theirPlace != nil {
                event.unread = edit.conversation.unread(edit.membership.unread, for: receiver.number)
                event.totalUnread = try memberships.movedTotal(of: receiver)
            }
            work.emit(event, to: receiver)
        } else if let theirs {
            try memberships.commitEdit(theirs, stored: false)
        }
        // The reply to who has sent it says neither what it replies to nor when it expires.
        let isImplied = isCopied && message.life == nil && !message.settings.contains(.replaced)
        if var own, let place = try place(message, in: &own) { try show(own, at: place, isImplied: isImplied) }
        if let theirs, let theirPlace { try show(theirs, at: theirPlace, isImplied: true) }
    }

    /// Where a conversation that a message has moved is in the list.
    private struct ListedPlace {
        let isNew: Bool
        /// In the user's stream.
        let seq: Seq?
    }

    /// `isImplied`: another event or a reply has the message.
    private func show(_ edit: MembershipEdit, at place: ListedPlace, isImplied: Bool) throws(CommandError) {
        let view = try views.view(edit)
        if place.isNew {
            work.emit(view, isNew: true, seq: place.seq, to: edit.account)
        } else {
            work.emit(ConversationChanged(view, isImplied: isImplied), to: edit.account)
        }
    }

    /// The message is the last one that this user sees: the conversation is new in the list, or changed (C-Q14). Nil: there is
    /// no place for it.
    private func place(
        _ message: StoredMessage, in edit: inout MembershipEdit, isChanged: Bool = false
    ) throws(CommandError) -> ListedPlace? {
        var isStored = isChanged
        let isNew = !edit.membership.isListed
        if isNew {
            try relist(&edit, at: message)
            guard edit.membership.isListed else {
                edit.membership.mentions = []
                try memberships.commitEdit(edit, stored: true)
                return nil
            }
            isStored = true
        }
        if message.seq <= edit.membership.held.endSeq {
            edit.membership.heldLast = message.id
            edit.membership.heldMessage = message
            isStored = true
        } else if edit.membership.heldLast != 0 {
            edit.membership.heldLast = 0
            edit.membership.heldMessage = nil
            isStored = true
        }
        try memberships.commitEdit(edit, stored: isStored)
        let seq =
            isNew
            ? try work.userStreams.append(.conversationNew, subject: edit.conversation.number, for: edit.account) : nil
        return ListedPlace(isNew: isNew, seq: seq)
    }

    /// whatever was before, the message that brings a conversation back is the only one unread.
    private func relist(_ edit: inout MembershipEdit, at message: StoredMessage) throws(CommandError) {
        let mine = message.sender == edit.account.number || !message.settings.contains(.shouldBeCounted)
        let counted = edit.conversation.counted(for: edit.account.number)
        edit.membership.unread.read(upTo: mine ? counted : counted - 1)
        try memberships.enlist(&edit, at: message.id.stamp)
    }

    /// The message becomes the head of the group's conversation. Its effect for most members is told to all of them at
    /// once, and follows from the head; one by one go the sender, those named, and those who are apart from the others.
    /// `removed`: who have just left the group, and are told something for the last time.
    func deliver(
        _ message: StoredMessage, naming: Naming = Naming(), by sender: Account, to group: Group,
        removed: [MemberContext] = []
    ) throws(CommandError) {
        let conversation = try self.conversations.conversation(of: group)
        work.visits += group.members.count
        try expireLists(of: group, conversation, removed)
        conversations.setLast(message, of: conversation)
        if message.settings.contains(.atAll) {
            conversation.note(CallToAll(seq: message.seq, id: message.id, sender: message.sender))
        }
        let isNotification = message.kind == .notification
        let view = try views.view(message, ofGroup: group.number, kind: group.kind)
        var excepted: Set<AccountNumber> = []
        var shown = naming.members
        var kept: [AccountNumber] = []
        for number in group.specialMembers {
            guard let member = group[number] else { continue }
            let effect = Effect.group(
                member.option, isBlocking: member.isBlocking, isNotification: isNotification,
                isMentioned: naming.names(number), shouldBeCounted: message.settings.contains(.shouldBeCounted))
            if !effect.isSeen {
                shown.remove(number)
                excepted.insert(number)
            } else if member.isListed || member.comesIntoList {
                shown.insert(number)
            } else if member.ignores(member.option), !shown.contains(number) {
                kept.append(number)
            }
        }
        if !isNotification, group[sender.number] != nil {
            excepted.insert(sender.number)
            shown.insert(sender.number)
            if message.settings.contains(.sync) { work.emit(MessageNew(view: view, isOwn: true), to: sender) }
        }
        work.emit(MessageNew(view: view), toGroup: group.number, except: excepted)
        let departed = removed.filter { $0.member.seesNotifications }.map(\.account)
        for account in departed { work.emit(MessageNew(view: view), to: account) }
        for number in kept {
            if let edit = try edit(of: number, in: conversation) { try keep(message, in: edit) }
        }
        for number in shown.sorted() {
            let edit =
                number == sender.number
                ? try memberships.edit(of: sender, in: conversation) : try edit(of: number, in: conversation)
            if let edit { try show(message, naming, in: edit) }
        }
        for account in departed { try show(message, naming, in: memberships.edit(of: account, in: conversation)) }
    }

    /// Another member's side of the conversation. Nil: one of the member's rows is damaged, which is not the sender's matter.
    private func edit(
        of number: AccountNumber, in conversation: Conversation
    ) throws(CommandError) -> MembershipEdit? {
        var edit: MembershipEdit?
        try work.skippingDamage { () throws(CommandError) in
            edit = try memberships.edit(of: accounts.account(number), in: conversation)
        }
        return edit
    }

    /// The member sees it, but has no place for the conversation in its list: its devices are given it when they come back.
    private func keep(_ message: StoredMessage, in former: MembershipEdit) throws(CommandError) {
        var edit = former
        edit.letThrough(message, counts: message.settings.contains(.shouldBeCounted))
        try memberships.commitEdit(edit, stored: true)
    }

    private func show(
        _ message: StoredMessage, _ naming: Naming, in former: MembershipEdit
    ) throws(CommandError) {
        var edit = former
        let account = edit.account
        let counts = message.settings.contains(.shouldBeCounted)
        var isChanged = false
        if message.kind != .notification, message.sender == account.number {
            isChanged = edit.membership.claim != .place
            edit.membership.claim = .place
            if counts {
                edit.membership.unread.pass(
                    edit.conversation.counted(for: account.number),
                    without: edit.conversation.voids(for: account.number))
                isChanged = true
            }
        } else {
            edit.letThrough(message, counts: counts)
        }
        if naming.members.contains(account.number) {
            edit.membership.mentions = (edit.membership.mentions + [message.seq]).suffix(AtInfo.most)
            isChanged = true
        }
        guard let place = try place(message, in: &edit, isChanged: isChanged) else { return }
        groupMembers.postpone(
            DeferredViews.Item(
                account: account, conversation: edit.conversation, isNew: place.isNew, seq: place.seq))
    }

    /// C-Q25: before a message comes after so long a silence, the lists that the conversation has fallen out of lose it. For
    /// some members the silence has been longer than for the group.
    private func expireLists(of group: Group, _ conversation: Conversation, _ removed: [MemberContext])
        throws(CommandError)
    {
        let cutoff = work.now - work.conversationPeriod
        let isQuiet = max(conversation.last?.time ?? 0, group.createdAt.time) <= cutoff
        let quiet = isQuiet ? Array(group.members.keys) : group.laggingMembers.filter { $0.value <= cutoff }.map(\.key)
        for number in quiet.sorted() {
            try work.skippingDamage { () throws(CommandError) in
                _ = try memberships.conversationList(of: accounts.account(number))
            }
        }
        if isQuiet { for context in removed { _ = try memberships.conversationList(of: context.account) } }
        group.forgetLags()
    }
}
