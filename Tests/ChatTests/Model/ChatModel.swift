import Chat
import Domain

/// The expected state, in the simplest form: every user has a box for each other one, with a copy of every message
/// that ever came in, and each answer is found by walking the boxes. Written from docs/semantics.md alone.
struct ChatModel {
    let options: ChatOptions
    /// Milliseconds since 1970.
    var now: Milliseconds
    var lastStamp: Stamp = 0
    /// Everybody who ever had an account.
    var people: [String: ModelUser] = [:]
    /// The messages between two users, by both names in order.
    var talks: [[String]: [ModelMessage]] = [:]
    /// T-Q16, by the sender's name and the client's id.
    var sent: [[String]: ModelMessage] = [:]
    /// M-08: the newest change of each message, by both names in order.
    var changes: [[String]: [ModelChange]] = [:]
    /// Of each conversation: the last place, and the last one that is known no more.
    var changeHeads: [[String]: (last: Seq, lost: Seq)] = [:]
    /// M-34: what was signaled since the last sweep, and the data of one that waits for the next.
    var signals: [SignalKey: String?] = [:]
    var lastPin = 0

    struct SignalKey: Hashable {
        let from: String
        let to: String
        let name: String
    }

    init(_ options: ChatOptions, now: Milliseconds) {
        self.options = options
        self.now = now
    }
}

/// An account, from its creation to its deletion.
struct ModelUser {
    var isDeleted = false
    var isDisabled = false
    var createdAt: Milliseconds
    var nickname: String
    var faceURL: String
    /// By the name of the other.
    var boxes: [String: Box] = [:]
    var events: [Event] = []
    /// Outlives the account: a stream never goes back.
    var streamSeq: Seq = 0
    /// Up to there nothing of the stream is left, whatever the events say.
    var lostThrough: Seq = 0
    /// The one that has been silent longest first.
    var devices: [(name: String, positions: StreamPositions)] = []
    /// The last total its devices heard of.
    var toldTotal: Int64 = 0
    /// M-24: messages of which its devices may not have the reactions.
    var untold: Set<Stamp> = []
}

struct ModelMessage {
    var stamp: Stamp
    var seq: Seq
    var from: String
    var to: String
    var draft: Draft
    /// When it was sent.
    var time: Milliseconds
    var recall: RecallSnapshot?
    /// A sweep has come by since it was due.
    var isExpired = false
    var edit: EditSnapshot?
    /// What it says since it was edited.
    var editedBody: String?
    var change: Seq = 0
    /// In the order in which they came.
    var reactions: [ModelReaction] = []
    /// M-30.
    var reply: ReplySnapshot?
    /// M-31: with a number that rises from pin to pin.
    var pin: (shown: PinSnapshot, order: Int)?

    var body: String { recall != nil ? "{}" : editedBody ?? draft.body }

    /// M-35.
    var expireAt: Milliseconds? { draft.expireSeconds.map { time + Milliseconds(Int64($0) * 1_000) } }

    func isGone(at now: Milliseconds) -> Bool { expireAt.map { $0 <= now } ?? false }
}

struct ModelReaction {
    var reaction: String
    var user: String
    var time: Milliseconds
    /// Of the reaction's first one, since there has been one all the time.
    var kindOrder: Int
}

struct ModelChange {
    var place: Seq
    var message: ModelMessage
    var time: Milliseconds
}

/// One user's side of a conversation.
struct Box {
    var copies: [Copy] = []
    var isListed = false
    var isPinned = false
    var isMarked = false
    var tags: [String] = []
    var option = ReceiveOption.receive
    var changedAt: Milliseconds = 0
    var readSeq: Seq = 0
    /// Messages up to here are hidden, by the user's deletion or the account's.
    var deletedThrough: Seq = 0
    /// M-27: messages that the user has deleted.
    var hidden: Set<Stamp> = []
    /// When it came into the list.
    var listedAt: Stamp = 0
    /// T-Q28: as the other knows it.
    var readTime: Milliseconds = 0
}

/// A message as one member has it.
struct Copy {
    var message: ModelMessage
    var isUnread: Bool
    /// It is a last message (X-M's column of that name).
    var isSeen: Bool
    /// The user has deleted it; or it was kept no longer when the user deleted all that came after it.
    var isPast = false
}

struct Event {
    enum Content: Equatable {
        case receipt(time: Milliseconds)
        case profile
        case changed
        case new
        case deleted([String])
        case messagesDeleted([Stamp])
    }

    var seq: Seq
    var time: Milliseconds
    var peer: String
    var content: Content
}

// MARK: - What can be seen

extension Box {
    var unread: Int64 { Int64(copies.count(where: \.isUnread)) }
    var last: ModelMessage? { copies.last { $0.isSeen && !$0.isPast }?.message }
}

extension ChatModel {
    static func name(_ conversation: String) -> String { String(conversation.dropFirst("c2c_".count)) }
    static func conversation(with user: String) -> String { "c2c_" + user }

    func isThere(_ user: String) -> Bool { people[user].map { !$0.isDeleted } ?? false }

