import Domain

/// Something to tell to a user's devices. A class, since it goes through many hands.
package final class ServerEvent: Sendable {
    package enum Content: Sendable {
        case message(MessageView)
        /// `seq`: its place in the user's stream; nil if it is not in it.
        case conversations([ConversationView], isNew: Bool, seq: Int64?)
        /// `ids`: a JSON list of them.
        case conversationsDeleted(_ ids: String, seq: Int64)
        case total(Int64)
        case receipt(ReceiptView, seq: Int64)
        /// `group`: the id.
        case groupReceipts([GroupReceiptView], group: String)
        /// `seq`: nil for what only the user's other devices are told.
        case relation(RelationView, seq: Int64?)
        case profile(UserID, seq: Int64)
        case friendGroups(FriendGroupsChange)
        /// To the user's other devices; those that are away find it in the stream.
        case subscriptions(SubscriptionChanges, seq: Int64)
        /// To the user's other devices.
        case quietHours(QuietHours)
        /// To followers alone.
        case subscriptionEvent(SubscriptionEvent)
        /// `isOfGroup`: its seq is of the group's stream, and not of the user's.
        case group(GroupEvent, isOfGroup: Bool)
        /// From here on the user's sessions hear what concerns all members of the group; or no longer.
        case entered(group: GroupNumber)
        case left(group: GroupNumber)
        /// The account can no longer be used: its sessions end.
        case accountEnded
    }

    package enum Audience: Sendable {
        /// `sparesOrigin`: not the device that caused it, which has its reply.
        case user(UserID, sparesOrigin: Bool)
        /// All members but these, by account number.
        case group(GroupNumber, except: Set<AccountNumber>)
        case followers([Follower])
    }

    package let content: Content
    package let audience: Audience

    init(_ content: Content, to recipient: UserID, sparesOrigin: Bool) {
        self.content = content
        audience = .user(recipient, sparesOrigin: sparesOrigin)
    }

    init(_ content: Content, toFollowers followers: [Follower]) {
        self.content = content
        audience = .followers(followers)
    }

    init(_ content: Content, toGroup group: GroupNumber, except exceptions: Set<AccountNumber>) {
        self.content = content
        audience = .group(group, except: exceptions)
    }
}
