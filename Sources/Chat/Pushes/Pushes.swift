import Domain
import JSON
import Storage

/// The state of a push.
package enum PushState: Int64, Sendable {
    /// It is to be handed to the provider, again perhaps.
    case waiting = 0
    case accepted = 1
    case refused = 2
    /// The provider knows the address no longer.
    case unregistered = 3
    /// Too old, or its message or address is no more.
    case expired = 4
}

/// A provider's answer to a push.
package struct PushReport: Sendable {
    package let push: Int64
    package let state: PushState
    /// If it was accepted: the message, which may be gone meanwhile, or edited (M-45, M-50, P-50). Nil: nothing would take its
    /// place.
    package let replaceable: MessageNumber?
    /// P-40: the number that the device shows from now on if it was accepted. Nil: as before.
    package let badge: Int?
    /// When it was given to the provider.
    package let begunAt: Milliseconds
    /// While it waits: when it is due again, in milliseconds since 1970.
    package let due: Milliseconds
    /// Whether the provider was asked.
    package let isAttempt: Bool
    /// Of HTTP; 0: there was none.
    package let status: Int
    package let answer: String
    /// When the provider says the address was given up, in milliseconds since 1970.
    package let unregisteredAt: Milliseconds?

    package init(
        push: Int64, state: PushState, due: Milliseconds = 0, isAttempt: Bool = true, status: Int = 0,
        answer: String = "",
        unregisteredAt: Milliseconds? = nil, replaceable: MessageNumber? = nil, badge: Int? = nil,
        begunAt: Milliseconds = 0
    ) {
        self.begunAt = begunAt
        self.badge = badge
        self.replaceable = replaceable
        self.push = push
        self.state = state
        self.due = due
        self.isAttempt = isAttempt
        self.status = status
        self.answer = answer
        self.unregisteredAt = unregisteredAt
    }
}