    func talk(_ one: String, _ other: String) -> [ModelMessage]? { talks[[one, other].sorted()] }

    /// Whatever the user has sent, in order.
    func messages(from user: String) -> [ModelMessage] {
        sent.values.filter { $0.from == user }.sorted { $0.stamp < $1.stamp }
    }

    func lastSeq(_ one: String, _ other: String) -> Seq { talk(one, other)?.last?.seq ?? 0 }

    func box(of user: String, with peer: String) -> Box { people[user]?.boxes[peer] ?? Box() }

    /// Whether the user's history has it.
    func shows(_ message: ModelMessage, to user: String, _ peer: String) -> Bool {
        let box = box(of: user, with: peer)
        return message.seq > box.deletedThrough && !box.hidden.contains(message.stamp)
    }

    /// There is something of it for the user: in the list, or in the history alone.
    func hasAny(_ user: String, _ peer: String) -> Bool {
        let box = box(of: user, with: peer)
        return box.isListed || lastSeq(user, peer) > box.deletedThrough
    }

    func shownName(_ user: String) -> String {
        let nickname = people[user]!.nickname
        return nickname.isEmpty ? user : nickname
    }

    /// `isPersonal`: of a reply, which says what is the user's own.
    func snapshot(
        _ message: ModelMessage, for user: String, isPersonal: Bool = false, at time: Milliseconds? = nil
    ) -> MessageSnapshot {
        let peer = message.from == user ? message.to : message.from
        return MessageSnapshot(
            stamp: message.stamp, clientID: message.draft.clientID, conversation: Self.conversation(with: peer),
            seq: message.seq, from: message.from, kind: message.draft.kind,
            settings: message.recall == nil ? message.draft.settings : message.draft.settings.union(.recalled),
            body: message.body, recall: message.recall, edit: message.recall == nil ? message.edit : nil,
            change: message.change, reactions: message.shownReactions, mine: isPersonal ? mine(message, user) : nil,
            reply: message.recall == nil ? message.reply : nil, pin: message.pin?.shown, expireAt: message.expireAt
        ).shown(at: time ?? now)
    }

    private func mine(_ message: ModelMessage, _ user: String) -> Set<String>? {
        guard message.recall == nil, !message.reactions.isEmpty else { return nil }
        let own = message.reactions.filter { $0.user == user && $0.time >= people[user]!.createdAt }
        return Set(own.map(\.reaction))
    }

    func snapshot(of user: String, with peer: String) -> ConversationSnapshot {
        let box = box(of: user, with: peer)
        return ConversationSnapshot(
            id: Self.conversation(with: peer), showName: shownName(peer), faceURL: people[peer]!.faceURL,
            unread: box.unread, option: box.option.rawValue, isPinned: box.isPinned, isMarked: box.isMarked,
            last: box.last.map { snapshot($0, for: user) }, seq: lastSeq(user, peer), readSeq: box.readSeq,
            peerReadTime: peer == user ? 0 : self.box(of: peer, with: user).readTime,
            change: changeHead(user, peer).last, tags: box.tags)
    }

    /// Where a conversation stands in the list (C-Q04).
    struct Place: Comparable {
        var isPinned: Bool
        var stamp: Stamp

        static func < (one: Place, other: Place) -> Bool {
            one.isPinned != other.isPinned ? one.isPinned : one.stamp > other.stamp
        }
    }

    func place(of user: String, with peer: String) -> Place {
        let box = box(of: user, with: peer)
        return Place(isPinned: box.isPinned, stamp: box.last?.stamp ?? box.listedAt)
    }

    /// The names in the user's list, in its order.
    func list(of user: String) -> [String] {
        people[user]!.boxes.filter(\.value.isListed).map(\.key).sorted {
            place(of: user, with: $0) < place(of: user, with: $1)
        }
    }

    func changeHead(_ one: String, _ other: String) -> (last: Seq, lost: Seq) {
        changeHeads[[one, other].sorted()] ?? (0, 0)
    }

    /// C-Q17, X-53.
    func total(of user: String) -> Int64 {
        people[user]!.boxes.values.reduce(0) { sum, box in
            let counts = box.option == .receive || box.option == .receiveMentions
            return box.isListed && counts ? sum + box.unread : sum
        }
    }

    /// A conversation's last message stays for ever.
    func isAbout(_ message: ModelMessage) -> Bool {
        message.seq == lastSeq(message.from, message.to) || isKept(message.time, days: options.messageDays)
    }

    /// Whether something of that time may still be given out after so many days.
    func isKept(_ time: Milliseconds, days: Int) -> Bool {
        time >= now - .days(days)
    }
}

extension ModelMessage {
    fileprivate var shownReactions: [ReactionSnapshot] {
        if recall != nil { return [] }
        return Dictionary(grouping: reactions, by: \.reaction).sorted { $0.value[0].kindOrder < $1.value[0].kindOrder }
            .map { reaction, all in
                ReactionSnapshot(reaction: reaction, count: Int64(all.count), users: all.prefix(5).map(\.user))
            }
    }
}
