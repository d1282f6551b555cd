import ClientProtocol
import Domain

@testable import Chat

/// A message as one user is shown it. Its time stands for its stamp.
struct GroupMessageSnapshot: Equatable {
    var conversation: String
    var seq: Seq
    var time: Milliseconds
    var from: String
    var kind: MessageKind
    var settings: MessageSettings
    var clientID: String
    var body: String
    var mentions: String?
    var session: SessionType
    var life = GroupMessageLife()
}

/// What has become of it since.
struct GroupMessageLife: Equatable {
    var change: Seq = 0
    /// Nil: it does not expire.
    var expireAt: Milliseconds?
    var visibleTo: [String] = []
    var recall: RecallSnapshot?
    var edit: EditSnapshot?
    var reactions: [ReactionSnapshot] = []
    /// Nil: it is not said.
    var mine: Set<String>?
    /// The seq and the sender of the message that it replies to.
    var reply: String?
    var pin: PinSnapshot?
}

struct GroupChangeSnapshot: Equatable {
    var place: Seq
    var seq: Seq
    var isRecalled: Bool
    /// Nil: it is kept no longer.
    var message: GroupMessageSnapshot?
}

/// A whole conversation as one user is shown it (C-26).
struct ThreadSnapshot: Equatable {
    var id: String
    var name: String
    var avatar: String
    var unread: Int64
    var option: Int64
    var isPinned: Bool
    var isMarked: Bool
    var last: GroupMessageSnapshot?
    var seq: Seq
    var readSeq: Seq
    var kind: GroupKind?
    var calls: [AtInfo]
    var change: Seq = 0
}

/// Something that one user's devices are told.
enum ObservedGroupEvent: Equatable {
    case message(GroupMessageSnapshot, sparesOrigin: Bool)
    case changed(GroupMessageSnapshot)
    case gone(GroupMessageSnapshot)
    case thread(ThreadSnapshot, isNew: Bool, seq: Seq?)
    case deleted([String], seq: Seq)
    /// So many of the conversation.
    case messagesDeleted(String, Int, seq: Seq)
    case signaled(String, from: String, name: String, data: String?)
    case total(Int64)
    case event(GroupEventKind, modelGroup: String, data: String, seq: Seq?, isInGroup: Bool, sparesOrigin: Bool)
    case ended

    var total: Int64? {
        if case .total(let total) = self { total } else { nil }
    }

    var isSignal: Bool {
        if case .signaled = self { true } else { false }
    }
}

extension [ObservedGroupEvent] {
    /// Those of a sweep come in no order.
    var signalsFirst: [ObservedGroupEvent] {
        filter(\.isSignal).sorted { "\($0)" < "\($1)" } + filter { !$0.isSignal }
    }
}

/// An event of a stream, as it is replayed.
enum ReplayedEvent: Equatable {
    case thread(seq: Seq, ThreadSnapshot, isNew: Bool)
    case deleted(seq: Seq, [String])
    case messagesDeleted(seq: Seq, String, Int)
    case event(seq: Seq, GroupEventKind, modelGroup: String, data: String)
}

struct ArrivalSnapshot: Equatable {
    var streamSeq: Seq
    var user: StreamSnapshot<ReplayedEvent>?
    var threads: [String: StreamSnapshot<GroupMessageSnapshot>] = [:]
    var modelGroups: [String: StreamSnapshot<ReplayedEvent>] = [:]
    var changes: [String: StreamSnapshot<GroupChangeSnapshot>] = [:]
    var changed: [ThreadSnapshot] = []
    var isComplete = true
    var total: Int64
    /// The positions of the streams of the user's groups, in the order of joining.
    var positions: [String]
}

/// The reply to an act.
enum Reply: Equatable {
    case done
    case refused(ErrorCode)
    case yes(Bool)
    case number(Int64)
    case option(ReceiveOption)
    case results([String: ErrorCode?])
    case made(String, [String: ErrorCode?])
    case message(GroupMessageSnapshot)
    case messages([GroupMessageSnapshot], next: Seq)
    case changes([GroupChangeSnapshot], place: Seq, isFinished: Bool)
    case events([ReplayedEvent], seq: Seq, isFinished: Bool)
    case arrival(ArrivalSnapshot)
}

// MARK: - From the state

extension GroupMessageSnapshot {
    init(_ view: MessageView) {
        self.init(
            conversation: view.conversation.description, seq: view.message.seq, time: view.message.time,
            from: view.from.text, kind: view.message.kind, settings: view.message.settings,
            clientID: view.message.clientID, body: view.message.body, mentions: view.message.mentions,
            session: view.sessionType, life: GroupMessageLife(view))
    }
}

extension GroupMessageLife {
    fileprivate init(_ view: MessageView) {
        guard let life = view.message.life else { return }
        change = life.change
        expireAt = life.expireAt
        visibleTo = life.visibleTo
        reactions = life.reactions.map { ReactionSnapshot(reaction: $0.reaction, count: $0.count, users: $0.users) }
        mine = view.mine.map(Set.init)
        reply = life.reply.map { "\($0.seq) \($0.from)" }
        pin = life.pin.map { PinSnapshot(user: $0.user, time: $0.time) }
        if view.message.isExpired { return }
        if view.message.isRecalled {
            recall = RecallSnapshot(user: life.recalledBy, time: life.changedAt, reason: life.recallReason)
        } else if life.version > 0 {
            edit = EditSnapshot(time: life.changedAt, version: life.version)
        }
    }
}

