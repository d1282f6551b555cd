import ClientProtocol
import Domain
import Storage

/// M-01 to M-06: messages are taken back.
extension Edits {
    /// All that hangs on the message goes. `stub`: what is left of it, with the place of the change.
    func withdraw(
        _ message: StoredMessage, in conversation: Conversation, leaving stub: (Seq) -> StoredMessage
    ) throws(CommandError) -> StoredMessage {
        // Whom it names is in the message alone.
        if conversation.group != nil { try reactions.removeMentions(message, in: conversation) }
        try reactions.erase(of: message)
        try reactions.erasePin(of: message)
        try dropContent(of: message)
        if message.settings.contains(.groupReceipt) {
            try messages.eraseReceipts(after: MessageNumber(message.id.rawValue - 1), through: message.id)
        }
        return try messageChanges.change(message, in: conversation, isVoid: !message.isRecalled, stub)
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

    /// V-13: a backend takes back what a user has written behind a message, a bounded piece of it. `next`: where the next piece
    /// begins; nil: there is none.
    package func clear(
        of user: UserID, after first: MessageNumber, reason: String?
    ) throws(CommandError) -> (messages: [MessageNumber], next: MessageNumber?) {
        guard let account = try accounts.account(user) else { throw .refused(.noAccount, keys: ["userID"]) }
        let now = MessageNumber(Stamp(milliseconds: work.now + 1))
        guard let found = try messageStore.written(by: account, after: first, through: now, limit: mostCleared) else {
            return ([], nil)
        }
        var cleared: [MessageNumber] = []
        for number in found.messages {
            guard let message = try messageStore.find(number), message.sender == account.number,
                message.kind != .notification, !message.isRecalled, !message.isGone(at: work.now)
            else { continue }
            let conversation = try conversations.conversation(message.conversation)
            cleared.append(
                try recall(message, in: conversation, Recall(user: nil, time: work.now, reason: reason)).id)
        }
        return (cleared, found.through)
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
        let recalled = try withdraw(message, in: conversation) { place in
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

private let mostCleared = 32
