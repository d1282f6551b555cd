import Domain
import JSON

@testable import Chat

/// A message as one user is shown it, without any of what the state knows beside.
struct MessageSnapshot: Equatable {
    var stamp: Stamp
    var clientID: String
    var conversation: String
    var seq: Seq
    var from: String
    var kind: MessageKind
    var settings: MessageSettings
    var body: String
    /// Nil: it is as it was sent.
    var recall: RecallSnapshot?
    var edit: EditSnapshot?
    var change: Seq = 0
    var reactions: [ReactionSnapshot] = []
    /// Nil: it is not said.
    var mine: Set<String>?
    var reply: ReplySnapshot?
    var pin: PinSnapshot?
    /// Nil: it does not expire.
    var expireAt: Milliseconds?
}

extension MessageSnapshot {
    /// M-36: as a device shows it then.
    func shown(at now: Milliseconds) -> MessageSnapshot {
        guard let expireAt, expireAt <= now else { return self }
        return gone
    }

    /// M-13: for somebody who can read it no more.
    var gone: MessageSnapshot {
        var stub = self
        stub.settings = settings.subtracting(.history).union([.recalled, .expired])
        (stub.body, stub.recall, stub.edit, stub.reactions, stub.mine) = ("{}", nil, nil, [], nil)
        (stub.reply, stub.pin) = (nil, nil)
        return stub
    }
}

struct ReplySnapshot: Equatable {
    var stamp: Stamp
    var seq: Seq
    var from: String
}

struct PinSnapshot: Equatable {
    var user: String
    var time: Milliseconds
}

struct ReactionSnapshot: Equatable {
    var reaction: String
    var count: Int64
    var users: [String]
}

struct EditSnapshot: Equatable {
    var time: Milliseconds
    var version: Int64
}

struct RecallSnapshot: Equatable {
    var user: String?
    var time: Milliseconds
    var reason: String?
}

/// A whole conversation as one user is shown it (C-26).
struct ConversationSnapshot: Equatable {
    var id: String
    var showName: String
    var faceURL: String
    var unread: Int64
    var option: Int64
    var isPinned: Bool
    var isMarked: Bool
    var last: MessageSnapshot?
    var seq: Seq
    var readSeq: Seq
    var peerReadTime: Milliseconds
    var change: Seq = 0
    var tags: [String] = []
}

/// What has become of a message, as one user is given it.
struct ChangeSnapshot: Equatable {
    var place: Seq
    var stamp: Stamp
    var seq: Seq
    var isRecalled: Bool
    /// Nil: it is kept no longer.
    var message: MessageSnapshot?
}

/// Something that one user's devices are told.
enum ObservedEvent: Equatable {
    case message(MessageSnapshot, sparesOrigin: Bool)
    case changed(MessageSnapshot)
    /// M-37: as it is now, without what the device is not told.
    case gone(MessageSnapshot)
    case conversation(ConversationSnapshot, isNew: Bool, seq: Seq?)
    case deleted([String], seq: Seq)
    case messagesDeleted(String, [Stamp], seq: Seq)
    case signaled(String, from: String, name: String, data: String?)
    case total(Int64)
    case receipt(from: String, time: Milliseconds, seq: Seq)
    case profile(String, seq: Seq)
    case ended

    var isTotal: Bool {
        if case .total = self { true } else { false }
    }
}

/// An event of a user's stream.
enum StreamEventSnapshot: Equatable {
    case receipt(seq: Seq, from: String, time: Milliseconds)
    case profile(seq: Seq, of: String)
    case conversation(seq: Seq, ConversationSnapshot, isNew: Bool)
    case deleted(seq: Seq, [String])
    case messagesDeleted(seq: Seq, String, [Stamp])
}

enum VerdictSnapshot<Item: Equatable>: Equatable {
    case recovered([Item])
    case gap(ClosedRange<Seq>)
    case reset(from: Seq, why: ResetReason)
}

struct StreamSnapshot<Item: Equatable>: Equatable {
    var verdict: VerdictSnapshot<Item>
    var seq: Seq
}

struct LoginSnapshot: Equatable {
    var streamSeq: Seq
    var user: StreamSnapshot<StreamEventSnapshot>?
    var conversations: [String: StreamSnapshot<MessageSnapshot>] = [:]
    var changes: [String: StreamSnapshot<ChangeSnapshot>] = [:]
    var changed: [ConversationSnapshot] = []
    var isComplete = true
    var total: Int64
}

extension ObservedEvent {
    var isSignal: Bool {
        if case .signaled = self { true } else { false }
    }
}

extension [ObservedEvent] {
    /// Those of a sweep come in no order.
    var signalsFirst: [ObservedEvent] {
        filter(\.isSignal).sorted { "\($0)" < "\($1)" } + filter { !$0.isSignal }
    }
}

// MARK: - From the state

extension MessageSnapshot {
    init(_ view: MessageView) {
        self.init(
            stamp: view.message.id.stamp, clientID: view.message.clientID, conversation: view.conversation.description,
            seq: view.message.seq, from: view.from.text, kind: view.message.kind, settings: view.message.settings,
            body: view.message.body,
            change: view.message.change)
        guard let life = view.message.life else { return }
        reactions = life.reactions.map { ReactionSnapshot(reaction: $0.reaction, count: $0.count, users: $0.users) }
        mine = view.mine.map(Set.init)
        expireAt = life.expireAt
        reply = life.reply.map { ReplySnapshot(stamp: $0.message.stamp, seq: $0.seq, from: $0.from) }
        pin = life.pin.map { PinSnapshot(user: $0.user, time: $0.time) }
        if view.message.isExpired { return }
        if view.message.isRecalled {
            recall = RecallSnapshot(user: life.recalledBy, time: life.changedAt, reason: life.recallReason)
        } else if life.version > 0 {
            edit = EditSnapshot(time: life.changedAt, version: life.version)
        }
    }
}

