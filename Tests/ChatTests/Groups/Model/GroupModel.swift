import Chat
import ClientProtocol
import Domain

/// The expected state of groups, in the simplest form: a list of whole messages for each conversation, and a box for
/// each member with a copy of every message that came in; each answer is found by walking them. Written from
/// docs/semantics.md alone.
struct GroupModel {
    let options: ChatOptions
    /// Milliseconds since 1970.
    var now: Milliseconds
    /// Everybody who ever had an account.
    var people: [String: GroupModelUser] = [:]
    /// Those that are no more among them, by id.
    var modelGroups: [String: ModelGroup] = [:]
    /// The messages: of groups by the conversation's id, of two users by both names in order.
    var threads: [String: [ModelMessage]] = [:]
    /// T-Q16, by the sender's name and the client's id.
    var sent: [[String]: ModelMessage] = [:]
    /// M-08, by thread: the newest change of each message, the last place, and the last one that is known no more.
    var changes: [String: [ModelChange]] = [:]
    var changeHeads: [String: (last: Seq, lost: Seq)] = [:]
    /// M-34: what was signaled since the last sweep, and the data of one that waits for the next.
    var signals: [SignalKey: String?] = [:]
    /// T-31, of the act at work.
    var notifyExt: String?
    /// The events of the act that is carried out.
    var pendingEvents = PendingEvents()
    private var lastOrder = 0

    init(_ options: ChatOptions, now: Milliseconds) {
        self.options = options
        self.now = now
    }

    struct ModelMessage {
        /// The order of all messages of the model.
        var order: Int
        var seq: Seq
        var time: Milliseconds
        var from: String
        /// In a group the conversation's id, else both names.
        var thread: String
        var kind = MessageKind.text
        var settings: MessageSettings
        var clientID = ""
        var body: String
        var mentions: [String]?
        var recall: RecallSnapshot?
        /// M-35.
        var expireAt: Milliseconds?
        /// A sweep has come by since it was due.
        var isExpired = false
        /// What it says since it was edited, and whom it mentions.
        var edit: (body: String, mentions: [String]?, EditSnapshot)?
        var change: Seq = 0
        var reactions: [ModelReaction] = []
        /// M-30: the seq and the sender.
        var reply: String?
        /// M-54: empty: it is for all.
        var visibleTo: [String] = []
        /// M-31, with a number that rises from pin to pin.
        var pin: (shown: PinSnapshot, order: Int)?

        var isRecalled: Bool { recall != nil }

        /// As it is now.
        var names: [String]? { isRecalled || isExpired ? nil : edit.map(\.mentions) ?? mentions }
        var namesAll: Bool { names?.contains(AtInfo.everybody) == true }

        func isGone(at now: Milliseconds) -> Bool { expireAt.map { $0 <= now } ?? false }
    }

    struct ModelChange {
        var place: Seq
        var message: ModelMessage
        var time: Milliseconds
    }

    struct SignalKey: Hashable {
        let from: String
        /// As the sender names it.
        let id: String
        let name: String
    }

    struct PendingEvents {
        var told: [String: [ObservedGroupEvent]] = [:]
        var showings: [Showing] = []
        /// Those who have been told something of their own: their totals too.
        var touched: Set<String> = []
    }

    struct Showing {
        var user: String
        var id: String
        var isNew: Bool
        var seq: Seq?
    }

    /// A number higher than all before it.
    mutating func nextOrder() -> Int {
        lastOrder += 1
        return lastOrder
    }
}

/// An account, from its creation to its deletion.
struct GroupModelUser {
    var isDeleted = false
    var createdAt: Milliseconds
    /// G-Q03.
    var acceptsInvitations = true
    /// By the conversation's id as the user knows it.
    var boxes: [String: Box] = [:]
    var events: [Event] = []
    /// Outlives the account: a stream never goes back.
    var streamSeq: Seq = 0
    /// The one that has been silent longest first.
    var devices: [(name: String, positions: StreamPositions, told: Milliseconds)] = []
    /// The last total its devices heard of.
    var toldTotal: Int64 = 0
    /// C-22: what its devices will hear of in the next round.
    var behind: Set<String> = []
    /// M-07: a recall in a group that the user has left has moved the total; when that is told is not fixed.
    var hasUnsureTotal = false

    struct Event {
        enum Content: Equatable {
            case thread(id: String, isNew: Bool)
            case deleted([String])
            case messagesDeleted(String, Int)
            case modelGroup(GroupEventKind, id: String, data: String)
        }

        var seq: Seq
        var time: Milliseconds
        var content: Content
    }

    /// One user's side of a conversation.
    struct Box {
        var copies: [Copy] = []
        /// M-54: the messages to some members alone that the user has, by seq: whether they came live.
        var targeted: [Seq: Bool] = [:]
        var isListed = false
        var listedAt = 0
        /// Of the listing or a change by the user, in milliseconds.
        var listedTime: Milliseconds = 0
        var changedAt: Milliseconds = 0
        var isPinned = false
        /// C-Q27.
        var isMarked = false
        /// G-Q48.
        var claim = ListClaim.place
        var option = ReceiveOption.receive
        var readSeq: Seq = 0
        /// T-Q31, C-Q20: the history begins behind this.
        var hiddenThrough: Seq = 0
        /// M-27: the seqs of messages that the user has deleted.
        var hidden: Set<Seq> = []
        /// It is out of the list by the time, which nobody else needs to have noticed.
        var hasExpired = false
        /// where the conversation ended for a former member.
        var leftAt: Seq?
        /// … and the state of the group for that user.
        var formerGroupProfile: Profile?
        /// The name by which a message called.
        var calls: [AtInfo] = []
    }

