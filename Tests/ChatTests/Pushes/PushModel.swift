import Chat
import Domain

/// The expected pushes, in the simplest form: each message has its result for every user, from the moment
/// when it was sent, and later events do not change it. Written from docs/semantics.md alone.
struct PushModel {
    /// Milliseconds since 1970.
    var now: Milliseconds
    /// Everybody who has an account, or had one.
    var people: [String: ModelUser] = [:]
    /// What was said last for each registration, by its order (P-21).
    var preferences: [Int: PushPreferences] = [:]
    /// By id.
    var modelGroups: [String: ModelGroup] = [:]
    /// By the stamp.
    var messages: [MessageNumber: ModelMessage] = [:]
    var devicesPerUser: Int
    private var lastOrder = 0

    init(now: Milliseconds, devicesPerUser: Int) {
        self.now = now
        self.devicesPerUser = devicesPerUser
    }

    /// A number higher than all before it.
    mutating func nextOrder() -> Int {
        lastOrder += 1
        return lastOrder
    }
}

extension PushModel {
    /// An account, from its creation to its deletion.
    struct ModelUser {
        var isDeleted = false
        /// Milliseconds since 1970.
        var born: Milliseconds = 0
        var nickname = ""
        var hours = Hours()
        var devices: [Device] = []
        var blacklist: Set<String> = []
        /// By the conversation's id, as in whatever follows.
        var options: [String: ReceiveOption] = [:]
        /// The groups that the person is or was in.
        var modelGroups: Set<String> = []
        var copies: [Copy] = []
        var sessions: [Session] = []
        /// The messages that the person has got for certain, or for which it does not matter any more.
        var heard: Set<MessageNumber> = []
        /// A session has ended, and nobody has looked at what it missed.
        var isOpen = false

        struct Session {
            /// Milliseconds since 1970.
            var lastHeard: Milliseconds = 0
        }

        /// T-Q20.
        struct Hours {
            var isOn = false
            /// Minutes.
            var start: Int64 = 0
            var end: Int64 = 0
            var offset: Int64 = 0
        }

        /// A message on the receiver's side.
        struct Copy {
            let message: MessageNumber
            let seq: Seq
            let conversation: String
            let counts: Bool
            var isUnread = true
        }
    }

    static let services = [
        PushService(.apns), PushService(.apns, app: "two"), PushService(.webPush), PushService(.webhook),
        PushService(.vivo), PushService(.vivo, app: "two"),
    ]

    struct Device: Equatable {
        let name: String
        let service: PushService
        let token: String
        /// Tells one registration from another.
        let order: Int
    }

    struct ModelGroup {
        let kind: GroupKind
        var modelMembers: [String: ModelMember] = [:]

        struct ModelMember {
            var role: GroupRole
            let joined: Int
            var notify = GroupNotify.all
            var isBlocking = false
        }
    }

    struct ModelMessage {
        let id: MessageNumber
        let from: String
        let draft: ModelDraft
        /// Of everybody who was to see it, or could ask for it then.
        var plans: [String: Plan]
        /// The users who were online when it was sent.
        let atHome: Set<String>
        var isDecided = false
        /// The decisions for those whom no rule kept from being pushed to.
        var outcomes: [String: Outcome] = [:]
        /// M-55: users to whom alone it was visible, and who have left the group since.
        var lost: Set<String> = []
    }

    /// A message as its sender wants it.
    struct ModelDraft {
        var target: ConversationID
        var kind = MessageKind.text
        var settings = MessageSettings.standard
        var words: String
        var pushText: String?
        var mentions: [String]?
        /// M-54: empty: it is for all.
        var visibleTo: [String] = []
        var force: MemberPushOption?
    }

    /// Whether a message is to be pushed to one user, by the state when it was sent.
    enum Plan {
        case kept(PushObstacle)
        case meant(PlannedPush)
    }

    /// A push.
    struct PlannedPush {
        var text: String
        let isForced: Bool
        /// At that moment.
        let devices: [Device]
        /// The stamps of all unread messages that counted in the total then.
        let unread: Set<MessageNumber>
    }

    enum Outcome {
        case kept(PushObstacle)
        case pushed(badge: Int64, [Delivery])

        struct Delivery {
            let device: Device
            var isLate = false
            var state = PushState.waiting
            var attempts: Int64 = 0
            var isDelivered = false
            var isOpened = false
            var isNotShown = false
        }
    }
}

// MARK: - Sending

extension PushModel {
    /// X-M01, X-M02: whether it may be sent at all.
    func allows(_ draft: ModelDraft, from sender: String) -> Bool {
        guard let person = people[sender], !person.isDeleted else { return false }
        switch draft.target {
        case .c2c(let peer):
            guard let other = people[peer.text], !other.isDeleted else { return false }
            return !other.blacklist.contains(sender)
        case .group(let modelGroup):
            guard let modelMembers = modelGroups[modelGroup]?.modelMembers else { return false }
            return ([sender] + draft.visibleTo).allSatisfy { modelMembers[$0] != nil }
        }
    }