/// Keeps pushes, the jobs that lead to them, the devices that get them, and the sessions that ended unheard.
package final class Pushes {
    let work: UnitOfWork
    let statistics: Statistics
    let accounts: Accounts
    let settingLog: SettingLog
    /// There is something to decide that was not there at the last commit.
    private var hasNewJobs = false
    /// Receivers with a device who are not pushed to, since the last commit.
    private var suppressed: [PushObstacle: Int] = [:]

    private static let jobInsertion = PushJob.Column.insert()
    private static let insertion = PushDecider.Push.Column.insert(
        "ON CONFLICT (message, account, address) DO NOTHING")
    private static let notificationInsertion = NotificationPush.Column.insert()

    init(work: UnitOfWork, statistics: Statistics, accounts: Accounts, settingLog: SettingLog) {
        self.work = work
        self.statistics = statistics
        self.accounts = accounts
        self.settingLog = settingLog
    }

    /// Something is to be decided once it lasts.
    func noteNewJobs() { hasNewJobs = true }

    /// After a commit: whether there is something new to decide, and how many receivers with a device are not pushed to.
    package func takeChanges() -> (hasJobs: Bool, suppressed: [PushObstacle: Int]) {
        defer { forget() }
        return (hasNewJobs, suppressed)
    }

    /// Pushes of a decided message, from here on durable. Once more is as good as once: after a crash in between, it is decided
    /// again.
    package func put(
        _ pushes: ArraySlice<PushDecider.Push>, of decision: PushDecider.Decision, isLast: Bool
    ) throws(CommandError) {
        let message = decision.message
        for push in pushes {
            if let following = push.following {
                try replace(push, of: message, following)
            } else {
                try put(push, of: message, [])
            }
        }
        guard isLast else { return }
        if let through = decision.followersThrough {
            try work.execute(
                "UPDATE notification_push SET decided_through = $2 WHERE id = $1",
                [.integer(message), .integer(through)])
        } else {
            try work.execute(
                "UPDATE push_job SET is_decided = 1, is_edited = 0 WHERE message = $1", [.integer(message)])
        }
    }

    /// Those of a message that has been decided before, for whom a session has ended unheard since. Returns how many there are
    /// that were not made before.
    package func putLate(_ pushes: [PushDecider.Push], of message: MessageNumber) throws(CommandError) -> Int {
        // Nothing was ordered of a message between two if the receiver was there.
        try work.execute(
            """
            INSERT INTO push_job (message, is_from_leader, sender_name, is_decided, is_edited)
            SELECT message.id, 0, coalesce(nullif(account.nickname, ''), account.name), 1, 0
                FROM message JOIN account ON account.id = sender WHERE message.id = $1
            ON CONFLICT (message) DO NOTHING
            """, [.integer(message)])
        var count = 0
        for push in pushes { count += try put(push, of: message, .late) }
        return count
    }

    @discardableResult
    func put(
        _ push: PushDecider.Push, of message: MessageNumber, _ marks: PushMarks, due: Milliseconds = 0
    ) throws(CommandError) -> Int {
        try work.execute(Self.insertion, push.values(of: message, marks, due: due))
    }

    package func note(_ reports: [PushReport]) throws(CommandError) {
        // M-45, M-50: of these messages a push was under way perhaps when they went.
        for report in reports {
            if let message = report.replaceable { try replaceIfOutdated(message, sentAt: report.begunAt) }
        }
        var outcomes: [PushState: Int] = [:]
        for report in reports {
            if report.state == .expired, !report.isAttempt {
                // The provider's last answer still says why it came to this.
                try work.execute("UPDATE push SET state = 4 WHERE id = $1", [.integer(report.push)])
                outcomes[.expired, default: 0] += 1
                try noteForBackends(report)
                continue
            }
            let state = try state(after: report)
            if state != .waiting { outcomes[state, default: 0] += 1 }
            try work.execute(
                """
                UPDATE push SET state = $2, due = $3, status = $4, answer = $5, answered_at = $6,
                    attempts = attempts + $7
                WHERE id = $1
                """,
                [
                    .integer(report.push), .integer(state.rawValue), .integer(report.due),
                    .integer(Int64(report.status)), .text(report.answer), .integer(work.now),
                    .integer(report.isAttempt ? 1 : 0),
                ])
            try noteForBackends(report)
        }
        for (state, count) in outcomes { statistics.count(.pushes(state), count) }
    }

    private func noteForBackends(_ report: PushReport) throws(CommandError) {
        guard work.options.backendEvents.contains(.pushAnswered), report.state != .waiting else { return }
        var receiver: AccountNumber?
        try work.query(
            "SELECT account FROM push WHERE id = $1 AND is_late & $2 = 0",
            [.integer(report.push), .integer(PushMarks.badge.rawValue)]
        ) { row in receiver = row.integer(0) }
        guard let receiver else { return }
        try work.note(.pushAnswered, of: .user(receiver), account: receiver, value: report.push)
    }

    /// The device of a push that its provider knows no longer is forgotten. A device that was registered since the
    /// provider lost it is another one, though it may look the same: it stays, and only this push is refused.
    private func state(after report: PushReport) throws(CommandError) -> PushState {
        guard report.state == .unregistered else { return report.state }
        var found: (address: Int64, account: AccountNumber)?
        try work.query(
            """
            SELECT push_address.id, push_address.account FROM push JOIN push_address ON push_address.id = address
            WHERE push.id = $1 AND gone = 0
            """, [.integer(report.push)]
        ) { row in found = (row.integer(0), row.integer(1)) }
        guard let (address, account) = found else { return .unregistered }
        if let lost = report.unregisteredAt, Stamp(address).time > lost { return .refused }
        try forgetDevice(address, of: account)
        return .unregistered
    }

    /// Deletes what is no longer asked for, a bounded piece at a time. True: there is more.
    func trim() throws(CommandError) -> Bool {
        guard work.options.hasPushes || work.sweepsLeftovers else { return false }
        let cutoff = SQLValue.integer(work.pushCutoff)
        let deleted = try work.execute(
            """
            DELETE FROM push WHERE id IN
                (SELECT id FROM push WHERE message < $1 ORDER BY message, account, address LIMIT $2)
            """, [cutoff, .integer(rowsPerSweep)])
        try work.execute(
            """
            DELETE FROM push_job WHERE message IN
                (SELECT message FROM push_job WHERE message < $1 ORDER BY message LIMIT 2000)
            """, [cutoff])
        try work.execute(
            """
            DELETE FROM notification_push WHERE id IN
                (SELECT id FROM notification_push WHERE id < $1 ORDER BY id LIMIT 2000)
            """, [cutoff])
        return deleted == rowsPerSweep
    }

    /// Of a message between two, with the receiver's option. It is decided at once whether there will be a push at all, since
    /// what that needs is in memory: most receivers have no device, or have the message on the screen.
    func order(
        _ message: StoredMessage, forced: Bool, from sender: Account, to receiver: Account, _ option: ReceiveOption
    ) throws(CommandError) {
        let reach = try reach(of: receiver)
        guard reach.hasDevice else { return }
        var facts = PushDecision.Facts()
        facts.isSwitchedOn = message.settings.contains(.apnsEnabled)
        facts.option = option
        facts.isForced = forced
        facts.isQuietHour = reach.quietHours.contains(message.time)
        switch PushDecision.outcome(of: facts) {
        case .none(let obstacle): suppressed[obstacle, default: 0] += 1
        case .push where work.options.isReached(receiver.id): suppressed[.online, default: 0] += 1
        case .push: try enqueuePush(of: message, from: sender, isLeader: false)
        }
    }

    /// One row whatever the group's size: who gets a push is decided after the commit, and not while everybody waits.
    func enqueuePush(of message: StoredMessage, from sender: Account, to group: Group) throws(CommandError) {
        guard work.options.hasPushes else { return }
        // the system sender is no member.
        let isLeader = group[sender.number].map { $0.role != .member } ?? true
        try enqueuePush(of: message, from: sender, isLeader: isLeader)
    }

    private func enqueuePush(of message: StoredMessage, from sender: Account, isLeader: Bool) throws(CommandError) {
        try work.execute(
            Self.jobInsertion, PushJob.values(message.id, isFromLeader: isLeader, senderName: sender.shownName))
        hasNewJobs = true
    }

    /// returns the number that `push.explain` knows it by; nil if nobody is pushed to here.
    func enqueue(
        _ push: NotificationPush, to receivers: NotificationPush.Receivers
    ) throws(CommandError) -> MessageNumber? {
        guard work.options.hasPushes else { return nil }
        let id = MessageNumber(try work.stamp())
        try work.execute(Self.notificationInsertion, push.values(id, to: receivers))
        try work.execute(Self.jobInsertion, PushJob.values(id, isFromLeader: true, senderName: ""))
        hasNewJobs = true
        return id
    }

    /// F-32: the message of a channel. One row, whatever the number of followers.
    func enqueue(
        _ push: NotificationPush, of message: Stamp, by publisher: AccountNumber, toFollowersOf channel: ChannelNumber
    ) throws(CommandError) {
        guard work.options.hasPushes else { return }
        try work.execute(
            Self.notificationInsertion,
            push.values(MessageNumber(message), to: .channel(channel, publisher: publisher)))
        hasNewJobs = true
    }

    /// Of a channel that was destroyed: pushes that wait are void.
    func erase(ofChannel channel: ChannelNumber) throws(CommandError) {
        try work.execute(
            "DELETE FROM notification_push WHERE channel = $1 AND channel != 0", [.integer(channel)])
    }

    // MARK: - M-45, M-50: a push that is out is followed by one that takes its place

    /// The message was recalled, or has expired or was edited (P-50). One row, whatever the number of pushes: which they are is
    /// found out after the commit, and a push that has not gone out says by itself what the message says by then. A push
    /// with an id of the sender's own is let be, since a later one may have taken its place already.
    func replacePushes(of former: StoredMessage, isEdited: Bool = false) throws(CommandError) {
        guard work.options.hasPushes, !isEdited || work.options.replacesEditedPushes,
            former.pushPayload.flatMap(PushPayload.init(json:))?.collapseID == nil
        else { return }
        // An open job finds an edited message as it is by then.
        let isOpen =
            try isEdited
            ? work.execute(
                """
                UPDATE push_job SET is_decided = 0, is_edited = 1
                WHERE message = $1 AND is_decided = 1 AND EXISTS (SELECT 1 FROM push WHERE push.message = $1)
                """, [.integer(former.id)])
            : work.execute(
                """
                UPDATE push_job SET is_decided = 0
                WHERE message = $1 AND EXISTS (SELECT 1 FROM push WHERE push.message = $1)
                """, [.integer(former.id)])
        if isOpen > 0 { noteNewJobs() }
    }

    /// A provider has accepted a push of the message, which was perhaps recalled or edited meanwhile, or has expired.
    private func replaceIfOutdated(_ message: MessageNumber, sentAt: Milliseconds) throws(CommandError) {
        var isOpen = 0
        if work.options.replacesEditedPushes {
            isOpen += try work.execute(
                """
                UPDATE push_job SET is_decided = 0, is_edited = 1
                WHERE message = $1 AND is_decided = 1
                    AND EXISTS (SELECT 1 FROM message WHERE id = $1 AND settings & $2 = 0 AND changed_at >= $3)
                """, [.integer(message), .integer(MessageSettings.recalled.rawValue), .integer(sentAt)])
        }
        isOpen += try work.execute(
            """
            UPDATE push_job SET is_decided = 0
            WHERE message = $1 AND EXISTS (SELECT 1 FROM message WHERE id = $1 AND settings & $2 != 0)
            """, [.integer(message), .integer(MessageSettings.recalled.rawValue)])
        if isOpen > 0 { noteNewJobs() }
    }

    /// The row is the replacement's from now on, under a number that no provider has seen. P-50: an edited message has three at
    /// most, and edits that come soon after each other make one: what it says is read when it is sent.
    private func replace(
        _ push: PushDecider.Push, of message: MessageNumber, _ following: PushDecider.Push.Following
    ) throws(CommandError) {
        let place: [SQLValue] = [
            .integer(message), .integer(push.account), .integer(push.address), .integer(push.badge),
        ]
        switch following {
        case .gone:
            try work.execute(
                """
                UPDATE push SET id = (SELECT max(id) + 1 FROM push), badge = $4, is_forced = 0, state = 0, attempts = 0,
                    due = 0, status = 0, answer = '', answered_at = 0, is_late = is_late | $5
                WHERE message = $1 AND account = $2 AND address = $3 AND is_late & $5 = 0
                    AND (state = 1 OR state = 0 AND is_late & 12 != 0)
                """, place + [.integer(PushMarks.replacement.rawValue)])
        case .edit:
            try work.execute(
                """
                UPDATE push SET id = (SELECT max(id) + 1 FROM push), badge = $4, state = 0, attempts = 0, due = $5,
                    status = 0, answer = '', answered_at = 0, is_late = is_late + 4
                WHERE message = $1 AND account = $2 AND address = $3 AND state = 1 AND is_late & $6 = 0
                    AND is_late & 12 != 12
                """,
                place + [.integer(work.now + gatheringOfEdits), .integer(PushMarks.replacement.rawValue)])
        }
    }

    /// M-47: a push of it that is still to be made calls its sender by the id.
    func eraseSenderName(of message: StoredMessage, from sender: Account) throws(CommandError) {
        try work.execute(
            "UPDATE push_job SET sender_name = $2 WHERE message = $1",
            [.integer(message.id), .text(sender.id.text)])
    }

    /// Of a deleted account.
    func erase(of account: Account) throws(CommandError) {
        try eraseDevices(of: account)
        try work.execute(
            "DELETE FROM notification_push WHERE account = $1 AND account != 0", [.integer(account.number)])
    }

    /// After a rollback nothing in memory is sure.
    func forget() {
        hasNewJobs = false
        suppressed = [:]
    }
}

private let gatheringOfEdits: Milliseconds = 5_000
