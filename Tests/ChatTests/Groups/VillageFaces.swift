import ClientProtocol
import Domain

@testable import Chat

/// A message as one user is shown it. Its time stands for its stamp.
struct LetterFace: Equatable {
    var conversation: String
    var seq: Int64
    var time: Int64
    var from: String
    var kind: MessageKind
    var settings: MessageSettings
    var clientID: String
    var body: String
    var mentions: String?
    var session: SessionType
}

/// A whole conversation as one user is shown it (C-26).
struct ThreadFace: Equatable {
    var id: String
    var name: String
    var avatar: String
    var unread: Int64
    var option: Int64
    var isPinned: Bool
    var last: LetterFace?
    var seq: Int64
    var readSeq: Int64
    var kind: GroupKind?
    var calls: [AtInfo]
}

/// Something that one user's devices are told.
enum Heard: Equatable {
    case letter(LetterFace, sparesOrigin: Bool)
    case thread(ThreadFace, isNew: Bool, seq: Int64?)
    case deleted([String], seq: Int64)
    case total(Int64)
    case event(GroupEventKind, club: String, data: String, seq: Int64?, isOfClub: Bool, sparesOrigin: Bool)
    case ended

    var total: Int64? {
        if case .total(let total) = self { total } else { nil }
    }
}

/// An event of a stream, as it is replayed.
enum Replayed: Equatable {
    case thread(seq: Int64, ThreadFace, isNew: Bool)
    case deleted(seq: Int64, [String])
    case event(seq: Int64, GroupEventKind, club: String, data: String)
}

struct ArrivalFace: Equatable {
    var streamSeq: Int64
    var user: StreamFace<Replayed>?
    var threads: [String: StreamFace<LetterFace>] = [:]
    var clubs: [String: StreamFace<Replayed>] = [:]
    var changed: [ThreadFace] = []
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
    case letter(LetterFace)
    case letters([LetterFace], next: Int64)
    case events([Replayed], seq: Int64, isFinished: Bool)
    case arrival(ArrivalFace)
}

// MARK: - Of what the state show

extension LetterFace {
    init(_ view: MessageView) {
        self.init(
            conversation: view.conversation.description, seq: view.message.seq, time: view.message.time,
            from: view.from.text, kind: view.message.kind, settings: view.message.settings,
            clientID: view.message.clientID, body: view.message.body, mentions: view.message.mentions,
            session: view.sessionType)
    }
}

extension ThreadFace {
    init(_ view: ConversationView) {
        precondition(view.peerReadTime == 0, "nobody sends receipts here")
        self.init(
            id: view.id.description, name: view.showName, avatar: view.faceURL, unread: view.unreadCount,
            option: view.option.rawValue, isPinned: view.isPinned, last: view.last.map(LetterFace.init), seq: view.seq,
            readSeq: view.readSeq, kind: view.groupKind, calls: view.mentions)
    }
}

extension Heard {
    /// Nil for what is for the gateway's own ears.
    static func all(_ serverEvent: ServerEvent) -> [Heard] {
        let sparesOrigin =
            if case .user(_, let spares) = serverEvent.audience { spares } else { false }
        return switch serverEvent.content {
        case .message(let view): [.letter(LetterFace(view), sparesOrigin: sparesOrigin)]
        case .conversations(let views, let isNew, let seq):
            views.map { .thread(ThreadFace($0), isNew: isNew, seq: seq) }
        case .conversationsDeleted(let ids, let seq): [.deleted(listed(ids), seq: seq)]
        case .total(let total): [.total(total)]
        case .group(let event, let isOfGroup):
            [
                .event(
                    event.kind, club: String(event.group), data: event.data, seq: event.seq, isOfClub: isOfGroup,
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

extension Replayed {
    init(_ event: StreamEvent) {
        switch event.content {
        case .conversation(let view, let isNew): self = .thread(seq: event.seq, ThreadFace(view), isNew: isNew)
        case .conversationsDeleted(let ids): self = .deleted(seq: event.seq, listed(ids))
        case .group(let content): self.init(content)
        case .receipt, .profile, .relation, .subscriptions:
            preconditionFailure("nobody has friends, faces or receipts here")
        }
    }

    init(_ event: GroupEvent) {
        self = .event(seq: event.seq, event.kind, club: String(event.group), data: event.data)
    }
}

extension ArrivalFace {
    init(_ login: Login) {
        self.init(
            streamSeq: login.streamSeq, total: login.total, positions: login.groups.map { "\($0.group) at \($0.seq)" })
        guard let resumption = login.resumption else { return }
        user = StreamFace(resumption.user, Replayed.init)
        threads = Dictionary(
            uniqueKeysWithValues: resumption.conversations.map { ($0.id, StreamFace($0.stream, LetterFace.init)) })
        clubs = Dictionary(
            uniqueKeysWithValues: resumption.groups.map { ($0.id, StreamFace($0.stream, Replayed.init)) })
        changed = login.changed.map(ThreadFace.init)
        isComplete = login.isComplete
    }
}
