import ClientProtocol
import Domain
import JSON
import Security
import Storage

/// A request that its client may repeat.
package struct Repeatable: Sendable {
    /// The account, or the administrator's key, that the request's key belongs to.
    package let caller: String
    package let key: String
    /// Of what was asked: the same key with something else is a mistake.
    package let digest: RequestDigest

    /// `data`: the digest of the request's data, if it has some.
    package init(caller: String, key: String, operation: String, data: ContentDigest?, _ digestKey: DigestKey) {
        self.caller = caller
        self.key = key
        digest = RequestDigest([operation.digest(digestKey), data], digestKey)
    }
}

/// Replies to requests that their clients may repeat.
package final class RepeatedRequests {
    private let work: UnitOfWork

    init(work: UnitOfWork) {
        self.work = work
    }

    /// The stored reply, if the request has been carried out within the period.
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
        return former.reply
    }

    /// As release 0.1 has stored it: a JSON object of the operation and its data.
    private func digest(ofRequest text: String) -> RequestDigest? {
        let document = JSONDocument()
        guard let request = try? document.parse(text), let operation = request["op"] else { return nil }
        return RequestDigest(
            [operation.digest(work.digestKey), request["data"]?.digest(work.digestKey)], work.digestKey)
    }

    package func remember(_ reply: String, to request: Repeatable) throws(CommandError) {
        try work.execute(
            """
            INSERT INTO idempotency_key (caller, key, stamp, request, reply, digest) VALUES ($1, $2, $3, '', $4, $5)
            ON CONFLICT (caller, key) DO UPDATE SET stamp = $3, request = '', reply = $4, digest = $5
            """,
            [
                .text(request.caller), .text(request.key), .integer(try work.stamp()), .text(reply),
                .bytes(request.digest.bytes),
            ])
    }

    /// True: there is more.
    func trim() throws(CommandError) -> Bool {
        let deleted = try work.execute(
            """
            DELETE FROM idempotency_key WHERE (caller, key) IN
                (SELECT caller, key FROM idempotency_key WHERE stamp < $1 ORDER BY stamp, caller, key LIMIT $2)
            """, [.integer(Stamp(milliseconds: work.now - work.retryPeriod)), .integer(rowsPerSweep)])
        return deleted == rowsPerSweep
    }

    /// M-47: replies with messages of that user are forgotten, and that the requests were carried out is not. Looks at a piece
    /// of those behind a stamp, and returns how far; nil: there are no more.
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
            WHERE stamp > $1 AND stamp <= $2 AND (caller = $3 OR instr(reply, '"from":' || json_quote($3)) > 0)
            """, [.integer(first), .integer(min(last, bound)), .text(user.text)])
        return last
    }

    /// Of a deleted account: one that is made again has asked for nothing.
    func erase(of account: Account) throws(CommandError) {
        try work.execute("DELETE FROM idempotency_key WHERE caller = $1", [.text(account.id.text)])
    }
}

/// The key for digests of requests. It stays the same as long as the store lives.
func digestKey(in store: any Transaction) throws(StoreError) -> DigestKey {
    var key: DigestKey?
    try store.query("SELECT bytes FROM secret WHERE name = 'requests'") { row throws(StoreError) in
        let bytes = row.bytes(0)
        guard bytes.count == DigestKey.size else { throw row.damaged(0) }
        key = DigestKey(bytes)
    }
    guard let key else { throw .missing("secret", "requests") }
    return key
}
