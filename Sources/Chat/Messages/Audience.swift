import ClientProtocol
import Domain

/// M-54: the members of a group to whom alone a message is visible.
struct Audience: Equatable {
    let users: [String]
    /// Zero: the sender is one of the users.
    let sender: AccountNumber
    let message: MessageNumber
}

/// A user who is given messages. `joinedAt`: when it has become a member of the group; nil: it is none.
struct MessageRecipient {
    let account: AccountNumber
    let user: UserID
    let joinedAt: Stamp?

    /// M-55: one who has left since the message has lost it, also if it has come back. Nil: the message is for all.
    func isIn(_ audience: Audience?) -> Bool {
        guard let audience else { return true }
        guard let joinedAt, joinedAt < audience.message.stamp else { return false }
        return account == audience.sender || audience.users.contains { $0.isSpelled(like: user.text) }
    }
}

extension StoredMessage {
    package var isTargeted: Bool { life.map { !$0.visibleTo.isEmpty } ?? false }

    /// Nil: it is for all who are in the conversation, as most are.
    var audience: Audience? {
        guard let life, !life.visibleTo.isEmpty else { return nil }
        return Audience(users: life.visibleTo, sender: sender, message: id)
    }
}

extension MessageRecipient {
    /// Of a conversation of two, where all messages are for both, it says nothing.
    static func find(
        _ account: Account, in conversation: Conversation, _ groups: Groups
    ) throws(CommandError) -> MessageRecipient {
        let joinedAt =
            if let group = conversation.group { try groups.joinedAt(account, inGroup: group) } else { nil as Stamp? }
        return MessageRecipient(account: account.number, user: account.id, joinedAt: joinedAt)
    }
}

extension StoredMessage {
    func isVisible(
        to account: Account, in conversation: Conversation, _ groups: Groups
    ) throws(CommandError) -> Bool {
        guard let audience else { return true }
        return try MessageRecipient.find(account, in: conversation, groups).isIn(audience)
    }
}

extension Audience {
    /// The members of the group who see the message, its sender among them.
    func members(of group: Group, _ accounts: Accounts) throws(CommandError) -> [Account] {
        var numbers: Set<AccountNumber> = [sender]
        for user in users {
            if let account = try UserID(user).flatMap(accounts.account) { numbers.insert(account.number) }
        }
        let members = numbers.filter { number in
            group[number].map { $0.joinedAt < message.stamp } ?? false
        }
        return try members.sorted().map(accounts.account)
    }
}

extension GroupMembers {
    /// M-54: nobody else can be the only one to see a message.
    func requireMembers(_ users: [String], of group: Group) throws(CommandError) {
        for user in users {
            guard let account = try UserID(user).flatMap(accounts.account), group[account.number] != nil else {
                throw .refused(.notInGroup, "no member has this id", keys: ["visibleTo"])
            }
        }
    }

    /// Whether these users, and nobody else, can be told of the message; none are named: all are meant.
    func isVisible(
        _ message: StoredMessage, toAllOf users: [String], in conversation: Conversation
    ) throws(CommandError) -> Bool {
        if !message.isTargeted { return true }
        for user in users {
            guard let account = try UserID(user).flatMap(accounts.account),
                try message.isVisible(to: account, in: conversation, groups)
            else { return false }
        }
        return !users.isEmpty
    }

    /// M-54: no list, no count and no member's row knows of the message. The receive options hold as for others.
    func deliver(
        _ message: StoredMessage, by sender: Account, to audience: Audience, in group: Group
    ) throws(CommandError) {
        try conversations.conversation(of: group).targeted = (message.id, message.seq)
        let view = try views.view(message, ofGroup: group.number, kind: group.kind)
        for account in try audience.members(of: group, accounts) {
            if account === sender {
                if message.settings.contains(.sync) { work.emit(MessageNew(view: view, isOwn: true), to: sender) }
            } else if let member = group[account.number], !member.ignores(member.option) {
                work.emit(MessageNew(view: view), to: account)
            }
        }
    }
}
