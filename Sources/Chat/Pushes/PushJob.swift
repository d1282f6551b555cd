import Domain
import JSON
import Storage

extension ChatState {
    /// Of a message between two, with the receiver's option. It is decided at once whether there will be a push at all, since
    /// what that needs is in memory: most receivers have no device, or have the message on the screen.
    func order(
        _ message: StoredMessage, forced: Bool, from sender: Account, to receiver: Account, _ option: ReceiveOption
    ) throws {
        let reach = try reach(of: receiver)
        guard reach.hasDevice else { return }
        var facts = PushDecision.Facts()
        facts.isSwitchedOn = message.settings.contains(.apnsEnabled)
        facts.option = option
        facts.isForced = forced
        facts.isQuietHour = reach.quietHours.contains(message.time)
        switch PushDecision.outcome(of: facts) {
        case .none(let obstacle): suppressedPushes[obstacle, default: 0] += 1
        case .push where options.isReached(receiver.id): suppressedPushes[.online, default: 0] += 1
        case .push: try enqueuePush(of: message, from: sender, isLeader: false)
        }
    }

    /// One row whatever the group's size: who gets a push is decided after the commit, and not while everybody waits.
    func enqueuePush(of message: StoredMessage, from sender: Account, to group: Group) throws {
        guard options.hasPushes else { return }
        try enqueuePush(of: message, from: sender, isLeader: group[sender.number]!.role != .member)
    }

    private func enqueuePush(of message: StoredMessage, from sender: Account, isLeader: Bool) throws {
        try store.execute(
            "INSERT INTO push_order (message, is_from_leader, sender_name, is_decided) VALUES ($1, $2, $3, 0)",
            [.integer(message.id), .integer(isLeader ? 1 : 0), .text(sender.shownName)])
        hasNewPushJobs = true
    }
}

/// A message that may be pushed, and what about it decides that. For readers, who know nothing but the store.
struct PushJob {
    let message: StoredMessage
    /// Nil: nothing was ordered.
    let isDecided: Bool?
    private let isFromLeader: Bool
    let low: Int64
    let high: Int64
    let sender: UserID
    private let senderName: String
    private let option: MemberPushOption?
    private let mentions: Set<UserID>

    /// Nil: there is no such message any more.
    static func find(_ id: Int64, in store: any Transaction) throws(StoreError) -> PushJob? {
        guard let message = try StoredMessage.find(id, in: store) else { return nil }
        var order: PushJob?
        try store.query(
            """
            SELECT conversation.low, conversation.high, account.name, is_decided, coalesce(is_from_leader, member.role),
                coalesce(sender_name, nullif(account.nickname, ''), account.name)
            FROM conversation JOIN account ON account.id = $2 LEFT JOIN push_order ON message = $3
                LEFT JOIN member ON low = 0 AND member.id = (high << 32 | $2)
            WHERE conversation.id = $1
            """, [.integer(message.conversation), .integer(message.sender), .integer(id)]
        ) { row in order = PushJob(message, row) }
        return order
    }

    private init(_ message: StoredMessage, _ row: any Row) {
        self.message = message
        low = row.integer(0)
        high = row.integer(1)
        guard let sender = UserID(row.text(2)) else { preconditionFailure("an account is not as it was written") }
        self.sender = sender
        isDecided = row.optionalInteger(3).map { $0 != 0 }
        // Where nothing was ordered, by what the sender is now.
        isFromLeader = row.optionalInteger(4).map { $0 != 0 } ?? false
        senderName = row.text(5)
        option = message.memberOption.map(MemberPushOption.init(json:))
        mentions = Set(message.mentions.map(Self.names)?.compactMap(UserID.init) ?? [])
    }

    var payload: PushPayload { message.pushPayload.map(PushPayload.init(json:)) ?? PushPayload() }

    var group: Int64? { low == 0 ? high : nil }

    /// As the receiver calls it.
    func conversation(for user: UserID) -> ConversationID {
        group.map { .group(String($0)) } ?? .c2c(sender)
    }

    func isForced(for user: UserID) -> Bool {
        option.map { $0.isForced && $0.covers(user.text, between: group == nil) } ?? false
    }

    func text(for user: UserID) -> String {
        let body = message.kind == .text ? Self.text(in: message.body) : nil
        return PushText.text(
            own: message.pushText, option: option.flatMap { $0.covers(user.text, between: group == nil) ? $0 : nil },
            standard: PushText.standard(message.kind, text: body), sender: senderName,
            hasPrefix: message.settings.contains(.apnsWithPrefix))
    }

    /// `former`: what was set otherwise when the message was sent.
    func facts(for receiver: PushReceiver, _ former: SettingHistory) -> PushDecision.Facts {
        func value(_ fact: RecordedSetting, or present: Int64, everywhere: Bool = false) -> Int64 {
            former[fact, receiver.account, everywhere ? 0 : message.conversation] ?? present
        }
        var facts = PushDecision.Facts()
        facts.isOwn = receiver.account == message.sender
        facts.isNotification = message.kind == .notification
        // Nobody has switched off what the server says (X-M05).
        facts.isSwitchedOn = facts.isNotification || message.settings.contains(.apnsEnabled)
        facts.isFromLeader = isFromLeader
        facts.isMentioned = message.settings.contains(.atAll) || mentions.contains(receiver.user)
        facts.isForced = isForced(for: receiver.user)
        facts.isMember = group == nil || value(.joinedAt, or: receiver.joinedAt) < message.id
        facts.isBlocking = value(.isBlocking, or: receiver.isBlocking) != 0
        let hours = QuietHours(packed: value(.quietHours, or: receiver.quietHours, everywhere: true))
        facts.isQuietHour = hours.contains(message.time)
        guard let option = ReceiveOption(rawValue: value(.option, or: receiver.option)),
            let notify = GroupNotify(rawValue: value(.notify, or: receiver.notify))
        else { preconditionFailure("a fact is not as it was written") }
        facts.option = option
        facts.notify = notify
        return facts
    }

    private static func names(_ json: String) -> [String] {
        let document = JSONDocument()
        guard let names = try? document.parse(json).elements else { return [] }
        return names.compactMap(\.string)
    }

    private static func text(in body: String) -> String? {
        let document = JSONDocument()
        return try? document.parse(body)["text"]?.string
    }
}
