import ClientProtocol
import Domain
import JSON
import Storage

/// M-01 to M-06: messages are taken back.
package final class Recalls {
    private let work: UnitOfWork
    private let accounts: Accounts
    private let conversations: Conversations
    private let groups: Groups
    private let memberships: Memberships
    private let views: Views
    private let groupConversations: GroupConversations
    private let groupReceipts: GroupReceipts
    private let messageStore: MessageStore
    private let messageChanges: MessageChanges

    init(
        work: UnitOfWork, accounts: Accounts, conversations: Conversations, groups: Groups, memberships: Memberships,
        views: Views, groupConversations: GroupConversations, groupReceipts: GroupReceipts, messageStore: MessageStore,
        messageChanges: MessageChanges
    ) {
        self.work = work
        self.accounts = accounts
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.views = views
        self.groupConversations = groupConversations
        self.groupReceipts = groupReceipts
        self.messageStore = messageStore
        self.messageChanges = messageChanges
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
        guard let edit = try memberships.edit(id, of: account), let message = try messageStore.find(number),
            message.conversation == edit.conversation.number, message.seq > edit.membership.visibleAfter,
            message.kind != .notification
        else { throw .refused(.noMessage, keys: ["msgId"]) }
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
        guard let message = try messageStore.find(number), message.kind != .notification else {
            throw .refused(.noMessage, keys: ["msgId"])
        }
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
        // Whom it names is in the message alone.
        try forgetMentions(of: message, in: conversation)
        if message.settings.contains(.groupReceipt) {
            try groupReceipts.erase(after: MessageNumber(message.id.rawValue - 1), through: message.id)
        }
        let recalled = try messageChanges.change(message, in: conversation, isVoid: true) { place in
            message.recalled(recall, at: place)
        }
        try work.note(.messageRecalled, of: conversation.eventSubject, value: message.id.rawValue)
        return recalled
    }

    /// M-02: the marks of those named, and the one of all.
    private func forgetMentions(of message: StoredMessage, in conversation: Conversation) throws(CommandError) {
        guard conversation.group != nil else { return }
        if message.settings.contains(.atAll) { conversation.forgetCall(message.seq) }
        for name in message.mentionedNames {
            guard let account = try UserID(name).flatMap(accounts.account), account.isThere else { continue }
            var edit = try memberships.edit(of: account, in: conversation)
            guard edit.membership.mentions.contains(message.seq) else { continue }
            edit.membership.mentions.removeAll { $0 == message.seq }
            try memberships.commitEdit(edit, stored: true)
            groupConversations.postpone(
                DeferredViews.Item(account: account, conversation: conversation, isNew: false, seq: nil))
        }
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

extension StoredMessage {
    /// C-Q12: as the sender wrote them.
    fileprivate var mentionedNames: [String] {
        guard let mentions, let names = try? JSONDocument().parse(mentions).elements else { return [] }
        return names.compactMap(\.string)
    }
}
