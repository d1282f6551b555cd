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

/// The user it is about.
struct RelationSubject {
    let user: UserID
    var wording: String?
    var source: String?
    /// The request's direction, as the one who is told has it.
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

/// The events of an operation on relations: gathered, so that each recipient is told once of each kind, and in the order
/// of X-09.
struct RelationEvents {
    struct Item {
        let recipient: Account
        let change: RelationChange
        var mentions: [RelationSubject]
    }

    /// An account's number, and a kind's or a conversation's.
    private struct Key: Hashable {
        let account: AccountNumber
        let second: Int64

        init(_ account: AccountNumber, _ second: Int64) {
            self.account = account
            self.second = second
        }
    }

    var items: [Item] = []
    private var itemIndices: [Key: Int] = [:]
    var own: [(account: Account, change: RelationChange, users: String, unread: Int64?)] = []
    var groups: [AccountNumber: (account: Account, change: FriendGroupChanged, numbers: [FriendGroupNumber])] = [:]
    var shown: [(conversation: Conversation, holder: Account)] = []
    private var shownKeys: Set<Key> = []
    var befriended: [(one: Account, other: Account)] = []
    var touched: [(account: Account, part: RelationState.Part)] = []
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
        if shownKeys.insert(Key(holder.number, conversation.number.rawValue)).inserted {
            shown.append((conversation, holder))
        }
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

    mutating func changeGroups(of account: Account, _ body: (inout FriendGroupChanged) -> Void) {
        body(&groups[account.number, default: (account, FriendGroupChanged(), [])].change)
    }

    /// A friend is in other groups than before.
    mutating func regroup(
        _ friend: Account, from former: Set<FriendGroupNumber>, to new: Set<FriendGroupNumber>, of owner: Account
    ) {
        for number in former.symmetricDifference(new).sorted() {
            guard let group = owner.relationState?.groups.first(where: { $0.number == number }) else { continue }
            var edit = groups[owner.number] ?? (owner, FriendGroupChanged(), [])
            let index = edit.numbers.firstIndex(of: number) ?? edit.numbers.count
            if index == edit.numbers.count {
                edit.numbers.append(number)
                edit.change.changed.append(FriendGroupChanged.Group(name: group.name))
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

extension RelationSubject {
    static func text(_ mentions: [RelationSubject]) -> String {
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