extension ConversationSnapshot {
    init(_ view: ConversationView) {
        self.init(
            id: view.id.description, showName: view.showName, faceURL: view.faceURL, unread: view.unreadCount,
            option: view.option.rawValue, isPinned: view.isPinned, isMarked: view.isMarkedUnread,
            last: view.last.map(MessageSnapshot.init), seq: view.seq, readSeq: view.readSeq,
            peerReadTime: view.peerReadTime, change: view.change, tags: view.note?.tags ?? []
        )
    }
}

extension ObservedEvent {
    /// An event may hold several conversations; the state put one into each.
    static func all(_ effect: ChatEffect) -> [ObservedEvent] {
        guard let event = effect.event else {
            if case .accountEnded = effect { return [.ended] }
            preconditionFailure("nobody has relations or groups here")
        }
        return switch event.content {
        case let told as MessageNew: [.message(MessageSnapshot(told.view), sparesOrigin: event.sparesOrigin)]
        case let told as MessageChanged: [.changed(MessageSnapshot(told.view))]
        case let told as MessageGone: [.gone(MessageSnapshot(told.view))]
        case let told as ConversationNew: [shown(told.conversation, isNew: true, event)]
        case let told as ConversationChanged: told.conversations.map { shown($0, isNew: false, event) }
        case let told as ConversationDeleted: [.deleted(listed(told.ids), seq: event.seq!)]
        case let told as MessageDeleted:
            [.messagesDeleted(told.shown.conversation, told.shown.stamps, seq: event.seq!)]
        case let told as MessageSignaled:
            [
                .signaled(
                    told.conversation.description, from: told.from.text, name: told.signal.name, data: told.signal.data)
            ]
        case let told as ConversationTotalUnreadChanged: [.total(told.total)]
        case let told as ReceiptNew:
            [.receipt(from: told.conversation.description, time: told.time, seq: event.seq!)]
        case let told as ProfileChanged: [.profile(told.user.text, seq: event.seq!)]
        default: preconditionFailure("nobody has relations or groups here")
        }
    }

    private static func shown(_ view: ConversationView, isNew: Bool, _ event: any ServerEvent) -> ObservedEvent {
        .conversation(ConversationSnapshot(view), isNew: isNew, seq: event.seq)
    }
}

extension StreamEventSnapshot {
    init(_ event: StreamEvent) {
        switch event.content {
        case let told as ReceiptNew:
            self = .receipt(seq: event.seq, from: told.conversation.description, time: told.time)
        case let told as ConversationNew:
            self = .conversation(seq: event.seq, ConversationSnapshot(told.conversation), isNew: true)
        case let told as ConversationChanged:
            self = .conversation(seq: event.seq, ConversationSnapshot(told.conversations[0]), isNew: false)
        case let told as ConversationDeleted: self = .deleted(seq: event.seq, listed(told.ids))
        case let told as MessageDeleted:
            self = .messagesDeleted(seq: event.seq, told.shown.conversation, told.shown.stamps)
        case let told as ProfileChanged: self = .profile(seq: event.seq, of: told.user.text)
        default: preconditionFailure("nobody has relations or groups here")
        }
    }
}

extension StreamSnapshot {
    init<Shown>(_ stream: Resumption.Stream<Shown>, _ face: (Shown) -> Item) {
        seq = stream.seq
        verdict =
            switch stream.verdict {
            case .recovered(let items): .recovered(items.map(face))
            case .gap(let range): .gap(range)
            case .reset(let first, let why): .reset(from: first, why: why)
            }
    }
}

extension LoginSnapshot {
    init(_ login: Login) {
        self.init(streamSeq: login.streamSeq, total: login.total)
        guard let resumption = login.resumption else { return }
        user = StreamSnapshot(resumption.user, StreamEventSnapshot.init)
        conversations = Dictionary(
            uniqueKeysWithValues: resumption.conversations.map {
                ($0.id, StreamSnapshot($0.stream, MessageSnapshot.init))
            })
        changes = Dictionary(
            uniqueKeysWithValues: resumption.changes.map { ($0.id, StreamSnapshot($0.stream, ChangeSnapshot.init)) })
        changed = login.changed.map(ConversationSnapshot.init)
        isComplete = login.isComplete
    }
}

extension ChangeSnapshot {
    init(_ view: ChangeView) {
        self.init(
            place: view.place, stamp: view.message.stamp, seq: view.seq, isRecalled: view.isRecalled,
            message: view.view.map(MessageSnapshot.init))
    }
}

extension MessageDeleted {
    var shown: (conversation: String, stamps: [Stamp]) {
        let document = JSONDocument()
        guard let json = try? document.parse(detail) else { preconditionFailure("\(detail) is no JSON") }
        let ids = json["msgIds"]?.elements?.compactMap(\.string) ?? []
        return (json["conversationID"]?.string ?? "", ids.map { Stamp(Int64($0)!) })
    }
}

/// The elements of a JSON list of ids.
func listed(_ json: String) -> [String] {
    json.dropFirst().dropLast().split(separator: ",").map { String($0.dropFirst().dropLast()) }
}
