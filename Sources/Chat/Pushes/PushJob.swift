import Domain
import JSON
import Storage

/// A message that may be pushed, or a notification of a backend, and what about it decides that. For readers, who know
/// nothing but the store.
struct PushJob {
    let message: StoredMessage
    /// Nil: there is no row of it, since nobody is to be pushed to.
    let isDecided: Bool?
    /// P-50: pushes that have gone out are to be followed by others, since the message says something else by now.
    let isEdited: Bool
    private let isFromLeader: Bool
    let parties: Parties
    /// F-32: whose followers it is for.
    let channel: ChannelNumber?
    /// Nil: a backend.
    private let sender: UserID?
    private let senderName: String
    /// Empty: it is between two, or a backend's.
    private let groupName: String
    private let option: MemberPushOption?
    private let mentions: Set<UserID>
    let payload: PushPayload

    /// Nil: there is no such message any more, and no such notification.
    static func find(_ id: MessageNumber, in store: any Transaction) throws(StoreError) -> PushJob? {
        guard let message = try StoredMessage.find(id, in: store) else { return try notification(id, in: store) }
        var order: PushJob?
        try store.query(ofMessage, [.integer(message.conversation), .integer(message.sender), .integer(id)]) {
            row, surroundings throws(StoreError) in
            order = try PushJob(message, row, surroundings)
        }
        return order
    }

    enum Column: Int, TableColumn {
        static let table = "push_job"
        case message, isFromLeader, senderName, isDecided, isEdited
    }

    private enum Surroundings: Int, ColumnList {
        case low, high, name, nickname, role, groupName

        var expression: String {
            switch self {
            case .groupName: "chat_group.name"
            case .low, .high: "conversation.\(self)"
            case .name, .nickname: "account.\(self)"
            case .role: "member.\(self)"
            }
        }
    }

    private static let ofMessage = PairSelection<Column, Surroundings>(
        """
        FROM conversation JOIN account ON account.id = $2 LEFT JOIN push_job ON message = $3
            LEFT JOIN member ON low = 0 AND member.id = (high << 32 | $2)
            LEFT JOIN chat_group ON low = 0 AND chat_group.id = high
        WHERE conversation.id = $1
        """)

    private enum NotificationSurroundings: Int, ColumnList {
        case isDecided, conversation, groupName

        var expression: String {
            switch self {
            case .groupName: "chat_group.name"
            case .isDecided: "push_job.is_decided"
            case .conversation: "conversation.id"
            }
        }
    }

    private static let ofNotification = PairSelection<NotificationPush.Column, NotificationSurroundings>(
        """
        FROM notification_push LEFT JOIN push_job ON message = notification_push.id
            LEFT JOIN conversation ON low = 0 AND high = chat_group AND chat_group != 0
            LEFT JOIN chat_group ON chat_group.id = notification_push.chat_group
        WHERE notification_push.id = $1
        """)

    private static func notification(_ id: MessageNumber, in store: any Transaction) throws(StoreError) -> PushJob? {
        var job: PushJob?
        try store.query(ofNotification, [.integer(id)]) { row, surroundings throws(StoreError) in
            job = try PushJob(row, surroundings)
        }
        return job
    }

