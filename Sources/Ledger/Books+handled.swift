import ClientProtocol
import Domain
import JSON
import Storage

/// A request that its client may repeat.
package struct Repeatable: Sendable {
    /// The account, or the administrator's key, that the request's key belongs to.
    package let caller: String
    package let key: String
    /// What was asked: the same key with something else is a mistake.
    package let request: String

    package init(caller: String, key: String, request: String) {
        self.caller = caller
        self.key = key
        self.request = request
    }
}

extension Books {
    /// The stored reply, if the request has been carried out within the period.
    package func formerReply(to request: Repeatable) throws -> String? {
        var former: (request: String, reply: String)?
        try store.query(
            "SELECT request, reply FROM handled WHERE caller = $1 AND key = $2 AND stamp > $3",
            [
                .text(request.caller), .text(request.key),
                .integer((now - Int64(options.retryHours) * 3_600_000) * 1_000),
            ]
        ) { row in former = (row.text(0), row.text(1)) }
        guard let former else { return nil }
        guard isSameJSON(former.request, request.request) else {
            throw Refusal(.conflict, "the key was used for another request", keys: ["key"])
        }
        return former.reply
    }

    package func remember(_ reply: String, to request: Repeatable) throws {
        try store.execute(
            """
            INSERT INTO handled (caller, key, stamp, request, reply) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (caller, key) DO UPDATE SET stamp = $3, request = $4, reply = $5
            """,
            [
                .text(request.caller), .text(request.key), .integer(try stamp()), .text(request.request), .text(reply),
            ])
    }
}

/// A client may write the members of the same object in another order when it repeats itself.
func isSameJSON(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    let documents = (JSONDocument(), JSONDocument())
    guard let first = try? documents.0.parse(one), let second = try? documents.1.parse(other) else { return false }
    return first.isSame(as: second)
}
