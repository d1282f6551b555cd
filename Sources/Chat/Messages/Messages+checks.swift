import ClientProtocol
import Domain
import Storage

/// The members that a message in a group names (C-Q12).
struct Naming {
    var everybody = false
    /// Members other than the sender.
    var members: Set<AccountNumber> = []

    func names(_ account: AccountNumber) -> Bool { everybody || members.contains(account) }
}

/// Whether a user may say something, and whom it may name.
extension Messages {
    /// Refuses a message to a user who has blocked the sender, or where only friends may write.
    func requireCorrespondence(from sender: Account, to receiver: Account, in conversation: Conversation?)
        throws(CommandError)
    {
        if sender === receiver { return }
        let backward = try memberships.relationship(of: receiver, towards: sender, in: conversation)
        if backward.isBlocked { throw .refused(.blacklisted) }
        guard work.options.requiresFriend else { return }
        let forward = try memberships.relationship(of: sender, towards: receiver, in: conversation)
        switch Correspondence.obstacle(forward: forward.isFriend, backward: backward.isFriend) {
        case nil: return
        case .neitherHasTheOther: throw .refused(.notFriends)
        case .receiverIsNotFriend: throw .refused(.receiverNotFriend)
        case .senderIsNotFriend: throw .refused(.senderNotFriend)
        }
    }

    /// G-Q31, X-41: in this order.
    func writableGroup(_ id: String, _ sender: Account, isChecked: Bool) throws(CommandError) -> Group {
        let group = try groups.group(id, key: "conversationID")
        let member = group[sender.number]
        if member == nil, sender.isThere { throw .refused(.notInGroup, keys: ["conversationID"]) }
        try group.requireSound(sender.number)
        if group.isDisabled {
            throw .refused(.noGroupRight, "the group is disabled", keys: ["conversationID"])
        }
        guard isChecked, let member else { return group }
        if member.isMuted(at: work.now) { throw .refused(.mutedInGroup) }
        if GroupRights.isSilenced(member.role, isWhiteListed: member.isWhiteListed, by: group.mute) {
            throw .refused(.allMutedInGroup)
        }
        return group
    }

    /// C-Q12, X-55: members alone can be named, and nobody names himself.
    /// `isChecked`: whether the sender may name them.
    func naming(
        of draft: Draft, by sender: Account, in group: Group, isChecked: Bool = true
    ) throws(CommandError) -> Naming {
        var naming = Naming()
        for name in draft.mentions ?? [] {
            if name.isSpelled(like: AtInfo.everybody) {
                if isChecked, work.options.leadersNameAll, group[sender.number]?.role == .member {
                    throw .refused(.noGroupRight, "only owner and admins may mention all members", keys: ["atUserList"])
                }
                naming.everybody = true
            } else if let account = try UserID(name).flatMap(accounts.account), account !== sender,
                group[account.number] != nil
            {
                naming.members.insert(account.number)
            }
        }
        return naming
    }

    /// M-30: a message of the conversation that the sender can read, and that is kept. `conversation` nil: there is none yet.
    /// `visibleTo`: for whom the reply is; it says who has written to whom, so these have to see the message, too.
    func reply(
        to number: MessageNumber, in conversation: Conversation?, by sender: Account, visibleTo users: [String] = []
    ) throws(CommandError) -> MessageReply {
        guard let conversation, let message = try messageStore.find(number),
            message.conversation == conversation.number, !message.isRecalled, !message.isGone(at: work.now),
            message.settings.contains([.history, .persist]), try isShown(message, in: conversation, to: sender),
            try groupMembers.isVisible(message, toAllOf: users, in: conversation)
        else { throw .refused(.noMessage, keys: ["replyTo"]) }
        return MessageReply(
            message: message.id, seq: message.seq, from: try accounts.account(message.sender).id.text)
    }

    /// M-33: the sender, and those who block the group, refuse its messages or do not have it in their lists.
    func members(
        ofGroup number: GroupNumber, whoWantNoSignals sender: AccountNumber
    ) throws(CommandError) -> Set<AccountNumber> {
        guard let group = try groups.group(number) else { return [sender] }
        let others = group.specialMembers.filter { account in
            group[account].map { $0.isBlocking || $0.option == .refuse } ?? false
        }
        return others.union(group.unlistedMembers).union([sender])
    }

    /// The system sender has no history, and sees everything.
    private func isShown(
        _ message: StoredMessage, in conversation: Conversation, to account: Account
    ) throws(CommandError) -> Bool {
        if !account.isThere { return true }
        guard try memberships.edit(of: account, in: conversation).shows(message.seq, in: work.store) else {
            return false
        }
        return try message.isVisible(to: account, in: conversation, groups)
    }
}
