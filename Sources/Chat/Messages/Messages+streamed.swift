import ClientProtocol
import Domain
import JSON
import Storage

/// The conversation in which messages are streamed, with its name for each of its users.
package struct StreamedPlace: Sendable {
    private enum Names: Sendable {
        case users(low: UserID, high: UserID)
        case group(String)
    }

    package let parties: Parties
    private let names: Names

    fileprivate init(_ one: Account, _ other: Account) {
        let (low, high) = one.number < other.number ? (one, other) : (other, one)
        parties = .users(low.number, high.number)
        names = .users(low: low.id, high: high.id)
    }

    fileprivate init(_ group: Group) {
        parties = .group(group.number)
        names = .group(group.id)
    }

    /// As that user sees it.
    package func id(for account: AccountNumber) -> ConversationID {
        switch (names, parties) {
        case (.group(let id), _): .group(id)
        case (.users(let low, let high), .users(let pair)): .c2c(account == pair.low ? high : low)
        case (.users, .group): preconditionFailure("a group has the names of two users")
        }
    }
}

/// The outcome of a message's beginning.
package enum StreamedStart {
    /// N-01: it was sent before.
    case sent(MessageView)
    case begins(StreamedSender, in: StreamedPlace)
}

package struct StreamedSender: Sendable {
    package let user: UserID
    package let account: AccountNumber
    /// The author of the message that it replies to; nil: it replies to none.
    package let answers: UserID?
}

/// Messages whose text comes a chunk at a time (docs/streams.md). The store has nothing of one until it is sent.
extension Messages {
    /// N-01: judges the message as one that is sent, and stores nothing.
    package func begin(
        streamed draft: Draft, from user: UserID, isChecked: Bool
    ) throws(CommandError) -> StreamedStart {
        let sender = try account(of: .user(user))
        if let former = try messageStore.findStreamed(draft, by: sender) { return .sent(former) }
        let (place, reply): (StreamedPlace, MessageReply?)
        switch draft.target {
        case .c2c(let target):
            let judged = try judge(draft, from: sender, to: target, isChecked: isChecked)
            (place, reply) = (StreamedPlace(sender, judged.receiver), judged.reply)
        case .group(let id):
            let judged = try judge(draft, from: sender, toGroup: id, isChecked: isChecked)
            (place, reply) = (StreamedPlace(judged.group), judged.reply)
        }
        let answers = reply.map { UserID(stored: $0.from) }
        return .begins(StreamedSender(user: sender.id, account: sender.number, answers: answers), in: place)
    }

    /// N-07: backends hear that a user has a message stopped.
    package func noteStopped(
        _ draft: Draft, _ streamID: String, from sender: UserID, by user: UserID
    ) throws(CommandError) {
        let subject: EventSubject? =
            switch draft.target {
            case .group(let id): groupNumber(id).map(EventSubject.group)
            case .c2c: try accounts.account(sender).map { .user($0.number) }
            }
        // Otherwise nobody is left whom it concerns.
        guard let subject, let account = try accounts.account(user) else { return }
        var json = JSONWriter()
        json.object { json in
            json.field("streamID", streamID)
            json.field("conversationID", draft.target)
            json.field("from", sender.text)
            json.field("clientMsgId", draft.clientID)
        }
        try work.note(.messageStopped, of: subject, account: account.number, detail: json.text)
    }

    /// N-03, N-07: the conversation at which a user looks, or where it stops a message. Of a group it is a member; `leads`: the
    /// owner or an admin.
    package func streamedPlace(
        _ id: ConversationID, for number: AccountNumber
    ) throws(CommandError) -> (place: StreamedPlace, leads: Bool) {
        let caller = try accounts.caller(number)
        switch id {
        case .c2c(let user):
            guard let other = try accounts.reachableAccount(user) else {
                throw .refused(.noTarget, keys: ["conversationID"])
            }
            return (StreamedPlace(caller, other), false)
        case .group(let group):
            let group = try groups.group(group, key: "conversationID")
            guard let member = group[number] else { throw .refused(.notInGroup, keys: ["conversationID"]) }
            return (StreamedPlace(group), member.role != .member)
        }
    }
}
