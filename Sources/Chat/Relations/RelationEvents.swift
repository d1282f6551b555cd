import ClientProtocol
import Domain
import JSON

/// R-121, R-Q49: what has happened to a user's relations.
package enum RelationChange: Int64, Sendable {
    /// Of requests, and not of the lists.
    package var isOfRequests: Bool { self == .requestMade || self == .requestRemoved || self == .requestsRead }

    case friendAdded = 1
    case friendDeleted = 2
    case requestMade = 3
    case requestRemoved = 4
    /// From here on only for the user's own other devices.
    case blocked = 5
    case unblocked = 6
    case requestsRead = 7
    case friendEdited = 8
}

/// An element of TIM's system notifications.
package struct RelationView: Sendable {
    package let change: RelationChange
    /// R-122, as it is told: a JSON list of users.
    package let users: String
    /// The devices of the user who did it are told, beside the reply to the one that did.
    package let isOwn: Bool
    /// R-99, when requests were read.
    package let unreadRequests: Int64?
    /// What the lists, or the requests, have become by it; nil when it is told again.
    package let version: Int64?
}

/// Whom it is about.
struct RelationSubject {
    let user: UserID
    var wording: String?
    var source: String?
    /// Which of the two kinds of requests it was for the one who is told.
    var direction: FriendRequest.Direction?

    init(_ account: Account, _ direction: FriendRequest.Direction? = nil) {
        user = account.id
        self.direction = direction
    }

    init(_ account: Account, _ direction: FriendRequest.Direction, request: FriendRequest) {
        self.init(account, direction)
        wording = request.wording
        source = request.source
    }
}

/// What an operation on relations leads to: gathered, so that each recipient is told once of each kind, and in the order
/// of X-09.
struct RelationEvents {
    fileprivate struct Item {
        let recipient: Account
        let change: RelationChange
        var mentions: [RelationSubject]
    }

    /// An account's number, and a kind's or a conversation's.
    private struct Key: Hashable {
        let account: Int64
        let second: Int64

        init(_ account: Int64, _ second: Int64) {
            self.account = account
            self.second = second
        }
    }

    fileprivate var items: [Item] = []
    private var itemIndices: [Key: Int] = [:]
    fileprivate var own: [(account: Account, change: RelationChange, users: String, unread: Int64?)] = []
    fileprivate var groups: [Int64: (account: Account, change: FriendGroupsChange, numbers: [Int64])] = [:]
    fileprivate var shown: [(conversation: Conversation, holder: Account)] = []
    private var shownKeys: Set<Key> = []
    fileprivate var befriended: [(one: Account, other: Account)] = []
    fileprivate var touched: [(account: Account, part: RelationState.Part)] = []
    private var touchedKeys: Set<Key> = []

    mutating func emit(_ change: RelationChange, _ about: RelationSubject, to recipient: Account) {
        let key = Key(recipient.number, change.rawValue)
        if let index = itemIndices[key] {
            items[index].mentions.append(about)
        } else {
            itemIndices[key] = items.count
            items.append(Item(recipient: recipient, change: change, mentions: [about]))
        }
    }

    /// The conversation looks otherwise in this list.
    mutating func show(_ conversation: Conversation, to holder: Account) {
        if shownKeys.insert(Key(holder.number, conversation.number)).inserted { shown.append((conversation, holder)) }
    }

    /// to the other devices of the user who did it.
    mutating func emitOwn(
        _ change: RelationChange, _ others: [Account], _ direction: FriendRequest.Direction? = nil,
        unreadRequests: Int64? = nil, to account: Account
    ) {
        guard !others.isEmpty || unreadRequests != nil else { return }
        own.append(
            (account, change, RelationSubject.text(others.map { RelationSubject($0, direction) }), unreadRequests))
    }

    mutating func changeGroups(of account: Account, _ body: (inout FriendGroupsChange) -> Void) {
        body(&groups[account.number, default: (account, FriendGroupsChange(), [])].change)
    }

