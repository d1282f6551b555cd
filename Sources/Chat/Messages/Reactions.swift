import ClientProtocol
import Domain
import Storage

/// Keeps what hangs on messages: reactions, pins, and the marks of those who are mentioned.
package final class Reactions {
    let work: UnitOfWork
    let quotas: Quotas
    let accounts: Accounts
    let groups: Groups
    let memberships: Memberships
    let views: Views
    let groupMembers: GroupMembers
    let messageChanges: MessageChanges
    let messages: Messages

    init(
        work: UnitOfWork, quotas: Quotas, accounts: Accounts, groups: Groups, memberships: Memberships, views: Views,
        groupMembers: GroupMembers, messageChanges: MessageChanges, messages: Messages
    ) {
        self.work = work
        self.quotas = quotas
        self.accounts = accounts
        self.groups = groups
        self.memberships = memberships
        self.views = views
        self.groupMembers = groupMembers
        self.messageChanges = messageChanges
        self.messages = messages
    }

    /// The same reaction once more changes nothing, nor does it to remove one that is not there.
    package func react(
        _ reaction: String, to number: MessageNumber, in id: ConversationID, removes: Bool, by caller: AccountNumber
    ) throws(CommandError) -> MessageView {
        let account = try accounts.caller(caller)
        try requireMembership(account, of: id, speaks: !removes)
        let (edit, message) = try messageChanges.visible(number, in: id, for: account)
        guard message.settings.contains([.history, .persist]) else {
            throw .refused(.forbidden, "it is not kept, so it can be recalled alone", keys: ["msgId"])
        }
        if message.isRecalled { throw .refused(.noMessage, "it was recalled", keys: ["msgId"]) }
        let former = try own(reaction, to: message, by: account)
        let isThere = former.map { $0.time >= account.createdAt } ?? false
        guard isThere == removes else { return try views.personalView(message, in: edit) }
        var counts = message.life?.reactions ?? []
        let replaced =
            !removes && message.settings.contains(.exclusiveReactions) ? try all(of: account, to: message) : []
        if !removes {
            // Those that nobody else has make room for it.
            let others = counts.filter { kind in
                kind.count > 1 || !replaced.contains { $0.reaction.isSpelled(like: kind.reaction) }
            }
            try requireRight(to: reaction, others, by: account, in: edit, id)
        }
        for (other, stamp) in replaced where !other.isSpelled(like: reaction) {
            try take(other, at: stamp, from: message, account, &counts)
        }
        if let former { try take(reaction, at: former, from: message, account, &counts) }
        if !removes { try add(reaction, to: message, by: account, &counts) }
        return try messageChanges.changeReactions(message, of: edit) { [counts] place in
            message.reacted(counts, at: place)
        }
    }

    /// In a group, before it is said whether there is such a message.
    private func requireMembership(
        _ account: Account, of id: ConversationID, speaks: Bool
    ) throws(CommandError) {
        guard case .group(let id) = id else { return }
        if speaks {
            _ = try messages.writableGroup(id, account, isChecked: true)
            return
        }
        let group = try groups.group(id, key: "conversationID")
        if group[account.number] == nil { throw .refused(.notInGroup, keys: ["conversationID"]) }
        try group.requireSound(account.number)
    }

    /// When the account's user, or one who had it before, reacted so.
    private func own(
        _ reaction: String, to message: StoredMessage, by account: Account
    ) throws(CommandError) -> Stamp? {
        var stamp: Stamp?
        try work.query(
            "SELECT stamp FROM reaction WHERE message = $1 AND account = $2 AND reaction = $3",
            [.integer(message.id), .integer(account.number), .text(reaction)]
        ) { row in stamp = row.integer(0) }
        return stamp
    }

    private func all(
        of account: Account, to message: StoredMessage
    ) throws(CommandError) -> [(reaction: String, stamp: Stamp)] {
        var found: [(reaction: String, stamp: Stamp)] = []
        try work.query(
            "SELECT reaction, stamp FROM reaction WHERE message = $1 AND account = $2",
            [.integer(message.id), .integer(account.number)]
        ) { row in found.append((row.text(0), row.integer(1))) }
        return found
    }

    /// Refuses one kind of reaction too many, or a reaction to a user who must not be written to (M-23, M-24).
    private func requireRight(
        to reaction: String, _ counts: [ReactionCount], by account: Account, in edit: MembershipEdit,
        _ id: ConversationID
    ) throws(CommandError) {
        if case .c2c(let user) = id {
            guard let receiver = try accounts.reachableAccount(user) else {
                throw .refused(.noTarget, keys: ["conversationID"])
            }
            try messages.requireCorrespondence(from: account, to: receiver, in: edit.conversation)
        }
        let isNew = !counts.contains { $0.reaction.isSpelled(like: reaction) }
        if isNew, counts.count >= work.options.reactionsPerMessage {
            throw .refused(.tooMany, "the message has \(counts.count) kinds of reactions", keys: ["reaction"])
        }
        try quotas.charge(Quotas.row + Int64(reaction.utf8.count), to: account, keys: ["reaction"])
    }

    private func add(
        _ reaction: String, to message: StoredMessage, by account: Account, _ counts: inout [ReactionCount]
    ) throws(CommandError) {
        try work.execute(
            "INSERT INTO reaction (message, reaction, stamp, account) VALUES ($1, $2, $3, $4)",
            [.integer(message.id), .text(reaction), .integer(try work.stamp()), .integer(account.number)])
        guard let index = counts.firstIndex(where: { $0.reaction.isSpelled(like: reaction) }) else {
            return counts.append(ReactionCount(reaction: reaction, count: 1, users: [account.id.text]))
        }
        counts[index].count += 1
        if counts[index].users.count < ReactionCount.mostShown { counts[index].users.append(account.id.text) }
    }

    private func take(
        _ reaction: String, at stamp: Stamp, from message: StoredMessage, _ account: Account,
        _ counts: inout [ReactionCount]
    ) throws(CommandError) {
        try remove(reaction, at: stamp, from: message.id)
        guard let index = counts.firstIndex(where: { $0.reaction.isSpelled(like: reaction) }) else { return }
        counts[index].count -= 1
        if counts[index].count <= 0 { return _ = counts.remove(at: index) }
        guard counts[index].users.contains(where: { $0.isSpelled(like: account.id.text) }) else { return }
        var first: [AccountNumber] = []
        try work.query(
            "SELECT account FROM reaction WHERE message = $1 AND reaction = $2 ORDER BY stamp LIMIT $3",
            [.integer(message.id), .text(reaction), .integer(Int64(ReactionCount.mostShown))]
        ) { row in first.append(row.integer(0)) }
        counts[index].users = try first.map { number throws(CommandError) in try accounts.account(number).id.text }
    }

    private func remove(
        _ reaction: String, at stamp: Stamp, from message: MessageNumber
    ) throws(CommandError) {
        try work.execute(
            "DELETE FROM reaction WHERE message = $1 AND reaction = $2 AND stamp = $3",
            [.integer(message), .text(reaction), .integer(stamp)])
    }

    /// M-26: of a recalled message, as many as a command may. Nobody is given the others, which go with the message.
    func erase(of message: StoredMessage) throws(CommandError) {
        guard let life = message.life, !life.reactions.isEmpty else { return }
        try work.execute(
            """
            DELETE FROM reaction WHERE (message, reaction, stamp) IN
                (SELECT message, reaction, stamp FROM reaction WHERE message = $1 LIMIT 1000)
            """, [.integer(message.id)])
    }

    /// M-47: the account's to messages behind one and through another, some at a time. Returns how many there were.
    func erase(
        of account: Account, after first: MessageNumber, through last: MessageNumber, limit: Int,
        in conversations: Conversations
    ) throws(CommandError) -> Int {
        var own: [(message: MessageNumber, reaction: String, stamp: Stamp)] = []
        try work.query(
            """
            SELECT message.id, reaction, stamp FROM message
            CROSS JOIN reaction ON reaction.message = message.id AND account = $3
            WHERE message.id > $1 AND message.id <= $2 AND change IS NOT NULL LIMIT $4
            """, [.integer(first), .integer(last), .integer(account.number), .integer(Int64(limit))]
        ) { row in own.append((row.integer(0), row.text(1), row.integer(2))) }
        for (number, reaction, stamp) in own {
            var found: (message: StoredMessage, conversation: Conversation)?
            try work.skippingDamage { () throws(CommandError) in
                guard let message = try stored(StoredMessage.find(number, in: work.store)) else { return }
                found = (message, try conversations.conversation(message.conversation))
            }
            guard let found else {
                try remove(reaction, at: stamp, from: number)
                continue
            }
            var counts = found.message.life?.reactions ?? []
            try take(reaction, at: stamp, from: found.message, account, &counts)
            _ = try messageChanges.change(found.message, in: found.conversation, isVoid: false) { [counts] place in
                found.message.reacted(counts, at: place)
            }
        }
        return own.count
    }

    /// Of messages that are kept no longer, a bounded piece at a time.
    func trim() throws(CommandError) {
        try work.execute(
            """
            DELETE FROM reaction WHERE (message, reaction, stamp) IN
                (SELECT message, reaction, stamp FROM reaction WHERE message < $1 LIMIT 2000)
            """, [.integer(work.messageCutoff)])
        try trimStars()
    }
}

extension MessageView {
    /// M-25: those of the user who is given the message. One who had the account before is another.
    mutating func addOwnReactions(of account: AccountNumber, in store: any Transaction) throws(StoreError) {
        guard let life = message.life, !life.reactions.isEmpty else { return }
        var found: [String] = []
        try store.query(
            """
            SELECT reaction FROM reaction WHERE message = $1 AND account = $2
                AND stamp >= (SELECT created_at * 1000 FROM account WHERE id = $2)
            """, [.integer(message.id), .integer(account)]
        ) { row in found.append(row.text(0)) }
        mine = found
    }
}
