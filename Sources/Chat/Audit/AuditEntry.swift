import Domain

/// An entry of the audit log: who did what, from where, and with which result. It never holds a key, a token, or a text that
/// users have written.
package struct AuditEntry: Sendable, Equatable {
    package enum Kind: String, CaseIterable, Sendable {
        /// An administrator has changed something, or has tried to.
        case act
        /// An administrator has read something.
        case read
        case login
        case failedLogin
    }

    /// When it was asked for.
    package let time: Milliseconds
    package let kind: Kind
    /// `key:` or `console:` with the name of an admin key, `user:` with a user's id; empty: nobody knows.
    package let actor: String
    /// Of the client, also behind a proxy; empty: it is not known, or no longer.
    package let address: String
    package let operation: String
    /// Whom it concerns, each once. The first may be the user in whose name it was done.
    package var users: [String] = []
    /// A JSON object of what else says what it was about.
    package var parameters = "{}"
    package var device = ""
    package var platform = ""
    /// `ok`, `begun`, or the number of an error, like `gw 1002`.
    package var result = ""
    package var reason = ""
    /// More than 1: it stands for so many.
    package var count = 1

    package static let done = "ok"
    /// The request is carried out in pieces; a second entry tells how that ended.
    package static let begun = "begun"

    package init(time: Milliseconds, kind: Kind, actor: String, address: String, operation: String) {
        self.time = time
        self.kind = kind
        self.actor = actor
        self.address = address
        self.operation = operation
    }

    /// The same with its result.
    package func ended(_ result: String, _ reason: String = "") -> AuditEntry {
        var entry = self
        entry.result = result
        entry.reason = reason
        return entry
    }

    /// The same without what tells where the user was, and with which device.
    var withoutPlace: AuditEntry {
        var entry = AuditEntry(time: time, kind: kind, actor: actor, address: "", operation: operation)
        entry.users = users
        entry.parameters = parameters
        (entry.result, entry.reason, entry.count) = (result, reason, count)
        return entry
    }
}