    /// A group as a list shows it.
    struct Profile {
        var name: String
        var avatar: String
        var kind: GroupKind?
    }

    /// A message as one member has it.
    struct Copy {
        var message: GroupModel.ModelMessage
        var isUnread: Bool
        /// It is a last message (X-M's column of that name), and came live.
        var isSeen: Bool
        /// It came while the conversation was in the list, and that has been there since.
        var isInList = false
        /// The user has deleted it; or it was kept no longer when the user deleted all that came after it.
        var isPast = false
    }
}

struct ModelGroup {
    let id: String
    let kind: GroupKind
    let createdAt: Milliseconds
    var style: GroupStyle
    var name: String
    var avatar = ""
    var needsConfirmation: Bool
    var maxUsers: Int64
    /// G-Q60.
    var historyForNew = 0
    var mute = GroupMute.off
    var isDisabled = false
    var isGone = false
    var modelMembers: [String: ModelMember] = [:]
    /// By the invitee.
    var invitations: [String: (inviter: String, message: String)] = [:]
    var applicants: Set<String> = []
    /// Y-01: until when, in milliseconds; -1: for ever.
    var bans: [String: Milliseconds] = [:]
    var events: [Event] = []

    struct ModelMember {
        var role: GroupRole
        /// The order of joining.
        var joined: Int
        /// The stream begins behind this.
        var start: Seq
        /// Was in the group before, and then was not.
        var hasReturned = false
        /// Milliseconds; -1 for ever.
        var muteUntil: Milliseconds = 0
        var isWhiteListed = false
        var isBlocking = false
    }

    struct Event {
        var kind: GroupEventKind
        var time: Milliseconds
        var except: String?
        var data: String
    }

    var conversation: String { "group_" + id }
    var owner: String { modelMembers.first { $0.value.role == .owner }!.key }
    var leaders: [String] { modelMembers.filter { $0.value.role != .member }.map(\.key) }
}

// MARK: - What can be seen

extension GroupModelUser.Box {
    var unread: Int64 { Int64(copies.count(where: \.isUnread)) }
    var last: GroupModel.ModelMessage? { copies.last { $0.isSeen && !$0.isPast }?.message }

    /// Whether the history has it.
    func shows(_ message: GroupModel.ModelMessage) -> Bool {
        !hides(message.seq) && (message.visibleTo.isEmpty || targeted[message.seq] != nil)
    }

    /// The user has deleted it, or came after it.
    func hides(_ seq: Seq) -> Bool { seq <= hiddenThrough || hidden.contains(seq) }

    /// C-Q04.
    var place: (Int, Int) { (isPinned ? 0 : 1, -(last?.order ?? listedAt)) }
    /// C-Q25.
    var lastChange: Milliseconds { max(changedAt, last?.time ?? listedTime) }
}

extension GroupModel {
    func isThere(_ user: String) -> Bool { people[user].map { !$0.isDeleted } ?? false }

    func box(of user: String, _ id: String) -> GroupModelUser.Box { people[user]?.boxes[id] ?? GroupModelUser.Box() }

    /// The key of a conversation that the user knows by that id.
    func thread(_ id: String, of user: String) -> String {
        id.hasPrefix("c2c_") ? [user, String(id.dropFirst(4))].sorted().joined(separator: "|") : id
    }

    func modelGroup(of id: String) -> ModelGroup? { modelGroups[String(id.dropFirst("group_".count))] }

    func messages(_ id: String, of user: String) -> [ModelMessage] { threads[thread(id, of: user)] ?? [] }

    /// The last message there is for the user, seen or not.
    func head(_ id: String, of user: String) -> Seq {
        box(of: user, id).leftAt ?? messages(id, of: user).last?.seq ?? 0
    }

    /// M-54: of those to all.
    func listedHead(_ id: String, of user: String) -> Seq {
        box(of: user, id).leftAt ?? messages(id, of: user).last(where: \.visibleTo.isEmpty)?.seq ?? 0
    }

    /// The ids in the user's list, in its order.
    func list(of user: String) -> [String] {
        people[user]!.boxes.filter(\.value.isListed).sorted { $0.value.place < $1.value.place }.map(\.key)
    }

    /// C-Q17, X-53.
    func total(of user: String) -> Int64 {
        people[user]!.boxes.values.reduce(0) { sum, box in
            let counts = box.option == .receive || box.option == .receiveMentions
            return box.isListed && counts ? sum + box.unread : sum
        }
    }

    /// Whether something of that time may still be given out after so many days.
    func isKept(_ time: Milliseconds, days: Int) -> Bool { time >= now - .days(days) }

    /// for a former member as it was then.
    func profile(_ id: String, of user: String) -> GroupModelUser.Profile {
        box(of: user, id).formerGroupProfile ?? modelGroup(of: id)!.profile
    }
}

extension ModelGroup {
    /// C-Q07: of one that is no more nobody knows what it was.
    var profile: GroupModelUser.Profile {
        isGone
            ? GroupModelUser.Profile(name: id, avatar: "", kind: nil)
            : GroupModelUser.Profile(name: name, avatar: avatar, kind: kind)
    }
}

func quoted(_ text: String) -> String { "\"" + text + "\"" }
