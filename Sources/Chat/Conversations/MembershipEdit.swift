import Domain

/// A membership at work: what it was worth to the total before, so that `commitEdit` knows what to take off and to add.
struct MembershipEdit {
    let account: Account
    let conversation: Conversation
    var membership: Membership { didSet { isTouched = true } }
    /// Otherwise the list has it as it is.
    private(set) var isTouched = false
    /// To the total, when the work on it began.
    let unreadContribution: Int64

    /// There is something of it for the user: in the list, or in the history alone.
    var isThere: Bool { membership.isListed || membership.lastSeq(of: conversation) > membership.visibleAfter }

    /// How many messages are unread; outside of the list none are.
    var unread: Int64 {
        membership.isListed ? conversation.unread(membership.unread, for: account.number) : 0
    }
}

extension MembershipEdit {
    init(_ membership: Membership, of account: Account, in conversation: Conversation) {
        self.init(
            account: account, conversation: conversation, membership: membership,
            unreadContribution: membership.unreadContribution(in: conversation, to: account.number))
    }

    /// Ascending in the order of the list.
    var position: ListPosition {
        ListPosition(isPinned: membership.isPinned, stamp: membership.order(in: conversation))
    }
}
