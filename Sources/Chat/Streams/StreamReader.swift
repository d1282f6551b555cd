import ClientProtocol
import Domain
import Storage

/// Events of a user's stream as a device is given them: with what they are about as it is now.
package final class StreamReader {
    private let accounts: Accounts
    private let userStreams: UserStreams
    private let conversations: Conversations
    private let memberships: Memberships
    private let views: Views

    init(
        accounts: Accounts, userStreams: UserStreams, conversations: Conversations, memberships: Memberships,
        views: Views
    ) {
        self.accounts = accounts
        self.userStreams = userStreams
        self.conversations = conversations
        self.memberships = memberships
        self.views = views
    }

    package struct StreamPage: Sendable {
        package let events: [StreamEvent]
        package let seq: Int64
        package let isFinished: Bool
    }

    /// The events after a position, fetched by a device where a resume left a gap.
    package func events(
        of number: AccountNumber, on device: String, after position: Int64, limit: Int, bytes: Int = .max
    ) throws -> StreamPage {
        let account = try accounts.caller(number)
        let head = try userStreams.streamSeq(of: account)
        guard let storedEvents = try userStreams.storedEvents(of: account, after: position, limit: limit) else {
            throw Refusal(.resyncRequired, keys: ["after"])
        }
        let events = try emit(storedEvents, of: account, on: device)
        var left = bytes
        let fitting = events.prefix { event in
            defer { left -= event.weight }
            return left >= event.weight || left == bytes
        }
        // Where some do not fit, the next page begins with the first of them.
        let end = fitting.count < events.count ? fitting.last!.seq : storedEvents.last?.seq ?? head
        return StreamPage(events: Array(fitting), seq: end, isFinished: end == head)
    }

    /// A conversation is told as it is now, not as it was then; one that has left the list is not told, nor is what the device
    /// itself has caused.
    func emit(_ rows: [StoredEvent], of account: Account, on device: String) throws -> [StreamEvent] {
        var views: [ConversationNumber: ConversationView?] = [:]
        return try rows.filter { !($0.device?.isSpelled(like: device) ?? false) }.compactMap { row in
            try content(of: row, for: account, &views).map { StreamEvent(seq: row.seq, content: $0) }
        }
    }

    private func content(
        of row: StoredEvent, for account: Account, _ views: inout [ConversationNumber: ConversationView?]
    ) throws -> StreamEvent.Content? {
        switch row.kind {
        case .receipt:
            guard
                let peer = try conversations.conversation(row.subject.conversation).peer(of: account.number).map(
                    accounts.account)
            else { preconditionFailure("stream event \(row.seq) of \(account.id) is not as it was written") }
            return .receipt(ReceiptView(conversation: .c2c(peer.id), time: row.value))
        case .conversationChanged, .conversationNew:
            if views[row.subject.conversation] == nil {
                let edit = try memberships.edit(of: account, in: conversations.conversation(row.subject.conversation))
                views[row.subject.conversation] = .some(edit.membership.isListed ? try self.views.view(edit) : nil)
            }
            return views[row.subject.conversation]!.map { .conversation($0, isNew: row.kind == .conversationNew) }
        case .conversationsDeleted:
            return .conversationsDeleted(row.detail ?? "[]")
        case .relation:
            guard let change = RelationChange(rawValue: row.value), let users = row.detail else {
                preconditionFailure("stream event \(row.seq) of \(account.id) is not as it was written")
            }
            return .relation(
                RelationView(change: change, users: users, isOwn: false, unreadRequests: nil, version: nil))
        case .profile:
            return .profile(try accounts.account(row.subject.account).id)
        case .group:
            guard let kind = GroupEventKind(rawValue: row.value), let data = row.detail else {
                preconditionFailure("stream event \(row.seq) of \(account.id) is not as it was written")
            }
            return .group(GroupEvent(kind: kind, group: row.subject.group, data: data, seq: row.seq))
        case .subscriptions:
            return .subscriptions(SubscriptionChanges(row))
        }
    }
}
