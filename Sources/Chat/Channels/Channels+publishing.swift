import ClientProtocol
import Domain
import Security
import Storage

/// The users who may publish to a channel beside backends (F-05).
extension Channels {
    func isPublisher(_ account: Account, in channel: Channel) throws(CommandError) -> Bool {
        var isListed = false
        try work.query(
            "SELECT 1 FROM channel_publisher WHERE id = $1",
            [.integer(PairKey.key(channel.number, account.number))]
        ) { _ in isListed = true }
        return isListed
    }

    /// The accounts of these users, all of whom there must be.
    func publishers(_ users: [String]) throws(CommandError) -> [Account] {
        try users.map { name throws(CommandError) in
            guard let user = UserID(name), let account = try accounts.reachableAccount(user) else {
                throw .refused(.noAccount, "there is no user \(name)", keys: ["publishers"])
            }
            return account
        }
    }

    /// They take the place of those who were listed before.
    func setPublishers(_ publishers: [Account], in channel: Channel) throws(CommandError) {
        try erasePublishers(of: channel)
        for account in publishers {
            try work.execute(
                "INSERT INTO channel_publisher (id, account) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
                [.integer(PairKey.key(channel.number, account.number)), .integer(account.number)])
        }
    }

    func erasePublishers(of channel: Channel) throws(CommandError) {
        let bounds = PairKey.bounds(channel.number)
        try work.execute(
            "DELETE FROM channel_publisher WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)])
    }

    func eraseAsPublisher(_ account: Account) throws(CommandError) {
        try work.execute("DELETE FROM channel_publisher WHERE account = $1", [.integer(account.number)])
    }
}

/// A message that is to be published.
package struct ChannelDraft: Sendable {
    let channel: ChannelID
    let clientID: String
    let kind: MessageKind
    let body: String
    /// Of what was sent.
    let digest: RequestDigest
    let isReplaced: Bool
    /// F-32. Nil: nobody is pushed to.
    let push: NotificationPush?

    package init(
        to channel: ChannelID, _ clientID: String, _ kind: MessageKind, body: String, digest: RequestDigest,
        isReplaced: Bool = false, push: NotificationPush? = nil
    ) {
        self.channel = channel
        self.clientID = clientID
        self.kind = kind
        self.body = body
        self.digest = digest
        self.isReplaced = isReplaced
        self.push = push
    }
}

/// The publisher of a message in a channel.
package enum ChannelPublisher: Sendable {
    case user(AccountNumber, ChannelClaim)
    /// In a user's name, or in nobody's.
    case backend(as: UserID?)
}

/// The answer to a publisher.
package struct PublishedMessage: Sendable {
    package let id: MessageNumber
    package let seq: Seq
    /// Only if a hook has replaced what was sent, and if it is still kept.
    package let replaced: ChannelMessageView?
}

/// Publishing to channels (F-14 to F-17).
extension Channels {
    /// F-14: publishes the draft, or finds that it has been published.
    package func publish(_ draft: ChannelDraft, by publisher: ChannelPublisher) throws(CommandError) -> PublishedMessage
    {
        let sender = try sender(of: publisher)
        let channel = try channel(draft.channel)
        if let channel, let former = try former(draft, in: channel, by: sender) { return former }
        let allowed = try require(publisher, sender, channel)
        try chargeMessage(to: allowed)
        let seq = try lastSeq(of: allowed) + 1
        let message = StoredChannelMessage(
            channel: allowed.number, seq: seq, stamp: try work.stamp(), sender: sender?.number ?? 0, kind: draft.kind,
            flags: draft.isReplaced ? .replaced : [], clientID: draft.clientID, body: draft.body)
        try append(message)
        try rememberPublication(message, draft.digest)
        if let push = draft.push {
            try pushes.enqueue(push, of: message.stamp, by: message.sender, toFollowersOf: allowed.number)
        }
        let view = ChannelMessageView(message: message, channel: allowed.id, from: sender?.id)
        work.emit(ChannelMessage(view: view), toChannel: allowed.number)
        try work.note(
            .channelPublished, of: .channel(allowed.number), account: message.sender, value: seq.rawValue)
        return PublishedMessage(id: view.id, seq: seq, replaced: draft.isReplaced ? view : nil)
    }

    /// The message, if the draft has been published before.
    package func former(_ draft: ChannelDraft, by publisher: ChannelPublisher) throws(CommandError) -> PublishedMessage?
    {
        guard let channel = try channel(draft.channel) else { return nil }
        return try former(draft, in: channel, by: sender(of: publisher))
    }

    private func former(
        _ draft: ChannelDraft, in channel: Channel, by sender: Account?
    ) throws(CommandError) -> PublishedMessage? {
        let since = max(channel.createdAt, Stamp(milliseconds: sender?.createdAt ?? 0))
        let found = try publication(
            draft.clientID, in: channel.number, by: sender?.number ?? 0, since: since)
        guard let found else { return nil }
        guard found.digest == draft.digest else {
            throw .refused(.conflict, "the clientMsgId was used for another message", keys: ["clientMsgId"])
        }
        var replaced: ChannelMessageView?
        let message = try stored(ChannelQueries.message(found.seq, of: channel.number, in: work.store))
        if let message, message.flags.contains(.replaced) {
            replaced = ChannelMessageView(message: message, channel: channel.id, from: sender?.id)
        }
        return PublishedMessage(id: MessageNumber(found.stamp), seq: found.seq, replaced: replaced)
    }

    /// Nil: nobody.
    private func sender(of publisher: ChannelPublisher) throws(CommandError) -> Account? {
        switch publisher {
        case .user(let number, _): return try accounts.caller(number)
        case .backend(as: nil): return nil
        case .backend(as: let user?):
            guard let account = try accounts.reachableAccount(user) else { throw .refused(.noAccount, keys: ["from"]) }
            return account
        }
    }

    /// F-15: who is not listed is told no more of the channel than others.
    private func require(
        _ publisher: ChannelPublisher, _ sender: Account?, _ channel: Channel?
    ) throws(CommandError) -> Channel {
        guard let channel else { throw .refused(.noChannel, keys: ["channelID"]) }
        guard case .user(_, let claim) = publisher, let sender, try !isPublisher(sender, in: channel)
        else { return channel }
        guard channel.isVisible(to: claim) else { throw .refused(.noChannel, keys: ["channelID"]) }
        throw .refused(.forbidden, "only backends and the channel's publishers may publish", keys: ["channelID"])
    }
}
