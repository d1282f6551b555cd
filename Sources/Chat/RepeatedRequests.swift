import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// A request that its client may repeat (X-10).
package struct Repeatable: Sendable {
    /// The account, or the administrator's key, that the request's key belongs to.
    package let caller: String
    package let key: String
    /// The user for whom it is carried out; nil: an administrator's.
    let user: UserID?
    /// Of what was asked: the same key with something else is a mistake.
    package let digest: RequestDigest
    /// The member of the reply that shows a message.
    fileprivate let message: Field?

    /// `user`: in whose name it came. `data`: the digest of the request's data, if it has some.
    package init(
        caller: String, key: String, operation: Operation, user: UserID?, data: ContentDigest?, _ digestKey: DigestKey
    ) {
        self.caller = caller
        self.key = key
        self.user = operation.roles.contains(.user) ? user : nil
        digest = RequestDigest([operation.name.digest(digestKey), data], digestKey)
        message = operation.result.first { $0.name == KeptReply.messageName }
    }

    /// The size of its row in the store, without the reply.
    fileprivate var storedBytes: Int64 { Quotas.row + Int64(caller.utf8.count + key.utf8.count) }
}

/// Replies to requests that their clients may repeat (X-10). Of a message that a reply shows, what it says is not kept.
package final class RepeatedRequests {
    private let work: UnitOfWork
    private let quotas: Quotas
    private let accounts: Accounts
    private let groups: Groups
    private let views: Views
    private let messageChanges: MessageChanges
    private let channels: Channels
    private let document = JSONDocument()

    init(
        work: UnitOfWork, quotas: Quotas, accounts: Accounts, groups: Groups, views: Views,
        messageChanges: MessageChanges, channels: Channels
    ) {
        self.work = work
        self.quotas = quotas
        self.accounts = accounts
        self.groups = groups
        self.views = views
        self.messageChanges = messageChanges
        self.channels = channels
    }

    /// The reply as it is now, if the request has been carried out within the period.
    package func formerReply(to request: Repeatable) throws(CommandError) -> String? {
        var former: (digest: RequestDigest, reply: String)?
        try work.query(
            "SELECT digest, request, reply FROM idempotency_key WHERE caller = $1 AND key = $2 AND stamp > $3",
            [
                .text(request.caller), .text(request.key),
                .integer(Stamp(milliseconds: work.now - work.retryPeriod)),
            ]
        ) { row throws(StoreError) in
            let reply = try row.json(2)
            let digest = try row.isNull(0) ? row.decoded(1, digest) : row.digest(0)
            former = (digest, reply)
        }
        guard let former else { return nil }
        guard former.digest == request.digest else {
            throw .refused(.conflict, "the key was used for another request", keys: ["key"])
        }
        return try shown(former.reply, to: request)
    }

    /// As release 0.1 has stored it: a JSON object of the operation and its data.
    private func digest(ofRequest text: String) -> RequestDigest? {
        let document = JSONDocument()
        guard let request = try? document.parse(text), let operation = request["op"] else { return nil }
        return RequestDigest(
            [operation.digest(work.digestKey), request["data"]?.digest(work.digestKey)], work.digestKey)
    }

    // MARK: - Keeping

    /// X-72: before the request is carried out: afterwards nothing can be refused any more.
    package func requireRoom(for request: Repeatable) throws(CommandError) {
        guard let account = try request.user.flatMap(accounts.account) else { return }
        try quotas.requireRoom(for: request.storedBytes, of: account, isText: false, keys: ["key"])
    }

    package func remember(_ reply: String, to request: Repeatable) throws(CommandError) {
        let kept = try request.message == nil ? reply : parsed(reply).kept
        if let account = try request.user.flatMap(accounts.account) {
            try quotas.count(request.storedBytes + Int64(kept.utf8.count), of: account)
        }
        try work.execute(
            """
            INSERT INTO idempotency_key (caller, key, stamp, request, reply, digest) VALUES ($1, $2, $3, '', $4, $5)
            ON CONFLICT (caller, key) DO UPDATE SET stamp = $3, request = '', reply = $4, digest = $5
            """,
            [
                .text(request.caller), .text(request.key), .integer(try work.stamp()), .text(kept),
                .bytes(request.digest.bytes),
            ])
    }

    private func parsed(_ reply: String) throws(CommandError) -> KeptReply {
        guard let kept = KeptReply(reply, document) else {
            throw .store(.corrupt(table: "idempotency_key", row: "a reply", "it is no object"))
        }
        return kept
    }

    // MARK: - Showing

    /// M-51: a message as its user can read it now. One that the operation always shows is shown without what it said where the
    /// user can read it no more; one that shows what a hook has replaced is left out.
    private func shown(_ reply: String, to request: Repeatable) throws(CommandError) -> String {
        guard let message = request.message else { return reply }
        let kept = try parsed(reply)
        guard let place = kept.message else { return reply }
        if let channel = place.channel {
            guard let view = try view(place.id, seq: place.seq, in: channel) else { return kept.withoutMessage }
            return kept.showing { view.write(to: &$0) }
        }
        guard let view = try view(place.id, in: place.conversation, for: request.user ?? place.sender) else {
            return message.isOptional ? kept.withoutMessage : kept.kept
        }
        if message.isOptional, !view.isInReply { return kept.withoutMessage }
        return kept.showing { $0.message(view) }
    }

    private func view(
        _ number: MessageNumber?, in id: ConversationID?, for user: UserID?
    ) throws(CommandError) -> MessageView? {
        guard let number, let id, let account = try user.flatMap(accounts.account), account.isThere else { return nil }
        if case .group(let group) = id {
            guard let group = groupNumber(group), try groups.isMember(account, ofGroup: group) else { return nil }
        }
        do throws(CommandError) {
            let (edit, message) = try messageChanges.visible(number, in: id, for: account)
            return try views.personalView(message, in: edit)
        } catch {
            guard case .refused = error else { throw error }
            return nil
        }
    }

    private func view(
        _ number: MessageNumber?, seq: Seq?, in id: ChannelID
    ) throws(CommandError) -> ChannelMessageView? {
        guard let seq, let channel = try channels.channel(id),
            let message = try stored(ChannelQueries.message(seq, of: channel.number, in: work.store)),
            MessageNumber(message.stamp) == number
        else { return nil }
        return try stored(ChannelMessageView.views(of: [message], in: id, work.store)).first
    }

    // MARK: - The end

    /// True: there is more.
    func trim() throws(CommandError) -> Bool {
        let deleted = try work.execute(
            """
            DELETE FROM idempotency_key WHERE (caller, key) IN
                (SELECT caller, key FROM idempotency_key WHERE stamp < $1 ORDER BY stamp, caller, key LIMIT $2)
            """, [.integer(Stamp(milliseconds: work.now - work.retryPeriod)), .integer(rowsPerSweep)])
        return deleted == rowsPerSweep
    }

    /// M-47: what release 0.2 has kept of that user's messages is forgotten, and that the requests were carried out is not.
    /// Looks at a piece of those behind a stamp, and returns how far; nil: there are no more.
    func eraseReplies(about user: UserID, after first: Stamp, through bound: Stamp) throws(CommandError) -> Stamp? {
        var last: Stamp?
        try work.query(
            "SELECT max(stamp) FROM (SELECT stamp FROM idempotency_key WHERE stamp > $1 ORDER BY stamp LIMIT $2)",
            [.integer(first), .integer(rowsPerSweep)]
        ) { row in last = row.optionalInteger(0) }
        guard let last else { return nil }
        try work.execute(
            """
            UPDATE idempotency_key SET reply = '{}'
            WHERE stamp > $1 AND stamp <= $2
                AND (caller = $3 OR instr(reply, '"from":' || json_quote($3)) > 0 AND instr(reply, $4) = 0)
            """,
            [
                .integer(first), .integer(min(last, bound)), .text(user.text),
                .text(#""clientMsgId":"","#),
            ])
        return last
    }

    /// Of a deleted account: one that is made again has asked for nothing.
    func erase(of account: Account) throws(CommandError) {
        try work.execute("DELETE FROM idempotency_key WHERE caller = $1", [.text(account.id.text)])
    }
}

/// The key for digests of requests. It stays the same as long as the store lives.
package func digestKey(in store: any Transaction) throws(StoreError) -> DigestKey {
    var key: DigestKey?
    try store.query("SELECT bytes FROM secret WHERE name = 'requests'") { row throws(StoreError) in
        let bytes = row.bytes(0)
        guard bytes.count == DigestKey.size else { throw row.damaged(0) }
        key = DigestKey(bytes)
    }
    guard let key else { throw .missing("secret", "requests") }
    return key
}
