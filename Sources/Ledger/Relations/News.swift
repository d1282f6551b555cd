import ClientProtocol
import Domain
import JSON

/// R-121, R-Q49: what has happened to a user's relations.
package enum RelationChange: Int64, Sendable {
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
}

/// Whom it is about.
struct Mention {
    let user: UserID
    var wording: String?
    var source: String?

    init(_ account: Account) {
        user = account.id
    }

    init(_ account: Account, request: Request) {
        user = account.id
        wording = request.wording
        source = request.source
    }
}

/// What an operation on relations leads to: gathered, so that each recipient is told once of each kind, and in the order
/// of X-09.
struct News {
    fileprivate struct Item {
        let recipient: Account
        let change: RelationChange
        var mentions: [Mention]
    }

    fileprivate var items: [Item] = []
    fileprivate var shown: [(conversation: Conversation, holder: Account)] = []
    fileprivate var own: [(account: Account, view: RelationView)] = []
    fileprivate var touched: [(account: Account, part: Circle.Part)] = []

    mutating func tell(_ change: RelationChange, _ mention: Mention, to recipient: Account) {
        if let index = items.firstIndex(where: { $0.recipient === recipient && $0.change == change }) {
            items[index].mentions.append(mention)
        } else {
            items.append(Item(recipient: recipient, change: change, mentions: [mention]))
        }
    }

    /// The conversation looks otherwise in this list.
    mutating func show(_ conversation: Conversation, to holder: Account) {
        guard !shown.contains(where: { $0.conversation === conversation && $0.holder === holder }) else { return }
        shown.append((conversation, holder))
    }

    /// to the other devices of the user who did it.
    mutating func tellOwn(
        _ change: RelationChange, _ others: [Account], unreadRequests: Int64? = nil, to account: Account
    ) {
        guard !others.isEmpty || unreadRequests != nil else { return }
        let users = Mention.text(others.map { Mention($0) })
        own.append((account, RelationView(change: change, users: users, isOwn: true, unreadRequests: unreadRequests)))
    }

    mutating func touch(_ account: Account, _ part: Circle.Part) {
        let isTouched = touched.contains { $0.account === account && $0.part == part }
        if !isTouched { touched.append((account, part)) }
    }
}

extension Books {
    /// Ends an operation on relations.
    func tell(_ news: News) throws {
        for (account, part) in news.touched {
            switch part {
            case .lists: account.circle!.version += 1
            case .requests: account.circle!.requestSeq += 1
            }
            try save(account.circle!, of: account)
        }
        for item in news.items where item.recipient.state != .deleted {
            let view = RelationView(
                change: item.change, users: Mention.text(item.mentions), isOwn: false, unreadRequests: nil)
            let seq = try note(
                .relation, subject: 0, value: item.change.rawValue, detail: view.users, for: item.recipient)
            tell(.relation(view, seq: seq), to: item.recipient)
        }
        for (account, view) in news.own { tell(.relation(view, seq: nil), to: account, sparingOrigin: true) }
        for (conversation, holder) in news.shown where holder.state != .deleted {
            try showChange(of: conversation, to: holder)
        }
    }

    /// C-Q08: without a change of order.
    func showChange(of conversation: Conversation, to holder: Account) throws {
        let entry = try entry(of: holder, in: conversation)
        guard entry.membership.isListed else { return }
        let seq = try note(.conversationChanged, subject: conversation.number, for: holder)
        tell(.conversations([try view(entry)], isNew: false, seq: seq), to: holder)
    }
}

extension Mention {
    fileprivate static func text(_ mentions: [Mention]) -> String {
        var json = JSONWriter()
        json.array { json in
            for mention in mentions {
                json.object { json in
                    json.field("userID", mention.user.text)
                    if let wording = mention.wording { json.field("addWording", wording) }
                    if let source = mention.source { json.field("addSource", source) }
                }
            }
        }
        return json.text
    }
}
