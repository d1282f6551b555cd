import ClientProtocol
import Domain
import Storage

/// A user's signal: a name, and a JSON object of the application's own.
package struct Signal: Sendable {
    let name: String
    let data: String?

    package init(name: String, data: String?) {
        self.name = name
        self.data = data
    }
}

/// M-33, M-34: signals, which nothing remembers.
package final class Signals {
    private struct Key: Hashable {
        let conversation: ConversationNumber
        let sender: AccountNumber
        let name: String
    }

    private struct Waiting {
        let signal: Signal
        let id: ConversationID
    }

    private let work: UnitOfWork
    private let accounts: Accounts
    private let conversations: Conversations
    private let memberships: Memberships
    private let messages: Messages
    /// The signals that were told since the last sweep, each with a newer one that waits for the next.
    private var recent: [Key: Waiting?] = [:]

    init(
        work: UnitOfWork, accounts: Accounts, conversations: Conversations, memberships: Memberships, messages: Messages
    ) {
        self.work = work
        self.accounts = accounts
        self.conversations = conversations
        self.memberships = memberships
        self.messages = messages
    }

    package func signal(
        _ signal: Signal, in id: ConversationID, by caller: AccountNumber
    ) throws(CommandError) {
        let account = try accounts.caller(caller)
        guard let conversation = try conversation(id, of: account) else { return }
        let key = Key(conversation: conversation.number, sender: caller, name: signal.name)
        if recent[key] != nil {
            recent[key] = .some(Waiting(signal: signal, id: id))
            return
        }
        // Beyond it signals are told as they come.
        if recent.count < mostRecentSignals { recent[key] = .some(nil) }
        try tell(signal, in: id, conversation, from: account)
    }

    /// Nil: nothing was said in it yet, so nobody has it. Refused where a message would be.
    private func conversation(
        _ id: ConversationID, of account: Account
    ) throws(CommandError) -> Conversation? {
        switch id {
        case .group(let id):
            let group = try messages.writableGroup(id, account, isChecked: true)
            work.visits += group.members.count
            return try conversations.conversation(of: group)
        case .c2c(let user):
            guard let receiver = try accounts.reachableAccount(user) else {
                throw .refused(.noTarget, keys: ["conversationID"])
            }
            let conversation = try conversations.conversation(of: .users(account.number, receiver.number))
            try messages.requireCorrespondence(from: account, to: receiver, in: conversation)
            return conversation
        }
    }

    /// M-34: of those that were sent too often, the newest. Once a second.
    func sweep() throws(CommandError) {
        let due = recent
        recent = [:]
        for (key, waiting) in due {
            guard let waiting else { continue }
            do throws(CommandError) {
                let account = try accounts.caller(key.sender)
                guard let conversation = try conversation(waiting.id, of: account) else { continue }
                recent[key] = .some(nil)
                try tell(waiting.signal, in: waiting.id, conversation, from: account)
            } catch {
                // Meanwhile the sender could not have sent it.
                guard case .refused = error else { throw error }
            }
        }
    }

    private func tell(
        _ signal: Signal, in id: ConversationID, _ conversation: Conversation, from sender: Account
    ) throws(CommandError) {
        switch conversation.parties {
        case .group(let number):
            let event = MessageSignaled(conversation: id, from: sender.id, signal: signal)
            let excepted = try messages.members(ofGroup: number, whoWantNoSignals: sender.number)
            work.emit(event, toGroup: number, except: excepted)
        case .users(let pair):
            let receiver = try accounts.account(pair.other(than: sender.number))
            if receiver === sender { return }
            let edit = try memberships.peek(receiver, in: conversation)
            let relationship = try memberships.relationship(of: sender, towards: receiver, in: conversation)
            guard edit.membership.isListed, edit.membership.option != .refuse, !relationship.isBlocked else { return }
            work.emit(
                MessageSignaled(conversation: .c2c(sender.id), from: sender.id, signal: signal), to: receiver)
        }
    }

    /// After a rollback: what waited is not told.
    func forget() { recent = [:] }
}

private let mostRecentSignals = 100_000