    mutating func send(_ draft: ModelDraft, from sender: String, id: MessageNumber, seq: Seq, atHome: Set<String>) {
        let receivers: [String] =
            switch draft.target {
            case .c2c(let peer): [peer.text]
            case .group where !draft.visibleTo.isEmpty: draft.visibleTo
            case .group(let modelGroup): modelGroups[modelGroup]!.modelMembers.keys.sorted()
            }
        for user in receivers where user != sender {
            people[user]!.copies.append(
                ModelUser.Copy(
                    message: id, seq: seq, conversation: conversation(of: draft, from: sender),
                    counts: counts(draft, from: sender, for: user)))
        }
        var plans: [String: Plan] = [sender: .kept(.ownMessage)]
        for user in receivers where user != sender { plans[user] = plan(of: draft, from: sender, for: user) }
        messages[id] = ModelMessage(id: id, from: sender, draft: draft, plans: plans, atHome: atHome)
    }

    /// As the receiver knows it.
    private func conversation(of draft: ModelDraft, from sender: String) -> String {
        switch draft.target {
        case .c2c: "c2c_\(sender)"
        case .group(let modelGroup): "group_\(modelGroup)"
        }
    }

    private func modelMember(of user: String, _ draft: ModelDraft) -> ModelGroup.ModelMember? {
        guard case .group(let modelGroup) = draft.target else { return nil }
        return modelGroups[modelGroup]!.modelMembers[user]!
    }

    private func option(of user: String, _ draft: ModelDraft, from sender: String) -> ReceiveOption {
        people[user]!.options[conversation(of: draft, from: sender)] ?? .receive
    }

    ///
    private func isMentioned(_ user: String, in draft: ModelDraft) -> Bool {
        draft.mentions?.contains { $0 == user || $0 == AtInfo.everybody } ?? false
    }

    /// X-M, column "unread".
    private func counts(_ draft: ModelDraft, from sender: String, for user: String) -> Bool {
        let option = option(of: user, draft, from: sender)
        if modelMember(of: user, draft)?.isBlocking == true || option == .refuse { return false }
        if option == .receiveMentions, !isMentioned(user, in: draft) { return false }
        return draft.settings.contains(.shouldBeCounted) && draft.visibleTo.isEmpty
    }

    /// X-M, column "push", and what X-52 and T-Q24 say beside.
    private func plan(of draft: ModelDraft, from sender: String, for user: String) -> Plan {
        let option = option(of: user, draft, from: sender)
        let modelMember = modelMember(of: user, draft)
        let isNamed = isMentioned(user, in: draft)
        let isForced = draft.force?.isForced == true && isCovered(user, by: draft)
        if !draft.settings.contains(.apnsEnabled) { return .kept(.switchedOff) }
        if modelMember?.isBlocking == true { return .kept(.groupBlocked) }
        if option == .refuse { return .kept(.refused) }
        if option == .receiveMentions, !isNamed { return .kept(.notMentioned) }
        if !isForced {
            if option == .withoutPush { return .kept(.withoutPush) }
            if option == .pushMentions, !isNamed { return .kept(.mentionsOnly) }
            if modelMember?.notify == GroupNotify.none { return .kept(.notifyNone) }
            if modelMember?.notify == .onlyManagers, self.modelMember(of: sender, draft)!.role == .member {
                return .kept(.notifyManagersOnly)
            }
            if isQuiet(for: user) { return .kept(.quietHours) }
        }
        let counting = people[user]!.copies.filter { copy in
            let option = people[user]!.options[copy.conversation] ?? .receive
            return copy.counts && copy.isUnread && option != .refuse && option != .withoutPush
                && option != .pushMentions
        }
        return .meant(
            PlannedPush(
                text: text(of: draft, from: shownName(of: sender), for: user), isForced: isForced,
                devices: people[user]!.devices,
                unread: Set(counting.map(\.message))))
    }

    /// T-57, T-Q22, T-Q26.
    private func isCovered(_ user: String, by draft: ModelDraft) -> Bool {
        guard let force = draft.force else { return false }
        if case .c2c = draft.target { return true }
        return force.users == nil || force.users!.contains(user)
    }

    /// T-Q20.
    private func isQuiet(for user: String) -> Bool {
        let hours = people[user]!.hours
        if !hours.isOn { return false }
        if hours.start == hours.end { return true }
        let minute = (now / 60_000 + hours.offset) % 1_440
        var passing = hours.start
        while passing != hours.end {
            if passing == minute { return true }
            passing = (passing + 1) % 1_440
        }
        return false
    }

    /// T-58 to T-62, T-Q23, T-Q25.
    func text(of draft: ModelDraft, from sender: String, for user: String) -> String {
        var text = draft.kind == .text ? draft.words : "[\(draft.kind)]"
        if let own = draft.pushText { text = own }
        var prefix = draft.settings.contains(.apnsWithPrefix)
        if isCovered(user, by: draft) {
            if let special = draft.force!.text { text = special }
            if draft.force!.isForced { prefix = false }
        }
        return prefix ? sender + ":" + text : text
    }

    /// A deleted user is called by the user id, and so is an earlier user of the same id.
    func shownName(of user: String, asSender id: MessageNumber? = nil) -> String {
        let person = people[user]!
        let isSomebodyElse = id.map { person.born > $0.stamp.time } ?? false
        return person.isDeleted || person.nickname.isEmpty || isSomebodyElse ? user : person.nickname
    }
}
