import ClientProtocol
import Domain
import Storage

/// M-31, M-32: messages that stand out in a conversation.
extension Reactions {
    /// In a conversation.
    static let mostPins = 50

    package func pin(
        _ number: MessageNumber, in id: ConversationID, _ isPinned: Bool, by caller: AccountNumber
    ) throws(CommandError) -> MessageView {
        let account = try accounts.caller(caller)
        if case .group(let id) = id { try requireLeader(account, of: id) }
        let (edit, message) = try messageChanges.visible(number, in: id, for: account)
        guard message.settings.contains([.history, .persist]) else {
            throw .refused(.forbidden, "it is not kept, so it can be recalled alone", keys: ["msgId"])
        }
        if message.isRecalled { throw .refused(.noMessage, "it was recalled", keys: ["msgId"]) }
        if message.isTargeted { throw .refused(.forbidden, "it is for some members alone", keys: ["msgId"]) }
        guard (message.life?.pin != nil) != isPinned else { return try views.personalView(message, in: edit) }
        if isPinned {
            if case .c2c(let user) = id {
                guard let receiver = try accounts.reachableAccount(user) else {
                    throw .refused(.noTarget, keys: ["conversationID"])
                }
                try messages.requireCorrespondence(from: account, to: receiver, in: edit.conversation)
            }
            try insertPin(message)
        } else {
            try erasePin(of: message)
        }
        let pin = isPinned ? MessagePin(user: account.id.text, time: work.now) : nil
        let changed = try messageChanges.change(message, in: edit.conversation, isVoid: false) { place in
            message.pinned(pin, at: place)
        }
        return try views.personalView(changed, in: edit)
    }

    private func requireLeader(_ account: Account, of id: String) throws(CommandError) {
        let group = try groups.group(id, key: "conversationID")
        guard let member = group[account.number] else { throw .refused(.notInGroup, keys: ["conversationID"]) }
        try group.requireSound(account.number)
        if member.role == .member { throw .refused(.noGroupRight, keys: ["conversationID"]) }
    }

    /// Messages that are kept no longer take no room.
    private func insertPin(_ message: StoredMessage) throws(CommandError) {
        try work.execute(
            "DELETE FROM pinned_message WHERE conversation = $1 AND message < $2",
            [.integer(message.conversation), .integer(work.messageCutoff)])
        var count: Int64 = 0
        try work.query(
            "SELECT count(*) FROM pinned_message WHERE conversation = $1", [.integer(message.conversation)]
        ) { row in count = row.integer(0) }
        if count >= Int64(Self.mostPins) { throw .refused(.tooMany, "\(count) messages are pinned", keys: ["msgId"]) }
        try work.execute(
            "INSERT INTO pinned_message (conversation, message, stamp) VALUES ($1, $2, $3)",
            [.integer(message.conversation), .integer(message.id), .integer(try work.stamp())])
    }

    /// Also of one that is recalled.
    func erasePin(of message: StoredMessage) throws(CommandError) {
        guard message.life?.pin != nil else { return }
        try work.execute(
            "DELETE FROM pinned_message WHERE conversation = $1 AND message = $2",
            [.integer(message.conversation), .integer(message.id)])
    }
}
