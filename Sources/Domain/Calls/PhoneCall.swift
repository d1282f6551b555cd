/// A call while it rings and lasts (J-01 to J-08), and what each verb makes of it. The gateway's time is handed in: no client's
/// clock counts.
package struct PhoneCall: Equatable, Sendable {
    package struct User: Equatable, Sendable {
        package let account: AccountNumber
        package fileprivate(set) var state: State
        /// Why it is in that state, where that is no act of its own.
        package fileprivate(set) var reason: Reason?
        /// The device that has decided. Empty: none has.
        package fileprivate(set) var device: String
        package fileprivate(set) var since: Milliseconds
        /// False: it is busy, or wants to hear nothing from the conversation.
        package let isTold: Bool
        /// The notification by which its devices are pushed to. 0: there is none.
        package var push: MessageNumber = 0

        package init(
            account: AccountNumber, state: State, reason: Reason? = nil, device: String = "", since: Milliseconds,
            isTold: Bool = true
        ) {
            self.account = account
            self.state = state
            self.reason = reason
            self.device = device
            self.since = since
            self.isTold = isTold
        }
    }

    /// J-02. The numbers are the store's.
    package enum State: Int64, CaseIterable, Sendable {
        case ringing = 0
        case accepted, rejected, busy, missed, left
    }

    package enum Reason: Int64, CaseIterable, Sendable {
        /// The inviter has taken it back.
        case cancelled = 1
        case timeout
        /// No session of the user has been left for a minute.
        case disconnected
        /// The user may take part no more: it has left the group, or its account is deleted.
        case removed
        /// The call was over.
        case ended
    }

    /// J-09. As the store, metrics and clients have it.
    package enum Outcome: String, CaseIterable, Sendable {
        case answered, rejected, busy, missed, cancelled
    }

    package enum Answer: Sendable {
        case done
        /// The same device has done so before.
        case repeated
        case tooLate
    }

    package let inviter: AccountNumber
    package let startedAt: Milliseconds
    package let ringsUntil: Milliseconds
    /// Nil: nobody has accepted.
    package private(set) var answeredAt: Milliseconds?
    package private(set) var endedAt: Milliseconds?
    /// Nil: it has not ended.
    package private(set) var outcome: Outcome?
    /// The inviter first.
    package var users: [User]

    package static let longest: Milliseconds = .days(1)

    /// `users`: those who are called; each rings or is busy.
    package init(by inviter: User, to users: [User], startedAt: Milliseconds, ringsUntil: Milliseconds) {
        self.init(inviter.account, startedAt, ringsUntil, users: [inviter] + users)
        settle(at: startedAt)
    }

    /// As it was stored.
    package init(
        _ inviter: AccountNumber, _ startedAt: Milliseconds, _ ringsUntil: Milliseconds,
        answeredAt: Milliseconds? = nil,
        endedAt: Milliseconds? = nil, outcome: Outcome? = nil, users: [User]
    ) {
        self.inviter = inviter
        self.startedAt = startedAt
        self.ringsUntil = ringsUntil
        self.answeredAt = answeredAt
        self.endedAt = endedAt
        self.outcome = outcome
        self.users = users
    }

    package subscript(account: AccountNumber) -> User? { users.first { $0.account == account } }

    package var isRinging: Bool { users.contains { $0.state == .ringing } }

    /// For how long it was spoken.
    package var seconds: Seconds { answeredAt.map { ((endedAt ?? $0) - $0).seconds } ?? 0 }

    /// When the gateway has to look at it again.
    package var due: Milliseconds {
        // J-11: it counts as an invitation for a minute.
        if let endedAt { return max(endedAt, startedAt + 60_000) }
        return isRinging ? ringsUntil : startedAt + Self.longest
    }

    // MARK: - Verbs

    /// J-04: the first device decides.
    package mutating func accept(_ account: AccountNumber, on device: String, at now: Milliseconds) -> Answer {
        let answer = decide(.accepted, account, device, now)
        if answer == .done, answeredAt == nil { answeredAt = now }
        return answer
    }

    package mutating func reject(_ account: AccountNumber, on device: String, at now: Milliseconds) -> Answer {
        let answer = decide(.rejected, account, device, now)
        settle(at: now)
        return answer
    }

    private mutating func decide(
        _ state: State, _ account: AccountNumber, _ device: String, _ now: Milliseconds
    ) -> Answer {
        guard outcome == nil, account != inviter, let index = index(of: account) else { return .tooLate }
        if users[index].state == state, users[index].device.isSpelled(like: device) { return .repeated }
        // The sweep comes once a second; nobody gains by its coming late.
        guard users[index].state == .ringing, now < ringsUntil else { return .tooLate }
        set(index, state, nil, now)
        users[index].device = device
        return .done
    }

    /// By the inviter: it rings nowhere any more.
    package mutating func cancel(at now: Milliseconds) -> Answer {
        guard outcome == nil, isRinging else { return .tooLate }
        stopRinging(.cancelled, now)
        settle(at: now)
        return .done
    }

    package mutating func leave(_ account: AccountNumber, at now: Milliseconds) -> Answer {
        guard outcome == nil, let index = index(of: account) else { return .tooLate }
        switch users[index].state {
        case .left: return .repeated
        case .accepted: set(index, .left, nil, now)
        case .ringing, .rejected, .busy, .missed: return .tooLate
        }
        settle(at: now)
        return .done
    }

    /// It takes part no more, whatever it was doing.
    package mutating func remove(_ account: AccountNumber, _ reason: Reason, at now: Milliseconds) {
        guard outcome == nil, let index = index(of: account) else { return }
        switch users[index].state {
        case .ringing: set(index, .missed, reason, now)
        case .accepted: set(index, .left, reason, now)
        case .rejected, .busy, .missed, .left: return
        }
        settle(at: now)
    }

    /// J-03, J-08: what the time alone changes.
    package mutating func pass(to now: Milliseconds) {
        guard outcome == nil else { return }
        if now >= ringsUntil { stopRinging(.timeout, now) }
        if now >= startedAt + Self.longest { return end(at: now) }
        settle(at: now)
    }

    package mutating func end(at now: Milliseconds) {
        guard outcome == nil else { return }
        outcome = reckonedOutcome
        endedAt = now
        stopRinging(answeredAt == nil ? .cancelled : .ended, now)
        for index in users.indices where users[index].state == .accepted { set(index, .left, .ended, now) }
    }

    /// J-08: one user alone has no call.
    private mutating func settle(at now: Milliseconds) {
        let inside = users.count { $0.state == .accepted }
        let waiting = users.count { $0.state == .ringing }
        if inside == 0 || inside + waiting < 2 { end(at: now) }
    }

    private var reckonedOutcome: Outcome {
        if answeredAt != nil { return .answered }
        let called = users.filter { $0.account != inviter }
        let isGivenUp =
            self[inviter]?.state != .accepted || called.contains { $0.state == .ringing || $0.reason == .cancelled }
        if isGivenUp { return .cancelled }
        if called.allSatisfy({ $0.state == .rejected }) { return .rejected }
        return called.allSatisfy { $0.state == .busy } ? .busy : .missed
    }

    private mutating func stopRinging(_ reason: Reason, _ now: Milliseconds) {
        for index in users.indices where users[index].state == .ringing { set(index, .missed, reason, now) }
    }

    private mutating func set(_ index: Int, _ state: State, _ reason: Reason?, _ now: Milliseconds) {
        (users[index].state, users[index].reason, users[index].since) = (state, reason, now)
    }

    private func index(of account: AccountNumber) -> Int? { users.firstIndex { $0.account == account } }
}