    /// A friend is in other groups than before.
    mutating func regroup(_ friend: Account, from former: Set<Int64>, to new: Set<Int64>, of owner: Account) {
        for number in former.symmetricDifference(new).sorted() {
            guard let group = owner.relationState!.groups.first(where: { $0.number == number }) else { continue }
            var edit = groups[owner.number] ?? (owner, FriendGroupsChange(), [])
            let index = edit.numbers.firstIndex(of: number) ?? edit.numbers.count
            if index == edit.numbers.count {
                edit.numbers.append(number)
                edit.change.changed.append(FriendGroupsChange.Group(name: group.name))
            }
            if new.contains(number) {
                edit.change.changed[index].added.append(friend.id.text)
            } else {
                edit.change.changed[index].removed.append(friend.id.text)
            }
            groups[owner.number] = edit
        }
    }

    /// they have each other from now on.
    mutating func befriend(_ one: Account, _ other: Account) {
        befriended.append((one, other))
    }

    func touches(_ account: Account, _ part: RelationState.Part) -> Bool {
        touchedKeys.contains(Key(account.number, part == .lists ? 0 : 1))
    }

    mutating func touch(_ account: Account, _ part: RelationState.Part) {
        if touchedKeys.insert(Key(account.number, part == .lists ? 0 : 1)).inserted { touched.append((account, part)) }
    }
}

extension ChatState {
    /// Ends an operation on relations.
    func emit(_ events: RelationEvents) throws {
        for (account, part) in events.touched {
            switch part {
            case .lists: account.relationState!.version += 1
            case .requests: account.relationState!.requestSeq += 1
            }
            try save(account.relationState!, of: account)
        }
        for item in events.items where item.recipient.state != .deleted {
            let view = RelationView(
                change: item.change, users: RelationSubject.text(item.mentions), isOwn: false, unreadRequests: nil,
                version: try version(of: item.recipient, after: item.change))
            let seq = try append(
                .relation, subject: 0, value: item.change.rawValue, detail: view.users, for: item.recipient)
            emit(.relation(view, seq: seq), to: item.recipient)
        }
        for (account, change, users, unread) in events.own {
            let view = RelationView(
                change: change, users: users, isOwn: true, unreadRequests: unread,
                version: try version(of: account, after: change))
            emit(.relation(view, seq: nil), to: account, sparingOrigin: true)
        }
        for (account, change, _) in events.groups.values.sorted(by: { $0.account.number < $1.account.number }) {
            var change = change
            change.version = try relationState(of: account).version
            emit(.friendGroups(change), to: account, sparingOrigin: true)
        }
        for (one, other) in events.befriended where one.state != .deleted && other.state != .deleted {
            try emitFriendship(of: one, and: other)
        }
        for (conversation, holder) in events.shown where holder.state != .deleted {
            try showChange(of: conversation, to: holder)
        }
    }

    private func version(of account: Account, after change: RelationChange) throws -> Int64 {
        let relationState = try relationState(of: account)
        return change.isOfRequests ? relationState.requestSeq : relationState.version
    }

    /// C-Q08: without a change of order.
    func showChange(of conversation: Conversation, to holder: Account) throws {
        let edit = try peek(holder, in: conversation)
        guard edit.membership.isListed else { return }
        let seq = try append(.conversationChanged, subject: conversation.number, for: holder)
        emit(.conversations([try view(edit)], isNew: false, seq: seq), to: holder)
    }
}

extension RelationSubject {
    fileprivate static func text(_ mentions: [RelationSubject]) -> String {
        var json = JSONWriter()
        json.array { json in
            for about in mentions {
                json.object { json in
                    json.field("userID", about.user.text)
                    if let wording = about.wording { json.field("addWording", wording) }
                    if let source = about.source { json.field("addSource", source) }
                    if let direction = about.direction { json.field("pendencyType", direction.rawValue) }
                }
            }
        }
        return json.text
    }
}
