import Domain

/// One user's view of one conversation.
struct Membership {
    let conversation: ConversationNumber
    /// The account number of the other; one's own in the conversation with oneself; 0 in a group.
    var peer: AccountNumber
    /// The stamp at which it came into the list.
    var listedAt: Stamp = 0
    /// When the user changed something about it, in milliseconds (C-Q25).
    var changedAt: Milliseconds = 0
    var readSeq: Seq = 0
    var unread = Unread()
    /// C-35: what the user has deleted ends here.
    var visibleAfter: Seq = 0
    /// T-Q28: up to when the user has read, for the other to see; milliseconds.
    var receiptTime: Milliseconds = 0
    /// Where that stands in the other's stream; 0: nowhere.
    var receiptSeq: Seq = 0
    /// How the user stands to the other. Not stored here.
    var relationship = Relationship.stranger
    // Side by side and behind a value that ends in flags, they share a word.
    /// In the user's list (C-39: one of at most a hundred).
    var isListed = false
    var isPinned = false
    var claim = ListClaim.place
    /// The user wants to come back to it; counts do not know of it.
    var isMarkedUnread = false
    var option = ReceiveOption.receive
    private var rare: RareBox?

    /// The memory that one holds, about.
    static let weight = 240

    init(conversation: ConversationNumber, peer: AccountNumber) {
        self.conversation = conversation
        self.peer = peer
    }

    /// The last message there is for this user.
    func lastSeq(of conversation: Conversation) -> Seq {
        endSeq ?? conversation.lastSeq
    }

    /// The newest message of all for this user; lists do not show each.
    func headSeq(of conversation: Conversation) -> Seq {
        endSeq ?? conversation.headSeq
    }

    /// The last message as this user sees it (C-Q13).
    func lastMessage(of conversation: Conversation) -> StoredMessage? {
        guard let last = conversation.last, last.seq > visibleAfter else { return nil }
        return last.seq > held.endSeq && last.seq > hiddenEnd ? last : heldMessage
    }

    /// C-Q12: whether a message of another member's that names the user, or all, is shown as one that does.
    func shows(_ seq: Seq, _ id: MessageNumber) -> Bool {
        seq > readSeq && id.stamp >= listedAt && !held.contains(seq)
    }

    /// The list's order (C-Q04): the last message's stamp, or that of the creation.
    func order(in conversation: Conversation) -> Stamp {
        lastMessage(of: conversation)?.id.stamp ?? listedAt
    }

    /// C-Q25: the last change, in milliseconds.
    func lastChange(in conversation: Conversation) -> Milliseconds {
        max(changedAt, order(in: conversation).time)
    }

    /// The last change, if the list shows an older message than the conversation's last one.
    func lag(in conversation: Conversation) -> Milliseconds? {
        guard isListed, let last = conversation.last, lastMessage(of: conversation)?.seq != last.seq else { return nil }
        return lastChange(in: conversation)
    }

    /// C-28, C-Q17: what it adds to the total of unread messages.
    func unreadContribution(in conversation: Conversation, to account: AccountNumber) -> Int64 {
        guard isListed, option.countsInTotal else { return 0 }
        return conversation.unread(unread, for: account)
    }
}

/// The fields that most memberships leave empty. They lie apart, since memberships are copied all the time.
private struct RareFields {
    var held = IgnoredRanges()
    var heldLast: MessageNumber = 0
    var heldMessage: StoredMessage?
    var endSeq: Seq?
    var formerGroup: GroupAppearance?
    var mentions: [Seq] = []
    var hidesMessages = false
    var hiddenEnd: Seq = 0
    var note: ConversationNote?

    var isEmpty: Bool {
        held.ranges.isEmpty && heldLast == 0 && heldMessage == nil && endSeq == nil && formerGroup == nil
            && mentions.isEmpty && !hidesMessages && hiddenEnd == 0 && note == nil
    }
}

private final class RareBox {
    let fields: RareFields

    init(_ fields: RareFields) {
        self.fields = fields
    }
}

extension Membership {
    /// X-M04: the seqs of others' messages that are in the history and nowhere else, …
    var held: IgnoredRanges {
        get { rare?.fields.held ?? IgnoredRanges() }
        set { changeRare { $0.held = newValue } }
    }

    /// … and the last message as long as nothing newer than they comes.
    var heldLast: MessageNumber {
        get { rare?.fields.heldLast ?? 0 }
        set { changeRare { $0.heldLast = newValue } }
    }

    /// The message of `heldLast`. Not stored.
    var heldMessage: StoredMessage? {
        get { rare?.fields.heldMessage }
        set { changeRare { $0.heldMessage = newValue } }
    }

    /// the last message of the group that the user has left. Later messages are nothing to the user.
    var endSeq: Seq? {
        get { rare?.fields.endSeq }
        set { changeRare { $0.endSeq = newValue } }
    }

    /// what the conversation shows of that group. Not stored here.
    var formerGroup: GroupAppearance? {
        get { rare?.fields.formerGroup }
        set { changeRare { $0.formerGroup = newValue } }
    }

    /// C-Q12: the seqs of unread messages in a group that name this user, ascending.
    var mentions: [Seq] {
        get { rare?.fields.mentions ?? [] }
        set { changeRare { $0.mentions = newValue } }
    }

    /// M-27: the user has deleted single messages.
    var hidesMessages: Bool {
        get { rare?.fields.hidesMessages ?? false }
        set { changeRare { $0.hidesMessages = newValue } }
    }

    /// The last of them. Not stored here.
    var hiddenEnd: Seq {
        get { rare?.fields.hiddenEnd ?? 0 }
        set { changeRare { $0.hiddenEnd = newValue } }
    }

    /// The user's notes about it. Not stored here, but for its mark.
    var note: ConversationNote? {
        get { rare?.fields.note }
        set { changeRare { $0.note = newValue } }
    }

    private mutating func changeRare(_ change: (inout RareFields) -> Void) {
        var fields = rare?.fields ?? RareFields()
        change(&fields)
        if fields.isEmpty { rare = nil } else { rare = RareBox(fields) }
    }
}
