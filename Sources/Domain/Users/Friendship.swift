/// R-Q19: the outcome of a request to have another user as a friend.
package enum FriendAddition: Equatable, Sendable {
    case refused(Obstacle)
    /// R-Q20: nothing changes.
    case alreadyFriends
    /// R-Q20: the other has the user already; the user's own entry is made.
    case ownEntry
    /// the other is asked.
    case request
    /// R-Q18: the entries that are missing are made.
    case entries

    package enum Obstacle: CaseIterable, Sendable {
        case barred
        case inOwnBlacklist
        case inOthersBlacklist
        case forbidden
        case ownListIsFull
        case groupsAreFull
        case othersListIsFull
        case requestsAreFull
    }

    /// The state before the request.
    package struct Facts: Sendable {
        /// The user may not add anybody.
        package var isBarred = false
        package var hasBlocked = false
        package var isBlocked = false
        package var hasOther = false
        package var isHad = false
        /// R-Q18: both are to be in each other's lists.
        package var isMutual = true
        package var allowType = AllowType.anybody
        package var ownListIsFull = false
        /// R-Q17: the entry shall be in a group for which there is no room.
        package var groupsAreFull = false
        package var othersListIsFull = false
        /// R-Q23: on either side, and this request would be one more.
        package var requestsAreFull = false

        package init() {}
    }

    package static func outcome(of facts: Facts) -> FriendAddition {
        if facts.isBarred { return .refused(.barred) }
        if facts.hasBlocked { return .refused(.inOwnBlacklist) }
        if facts.isBlocked { return .refused(.inOthersBlacklist) }
        if facts.hasOther, facts.isHad || !facts.isMutual { return .alreadyFriends }
        if !facts.isHad, facts.allowType == .nobody { return .refused(.forbidden) }
        if !facts.hasOther, facts.ownListIsFull { return .refused(.ownListIsFull) }
        if !facts.hasOther, facts.groupsAreFull { return .refused(.groupsAreFull) }
        if facts.isHad { return .ownEntry }
        if facts.isMutual, facts.othersListIsFull { return .refused(.othersListIsFull) }
        guard facts.allowType == .afterConfirmation else { return .entries }
        return facts.requestsAreFull ? .refused(.requestsAreFull) : .request
    }
}

/// what a user changes about a friend; nil leaves it as it is.
package struct FriendChange: Sendable {
    package var remark: String?
    /// Names; the friend is in these and no others (R-Q13).
    package var groups: [String]?
    package var custom: [String: CustomValue] = [:]

    package init() {}
}

/// A user's answer to a friend request.
package enum FriendResponse: Int64, CaseIterable, Sendable {
    case agree = 0
    case agreeAndAdd = 1
    case reject = 2
}

/// The sides of two users that have the other as a friend.
package enum FriendRelation: Int64, Sendable {
    case none = 0
    case own = 1
    case others = 2
    case mutual = 3

    package init(hasOther: Bool, isHad: Bool) {
        self = hasOther ? (isHad ? .mutual : .own) : (isHad ? .others : .none)
    }
}

/// R-60, R-Q16: empty, or the prefix and one to eight letters.
package enum FriendSource {
    package static let prefix = "AddSource_Type_"

    package static func isOne(_ text: String) -> Bool {
        if text.isEmpty { return true }
        guard text.utf8.starts(with: prefix.utf8) else { return false }
        let word = text.utf8.dropFirst(prefix.utf8.count)
        return (1...8).contains(word.count) && word.allSatisfy(\.isLetter)
    }
}