    static func values(_ message: MessageNumber, isFromLeader: Bool, senderName: String) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .message: .integer(message)
            case .isFromLeader: .flag(isFromLeader)
            case .senderName: .text(senderName)
            case .isDecided, .isEdited: .flag(false)
            }
        }
    }

    private init(
        _ message: StoredMessage, _ row: TypedRow<Column>, _ surroundings: TypedRow<Surroundings>
    ) throws(StoreError) {
        self.message = message
        parties = Parties(surroundings, .low, .high)
        channel = nil
        groupName = surroundings.optionalText(.groupName) ?? ""
        let sender = try surroundings.userID(.name)
        self.sender = sender
        if row.isNull(.message) {
            isDecided = nil
            isEdited = false
            // By what the sender is now.
            isFromLeader = surroundings.optionalInteger(.role).map { $0 != 0 } ?? false
            let nickname = surroundings.text(.nickname)
            senderName = nickname.isEmpty ? sender.text : nickname
        } else {
            isDecided = row.flag(.isDecided)
            isEdited = row.flag(.isEdited)
            isFromLeader = row.flag(.isFromLeader)
            senderName = row.text(.senderName)
        }
        option = message.memberOption.flatMap(MemberPushOption.init(json:))
        let payload = message.pushPayload.map(PushPayload.init(json:)) ?? PushPayload()
        guard let payload, (option == nil) == (message.memberOption == nil) else {
            throw .corrupt(table: "message", row: message.id, "its settings for pushes are not JSON")
        }
        self.payload = payload
        mentions = Set(message.mentions.map(Self.names)?.compactMap(UserID.init) ?? [])
    }

    /// Like a message that the group's owner has sent, and that names nobody; to a user, like one from nobody. To a channel's
    /// followers likewise, but to its publisher it is an own message.
    private init(
        _ row: TypedRow<NotificationPush.Column>, _ surroundings: TypedRow<NotificationSurroundings>
    ) throws(StoreError) {
        let (group, account): (GroupNumber, AccountNumber) = (row.integer(.chatGroup), row.integer(.account))
        parties = group == 0 ? .users(0, account) : .group(group)
        let channel: ChannelNumber = row.integer(.channel)
        self.channel = channel == 0 ? nil : channel
        isDecided =
            if channel != 0 {
                row.integer(.decidedThrough) == PairKey.end
            } else {
                surroundings.isNull(.isDecided) ? nil : surroundings.flag(.isDecided)
            }
        isEdited = false
        isFromLeader = true
        sender = nil
        senderName = ""
        groupName = surroundings.optionalText(.groupName) ?? ""
        option = MemberPushOption(isForced: row.flag(.isForced), users: nil, text: nil)
        mentions = []
        guard let payload = row.optionalText(.payload).map(PushPayload.init(json:)) ?? PushPayload() else {
            throw row.damaged(.payload)
        }
        self.payload = payload
        message = StoredMessage(
            id: row.integer(.id), conversation: surroundings.optionalInteger(.conversation) ?? 0, seq: 0,
            sender: channel == 0 ? 0 : account,
            kind: .custom, settings: .apnsEnabled, counted: 0, countedLow: 0, clientID: "", body: "",
            pushText: row.text(.text), previous: 0, mentions: nil, memberOption: nil, nickname: nil, pushPayload: nil)
    }

    var group: GroupNumber? { parties.group }

    /// As the receiver calls it. Nil: a notification to a user belongs to none.
    func conversation(for user: UserID) -> ConversationID? {
        group.map { .group(String($0)) } ?? sender.map(ConversationID.c2c)
    }

    func isForced(for user: UserID) -> Bool {
        option.map { $0.isForced && $0.covers(user.text, between: group == nil) } ?? false
    }

    /// P-29: what is put into words for each device.
    func parts(for user: UserID) -> PushParts {
        if let phrase = message.pushReplacement?.phrase { return PushParts(.standard(phrase)) }
        if let call = payload.call {
            var parts = PushParts(.standard(call.phrase))
            parts.title = payload.title ?? ""
            return parts
        }
        let (kind, text) = said
        var parts = PushText.parts(
            own: message.pushText, option: option(for: user), kind: kind, text: text, sender: senderName,
            group: groupName, hasPrefix: message.settings.contains(.apnsWithPrefix))
        if let title = payload.title { parts.title = title }
        return parts
    }

    private func option(for user: UserID) -> MemberPushOption? {
        option.flatMap { $0.covers(user.text, between: group == nil) ? $0 : nil }
    }

    private var said: (kind: MessageKind, text: String?) {
        switch message.kind {
        case .text: (.text, Self.text(in: message.body))
        case .elements: MessageElement.said(in: message.body)
        case .merged: (.text, MergedBody.title(of: message.body))
        default: (message.kind, nil)
        }
    }

    /// Users' messages, unless a backend says otherwise of its own.
    var pushClass: PushClass { payload.pushClass ?? (sender == nil ? .promotion : .chat) }

    /// In one line, as T-59 to T-62 want it.
    func text(for user: UserID) -> String {
        if let text = message.pushReplacement?.text { return text }
        let (kind, text) = said
        return PushText.text(
            own: message.pushText, option: option(for: user), standard: PushText.standard(kind, text: text),
            sender: senderName,
            hasPrefix: message.settings.contains(.apnsWithPrefix))
    }

    /// `former`: what was set otherwise when the message was sent.
    func facts(for receiver: PushReceiver, _ former: SettingHistory) throws(StoreError) -> PushDecision.Facts {
        func value(_ fact: RecordedSetting, or present: Int64, everywhere: Bool = false) -> Int64 {
            former[fact, receiver.account, everywhere ? 0 : message.conversation] ?? present
        }
        var facts = PushDecision.Facts()
        facts.isOwn = receiver.account == message.sender
        facts.isRecalled = message.isRecalled
        facts.isExpired = message.isExpired
        facts.isNotification = message.kind == .notification
        // Nobody has switched off what the server says (X-M05).
        facts.isSwitchedOn = facts.isNotification || message.settings.contains(.apnsEnabled)
        facts.isFromLeader = isFromLeader
        facts.isMentioned = message.settings.contains(.atAll) || mentions.contains(receiver.user)
        facts.isForced = isForced(for: receiver.user)
        facts.isMember = group == nil || value(.joinedAt, or: receiver.joinedAt.rawValue) < message.id.rawValue
        facts.isBlocking = value(.isBlocking, or: receiver.isBlocking) != 0
        let packedHours = value(.quietHours, or: receiver.quietHours, everywhere: true)
        guard let hours = QuietHours(packed: packedHours) else {
            throw .corrupt(table: "quiet_hours", row: receiver.account, "\(packedHours) are no hours, now or formerly")
        }
        // P-42: nobody hears a silent one.
        facts.isQuietHour = hours.contains(message.time) && !payload.isSilent
        guard let option = ReceiveOption(rawValue: value(.option, or: receiver.option)),
            let notify = GroupNotify(rawValue: value(.notify, or: receiver.notify))
        else { throw .corrupt(table: "setting_history", row: message.id, "no such option") }
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
