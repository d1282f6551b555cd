import ClientProtocol
import Domain
import Storage

/// M-01 to M-06: messages are taken back.
package final class Recalls {
    private let work: UnitOfWork
    private let accounts: Accounts
    private let conversations: Conversations
    private let groups: Groups
    private let views: Views
    private let messageStore: MessageStore
    private let pushes: Pushes
    private let messageChanges: MessageChanges
    private let withdrawals: Withdrawals

    init(
        work: UnitOfWork, accounts: Accounts, conversations: Conversations, groups: Groups, views: Views,
        messageStore: MessageStore, pushes: Pushes, messageChanges: MessageChanges, withdrawals: Withdrawals
    ) {
        self.work = work
        self.accounts = accounts
        self.conversations = conversations
        self.groups = groups
        self.views = views
        self.messageStore = messageStore
        self.pushes = pushes
        self.messageChanges = messageChanges
        self.withdrawals = withdrawals
    }

    /// A user takes a message back. Of one that has been taken back already nothing changes.
    package func recall(
        _ number: MessageNumber, in id: ConversationID, reason: String?, by caller: AccountNumber
    ) throws(CommandError) -> MessageView {
        let account = try accounts.caller(caller)
        let group: Group? = if case .group(let id) = id { try groups.group(id, key: "conversationID") } else { nil }
        if let group {
            if group[caller] == nil { throw .refused(.notInGroup, keys: ["conversationID"]) }
            try group.requireSound(caller)
        }
        let (edit, message) = try messageChanges.visible(number, in: id, for: account)
        let isLeader = group.map { MessageRights.canRecall($0, message.sender, by: caller) } ?? false
        guard message.sender == caller || isLeader else {
            throw .refused(group == nil ? .forbidden : .noGroupRight, "it is another user's message", keys: ["msgId"])
        }
        if !isLeader, !message.isRecalled, isTooLate(message) { throw .refused(.tooLate, keys: ["msgId"]) }
        let recall = Recall(user: account.id, time: work.now, reason: reason)
        let recalled = try self.recall(message, in: edit.conversation, recall)
        return try views.view(recalled, in: edit.conversation, for: account)
    }

    /// M-06: a backend takes a message back, whoever sent it and whenever.
    package func recall(_ number: MessageNumber, reason: String?) throws(CommandError) -> MessageNumber {
        guard let message = try messageStore.find(number), message.kind != .notification,
            !message.isGone(at: work.now)
        else { throw .refused(.noMessage, keys: ["msgId"]) }
        let conversation = try conversations.conversation(message.conversation)
        return try recall(message, in: conversation, Recall(user: nil, time: work.now, reason: reason)).id
    }

    /// M-04: the sender alone is in a hurry.
    private func isTooLate(_ message: StoredMessage) -> Bool {
        let bound = work.options.recallSeconds
        return bound >= 0 && message.time + Milliseconds(Int64(bound) * 1_000) <= work.now
    }

    private func recall(
        _ message: StoredMessage, in conversation: Conversation, _ recall: Recall
    ) throws(CommandError) -> StoredMessage {
        if message.isRecalled { return message }
        try pushes.replacePushes(of: message)
        let recalled = try withdrawals.withdraw(message, in: conversation) { place in
            message.recalled(recall, at: place)
        }
        try work.note(.messageRecalled, of: conversation.eventSubject, value: message.id.rawValue)
        return recalled
    }
}

enum MessageRights {
    /// M-05: an owner takes back everybody's messages, an admin everybody's but the owner's.
    static func canRecall(_ group: Group, _ sender: AccountNumber, by caller: AccountNumber) -> Bool {
        switch group[caller]?.role {
        case .owner: true
        case .admin: group[sender]?.role != .owner
        case .member, nil: false
        }
    }
}
