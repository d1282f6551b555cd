/// How a user wants to receive a conversation's messages (C-Q11). The last two are for groups.
package enum ReceiveOption: Int64, CaseIterable, Sendable {
    case receive = 0
    case refuse = 1
    case withoutPush = 2
    case pushMentions = 3
    case receiveMentions = 4

    package static let forUsers: ClosedRange<Int64> = 0...2
    package static let forGroups: ClosedRange<Int64> = 0...4

    /// C-Q17, X-53: whether the conversation's unread messages are part of the total.
    package var countsInTotal: Bool { self == .receive || self == .receiveMentions }
}

/// The effects of a message on one recipient: a row of table X-M without its push column.
package struct Effect: Equatable, Sendable {
    /// A live event comes, and the conversation has a new last message.
    package let isSeen: Bool
    package let isCounted: Bool

    /// X-M04, X-M08, X-M13, X-M14: a message of another user in a conversation of two.
    package static func c2c(_ option: ReceiveOption, shouldBeCounted: Bool) -> Effect {
        Effect(isSeen: option != .refuse, isCounted: option != .refuse && shouldBeCounted)
    }

    /// X-M03 to X-M09, X-M13, X-M14: a user's message in a group.
    package static func group(
        _ option: ReceiveOption, isBlocking: Bool, isNotification: Bool, isMentioned: Bool, shouldBeCounted: Bool
    ) -> Effect {
        if isBlocking || option == .refuse { return Effect(isSeen: false, isCounted: false) }
        if isNotification { return Effect(isSeen: true, isCounted: false) }
        if option == .receiveMentions, !isMentioned { return Effect(isSeen: false, isCounted: false) }
        return Effect(isSeen: true, isCounted: shouldBeCounted)
    }
}

/// where only friends may write to each other.
package enum Correspondence {
    package enum Obstacle: Sendable {
        case neitherHasTheOther
        case receiverIsNotFriend
        case senderIsNotFriend
    }

    /// `forward`: the receiver is in the sender's list of friends; `backward`: the sender is in the receiver's.
    package static func obstacle(forward: Bool, backward: Bool) -> Obstacle? {
        switch (forward, backward) {
        case (true, true): return nil
        case (false, false): return .neitherHasTheOther
        case (false, true): return .receiverIsNotFriend
        case (true, false): return .senderIsNotFriend
        }
    }
}
