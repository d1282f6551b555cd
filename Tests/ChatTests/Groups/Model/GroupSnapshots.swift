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
}

/// A whole conversation as one user is shown it (C-26).
struct ThreadSnapshot: Equatable {
    var id: String
    var name: String
    var avatar: String
    var unread: Int64
    var option: Int64
    var isPinned: Bool
    var last: GroupMessageSnapshot?
    var seq: Seq
    var readSeq: Seq
    var kind: GroupKind?
    var calls: [AtInfo]
}

/// Something that one user's devices are told.
enum ObservedGroupEvent: Equatable {
    case letter(GroupMessageSnapshot, sparesOrigin: Bool)
    case thread(ThreadSnapshot, isNew: Bool, seq: Seq?)
    case deleted([String], seq: Seq)
    case total(Int64)
    case event(GroupEventKind, modelGroup: String, data: String, seq: Seq?, isOfClub: Bool, sparesOrigin: Bool)
    case ended

    var total: Int64? {
        if case .total(let total) = self { total } else { nil }
    }
}

/// An event of a stream, as it is replayed.
enum ReplayedEvent: Equatable {
    case thread(seq: Seq, ThreadSnapshot, isNew: Bool)
    case deleted(seq: Seq, [String])
    case event(seq: Seq, GroupEventKind, modelGroup: String, data: String)
}

struct ArrivalSnapshot: Equatable {
    var streamSeq: Seq
    var user: StreamSnapshot<ReplayedEvent>?
    var threads: [String: StreamSnapshot<GroupMessageSnapshot>] = [:]
    var modelGroups: [String: StreamSnapshot<ReplayedEvent>] = [:]
    var changed: [ThreadSnapshot] = []
    var isComplete = true
    var total: Int64
    /// Where the streams of the user's clubs stand, in the order of joining.
    var positions: [String]
}

/// What an act answers.
enum Reply: Equatable {
    case done
    case refused(ErrorCode)
    case yes(Bool)
    case number(Int64)
    case option(ReceiveOption)
    case results([String: ErrorCode?])
    case made(String, [String: ErrorCode?])
    case letter(GroupMessageSnapshot)
    case letters([GroupMessageSnapshot], next: Seq)
    case events([ReplayedEvent], seq: Seq, isFinished: Bool)
    case arrival(ArrivalSnapshot)
}

// MARK: - Of what the state show

extension GroupMessageSnapshot {
    init(_ view: MessageView) {
        self.init(
            conversation: view.conversation.description, seq: view.message.seq, time: view.message.time,
            from: view.from.text, kind: view.message.kind, settings: view.message.settings,
            clientID: view.message.clientID, body: view.message.body, mentions: view.message.mentions,
            session: view.sessionType)
    }
}

extension ThreadSnapshot {
    init(_ view: ConversationView) {
        precondition(view.peerReadTime == 0, "nobody sends receipts here")
        self.init(
            id: view.id.description, name: view.showName, avatar: view.faceURL, unread: view.unreadCount,
            option: view.option.rawValue, isPinned: view.isPinned, last: view.last.map(GroupMessageSnapshot.init),
            seq: view.seq,
            readSeq: view.readSeq, kind: view.groupKind, calls: view.mentions)
    }
}

extension ObservedGroupEvent {
    /// Nil for what is for the gateway's own ears.
    static func all(_ serverEvent: ServerEvent) -> [ObservedGroupEvent] {
        let sparesOrigin =
            if case .user(_, let spares) = serverEvent.audience { spares } else { false }
        return switch serverEvent.content {
        case .message(let view): [.letter(GroupMessageSnapshot(view), sparesOrigin: sparesOrigin)]
        case .conversations(let views, let isNew, let seq):
            views.map { .thread(ThreadSnapshot($0), isNew: isNew, seq: seq) }
        case .conversationsDeleted(let ids, let seq): [.deleted(listed(ids), seq: seq)]
        case .total(let total): [.total(total)]
        case .group(let event, let isOfGroup):
            [
                .event(
                    event.kind, modelGroup: String(event.group), data: event.data, seq: event.seq, isOfClub: isOfGroup,
                    sparesOrigin: sparesOrigin)
            ]
        case .accountEnded: [.ended]
        case .entered, .left: []
        case .relation, .friendGroups, .receipt, .profile, .groupReceipts, .subscriptions, .quietHours,
            .subscriptionEvent:
            preconditionFailure("nobody has friends, faces or receipts here")
        }
    }
}

extension ReplayedEvent {
    init(_ event: StreamEvent) {
        switch event.content {
        case .conversation(let view, let isNew): self = .thread(seq: event.seq, ThreadSnapshot(view), isNew: isNew)
        case .conversationsDeleted(let ids): self = .deleted(seq: event.seq, listed(ids))
        case .group(let content): self.init(content)
        case .receipt, .profile, .relation, .subscriptions:
            preconditionFailure("nobody has friends, faces or receipts here")
        }
    }

    init(_ event: GroupEvent) {
        self = .event(seq: event.seq, event.kind, modelGroup: String(event.group), data: event.data)
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
        changed = login.changed.map(ThreadSnapshot.init)
        isComplete = login.isComplete
    }
}
