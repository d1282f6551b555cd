/// Whether a message is pushed to one recipient, and by which row of X-M.
package enum PushDecision: Equatable, Sendable {
    case push
    case none(PushObstacle)

    /// The facts that the decision follows from, as they were when the message was sent.
    package struct Facts: Sendable {
        package var isOwn = false
        /// M-14: since.
        package var isRecalled = false
        /// M-38: since.
        package var isExpired = false
        /// T-Q15: the sender's apnsEnabled.
        package var isSwitchedOn = true
        /// In a conversation of two there is no role, block or notify state.
        package var isMember = true
        package var isNotification = false
        package var isBlocking = false
        package var option = ReceiveOption.receive
        package var isMentioned = false
        package var notify = GroupNotify.all
        /// T-Q19: the sender is owner or admin.
        package var isFromLeader = false
        package var isQuietHour = false
        /// T-56, T-57: forcePush is on, and the recipient among those that it is for.
        package var isForced = false

        package init() {}
    }

    /// X-M, X-52: the first row that holds decides.
    package static func outcome(of facts: Facts) -> PushDecision {
        if facts.isOwn { return .none(.ownMessage) }
        if facts.isExpired { return .none(.expired) }
        if facts.isRecalled { return .none(.recalled) }
        if !facts.isMember { return .none(.notMember) }
        if !facts.isSwitchedOn { return .none(.switchedOff) }
        if facts.isBlocking { return .none(.groupBlocked) }
        if facts.option == .refuse { return .none(.refused) }
        if facts.isNotification { return .none(.notification) }
        if facts.option == .receiveMentions, !facts.isMentioned { return .none(.notMentioned) }
        guard let obstacle = yieldingObstacle(facts), !facts.isForced else { return .push }
        return .none(obstacle)
    }

    /// T-Q24: what force push overrides.
    private static func yieldingObstacle(_ facts: Facts) -> PushObstacle? {
        if facts.option == .withoutPush { return .withoutPush }
        if facts.option == .pushMentions, !facts.isMentioned { return .mentionsOnly }
        switch facts.notify {
        case .none: return .notifyNone
        case .onlyManagers where !facts.isFromLeader: return .notifyManagersOnly
        case .all, .onlyManagers: return facts.isQuietHour ? .quietHours : nil
        }
    }
}

/// Why a message is not pushed. The raw values are on the wire.
package enum PushObstacle: String, CaseIterable, Sendable {
    case ownMessage
    case recalled
    case expired
    case notMember
    case switchedOff
    case groupBlocked
    case refused
    case notification
    case notMentioned
    case withoutPush
    case mentionsOnly
    case notifyNone
    case notifyManagersOnly
    case quietHours
    // From here on no rule keeps the message from being pushed.
    case noDevice
    case online
    case noProvider

    /// The row of X-M, or what else says so.
    package var rule: String {
        switch self {
        case .ownMessage: "X-M"
        case .recalled: "M-14"
        case .expired: "M-38"
        case .notMember, .switchedOff: "T-Q24"
        case .groupBlocked: "X-M03"
        case .refused: "X-M04"
        case .notification: "X-M05"
        case .notMentioned: "X-M06"
        case .withoutPush: "X-M08"
        case .mentionsOnly: "X-M09"
        case .notifyNone: "X-M11"
        case .notifyManagersOnly: "X-M12"
        case .quietHours: "X-M13"
        case .noDevice, .noProvider: "T-Q27"
        case .online: "X-52"
        }
    }
}
