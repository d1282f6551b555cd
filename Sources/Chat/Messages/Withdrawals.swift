import Domain

/// Takes messages out of what is said in a conversation, for all in it: recalls and expiry (M-02, M-36).
final class Withdrawals {
    private let mentionMarks: MentionMarks
    private let reactions: Reactions
    private let pins: Pins
    private let groupReceipts: GroupReceipts
    private let messageChanges: MessageChanges

    init(
        mentionMarks: MentionMarks, reactions: Reactions, pins: Pins, groupReceipts: GroupReceipts,
        messageChanges: MessageChanges
    ) {
        self.mentionMarks = mentionMarks
        self.reactions = reactions
        self.pins = pins
        self.groupReceipts = groupReceipts
        self.messageChanges = messageChanges
    }

    /// All that hangs on the message goes. `stub`: what is left of it, with the place of the change.
    func withdraw(
        _ message: StoredMessage, in conversation: Conversation, leaving stub: (Seq) -> StoredMessage
    ) throws(CommandError) -> StoredMessage {
        // Whom it names is in the message alone.
        if conversation.group != nil { try mentionMarks.remove(message, in: conversation) }
        try reactions.erase(of: message)
        try pins.erase(of: message)
        if message.settings.contains(.groupReceipt) {
            try groupReceipts.erase(after: MessageNumber(message.id.rawValue - 1), through: message.id)
        }
        return try messageChanges.change(message, in: conversation, isVoid: !message.isRecalled, stub)
    }
}