extension GroupChangeSnapshot {
    init(_ view: ChangeView) {
        self.init(
            place: view.place, seq: view.seq, isRecalled: view.isRecalled,
            message: view.view.map(GroupMessageSnapshot.init))
    }
}

extension ThreadSnapshot {
    init(_ view: ConversationView) {
        precondition(view.peerReadTime == 0, "nobody sends receipts here")
        self.init(
            id: view.id.description, name: view.showName, avatar: view.faceURL, unread: view.unreadCount,
            option: view.option.rawValue, isPinned: view.isPinned, isMarked: view.isMarkedUnread,
            last: view.last.map(GroupMessageSnapshot.init),
            seq: view.seq,
            readSeq: view.readSeq, kind: view.groupKind, calls: view.mentions, change: view.change)
    }
}

extension ObservedGroupEvent {
    /// None for what is the gateway's own matter.
    static func all(_ effect: ChatEffect) -> [ObservedGroupEvent] {
        switch effect {
        case .event(let event): return all(event)
        case .accountEnded, .tokensRevoked, .kicked: return [.ended]
        case .entered, .left: return []
        case .followed, .unfollowed, .channelEnded: preconditionFailure("there are no channels here")
        case .room: preconditionFailure("there are no rooms here")
        case .broadcastStopped: preconditionFailure("there are no broadcasts here")
        case .subscriptionEvent: preconditionFailure("nobody follows anybody here")
        }
    }

    private static func all(_ event: any ServerEvent) -> [ObservedGroupEvent] {
        let isOfGroup = if case .group = event.place { true } else { false }
        return switch event.content {
        case let told as MessageNew: [.message(GroupMessageSnapshot(told.view), sparesOrigin: event.sparesOrigin)]
        case let told as MessageChanged: [.changed(GroupMessageSnapshot(told.view))]
        case let told as MessageGone: [.gone(GroupMessageSnapshot(told.view))]
        case let told as ConversationNew:
            [.thread(ThreadSnapshot(told.conversation), isNew: true, seq: event.seq)]
        case let told as ConversationChanged:
            told.conversations.map { .thread(ThreadSnapshot($0), isNew: false, seq: event.seq) }
        case let told as ConversationDeleted: [.deleted(listed(told.ids), seq: event.seq!)]
        case let told as MessageDeleted:
            [.messagesDeleted(told.shown.conversation, told.shown.stamps.count, seq: event.seq!)]
        case let told as MessageSignaled:
            [
                .signaled(
                    told.conversation.description, from: told.from.text, name: told.signal.name, data: told.signal.data)
            ]
        case let told as ConversationTotalUnreadChanged: [.total(told.total)]
        case let told as GroupEvent:
            [
                .event(
                    told.kind, modelGroup: String(told.group), data: told.data, seq: event.seq, isInGroup: isOfGroup,
                    sparesOrigin: event.sparesOrigin)
            ]
        default: preconditionFailure("nobody has friends, faces or receipts here")
        }
    }
}

extension ReplayedEvent {
    init(_ event: StreamEvent) {
        switch event.content {
        case let told as ConversationNew:
            self = .thread(seq: event.seq, ThreadSnapshot(told.conversation), isNew: true)
        case let told as ConversationChanged:
            self = .thread(seq: event.seq, ThreadSnapshot(told.conversations[0]), isNew: false)
        case let told as ConversationDeleted: self = .deleted(seq: event.seq, listed(told.ids))
        case let told as MessageDeleted:
            self = .messagesDeleted(seq: event.seq, told.shown.conversation, told.shown.stamps.count)
        case let told as GroupEvent:
            self = .event(seq: event.seq, told.kind, modelGroup: String(told.group), data: told.data)
        default: preconditionFailure("nobody has friends, faces or receipts here")
        }
    }
}

extension ArrivalSnapshot {
    init(_ login: Login) {
        self.init(
            streamSeq: login.streamSeq, total: login.total, positions: login.groups.map { "\($0.group) at \($0.seq)" })
        guard let resumption = login.resumption else { return }
        user = StreamSnapshot(resumption.user, ReplayedEvent.init)
        threads = Dictionary(
            uniqueKeysWithValues: resumption.conversations.map {
                ($0.id, StreamSnapshot($0.stream, GroupMessageSnapshot.init))
            })
        modelGroups = Dictionary(
            uniqueKeysWithValues: resumption.groups.map { ($0.id, StreamSnapshot($0.stream, ReplayedEvent.init)) })
        changes = Dictionary(
            uniqueKeysWithValues: resumption.changes.map {
                ($0.id, StreamSnapshot($0.stream, GroupChangeSnapshot.init))
            })
        changed = login.changed.map(ThreadSnapshot.init)
        isComplete = login.isComplete
    }
}
