import Chat
import ClientProtocol
import Domain

/// Friends, friend requests and blocks, in the simplest form: every user keeps whole records in
/// dictionaries and lists, and each answer is found by walking them. Written from docs/semantics.md alone.
struct RelationModel {
    let options: ChatOptions
    let rates: Rates
    /// Milliseconds since 1970.
    var now: Milliseconds
    var lastStamp: Stamp = 0
    /// Everybody who ever had an account.
    var members: [String: Member] = [:]
    /// The messages between two users, by both names in order.
    var talks: [[String]: [Line]] = [:]
    var lastSerial = 0
    /// The events of the act that is carried out.
    var pendingEvents = PendingEvents()

    /// How many a minute; nil: any number.
    struct Rates {
        var additions: Int?
        var deletions: Int?
    }

    init(_ options: ChatOptions, _ rates: Rates, now: Milliseconds) {
        self.options = options
        self.rates = rates
        self.now = now
    }
}

extension RelationModel {
    /// An account, from its creation to its deletion.
    struct Member {
        var isThere = true
        var isBarred = false
        var isDisabled = false
        var nickname: Spelling = ""
        var faceURL: Spelling = ""
        var profile = Profile()
        /// By name.
        var friends: [String: Friend] = [:]
        /// By name: since which second.
        var blocked: [String: Seconds] = [:]
        var asked: [Asking] = []
        var askedBy: [Asking] = []
        /// In the order of their creation.
        var groups: [Spelling] = []
        // These outlive the account: they never go back.
        var version: Int64 = 0
        /// Entries of the lists that an import has changed; one may have it back as it was by a later entry of the same import.
        var listEdits = 0
        var askingSeq: Seq = 0
        var streamSeq: Seq = 0
        /// Up to there nothing of the stream is left.
        var lostThrough: Seq = 0

        /// By the name of the other.
        var chats: [String: Chat] = [:]
        var happenings: [Happening] = []
        /// R-Q55: when the next addition and deletion are due, in microseconds; nobody knows after a restart.
        var nextAddition: Int64 = 0
        var nextDeletion: Int64 = 0
        /// The last total that the member's devices heard of.
        var toldTotal: Int64 = 0
    }

    ///
    struct Friend: Equatable {
        var since: Seconds
        var remark: Spelling
        var wording: String
        var source: String
        var groups: Set<Spelling> = []
        var custom: [String: CustomValue] = [:]
    }

    /// One side's record of a friend request.
    struct Asking: Equatable {
        var other: String
        var addedAt: Seconds
        var wording: String
        var source: String
        var remark: Spelling
        var group: Spelling?
        /// One that overwrites another is another.
        var serial: Int
        var isRead = false
    }

    /// A message.
    struct Line {
        var stamp: Stamp
        var seq: Seq
        var from: String
        var to: String
        var draft: Draft
    }

    /// One side of a conversation.
    struct Chat {
        var isListed = false
        var readSeq: Seq = 0
        /// The messages of a former owner of the account are hidden up to here.
        var hiddenThrough: Seq = 0
        /// T-Q28: as the other knows it.
        var readTime: Milliseconds = 0
    }

    /// An event of a member's stream.
    struct Happening: Equatable {
        enum Content: Equatable {
            case relation(RelationChange, users: String)
            case profile(String)
            case receipt(from: String, time: Milliseconds)
            case chat(with: String, isNew: Bool)
        }

        var seq: Seq
        var content: Content
    }
}

// MARK: - What can be seen

extension RelationModel {
    func isThere(_ name: String) -> Bool { members[name]?.isThere ?? false }

    /// False for a user who is deleted or disabled: such a user does nothing.
    func canAct(_ name: String) -> Bool { isThere(name) && !members[name]!.isDisabled }

    func isFull(_ name: String) -> Bool { members[name]!.friends.count >= options.friendsPerUser }

    func talk(_ one: String, _ other: String) -> [Line] { talks[[one, other].sorted()] ?? [] }

    func chat(of name: String, with peer: String) -> Chat { members[name]!.chats[peer] ?? Chat() }

    /// C-10, C-Q06: the remark while the other is a friend, or the nickname, or the id.
    func shownName(of peer: String, to name: String) -> Spelling {
        if let remark = members[name]!.friends[peer]?.remark, remark != "" { return remark }
        let nickname = members[peer]!.nickname
        return nickname == "" ? Spelling(peer) : nickname
    }

    func unread(of name: String, with peer: String) -> Int64 {
        let chat = chat(of: name, with: peer)
        guard chat.isListed else { return 0 }
        let unread = talk(name, peer).filter { $0.from != name && $0.seq > max(chat.readSeq, chat.hiddenThrough) }
        return Int64(unread.count)
    }

    func total(of name: String) -> Int64 {
        members[name]!.chats.keys.reduce(0) { $0 + unread(of: name, with: $1) }
    }

    func unreadAskings(of name: String) -> Int64 { Int64(members[name]!.askedBy.count { !$0.isRead }) }

    /// The newest first (C-Q04).
    func list(of name: String) -> [String] {
        let listed = members[name]!.chats.filter(\.value.isListed).keys
        return listed.sorted { talk(name, $0).last!.stamp > talk(name, $1).last!.stamp }
    }

    func face(_ line: Line, for name: String) -> MessageSnapshot {
        MessageSnapshot(
            stamp: line.stamp, clientID: line.draft.clientID,
            conversation: ChatModel.conversation(with: line.from == name ? line.to : line.from), seq: line.seq,
            from: line.from, kind: line.draft.kind, settings: line.draft.settings, body: line.draft.body)
    }

    func face(of name: String, with peer: String) -> ConversationSnapshot {
        let chat = chat(of: name, with: peer)
        let last = talk(name, peer).last { $0.seq > chat.hiddenThrough }
        return ConversationSnapshot(
            id: ChatModel.conversation(with: peer), showName: shownName(of: peer, to: name).text,
            faceURL: members[peer]!.faceURL.text, unread: unread(of: name, with: peer), option: 0, isPinned: false,
            isMarked: false, last: last.map { face($0, for: name) }, seq: talk(name, peer).last?.seq ?? 0,
            readSeq: chat.readSeq,
            peerReadTime: peer == name ? 0 : self.chat(of: peer, with: name).readTime)
    }
}
