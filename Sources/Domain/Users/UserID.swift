/// Names a user in every part of the product (R-Q08, X-01). Ids are told apart by their bytes: all are NFC, so two spellings
/// of one text are never two ids, and Swift's own comparison is that of the bytes.
package struct UserID: Hashable, Sendable, CustomStringConvertible {
    /// In bytes, whatever is configured.
    package static let longest = 128
    package let text: String

    /// Nil for a text that is no user's id under any configuration.
    package init?(_ text: String) {
        guard UserIDRule.widest.fault(of: text) == nil else { return nil }
        self.text = text
    }

    /// The user whom a request names. A text that is no id names nobody, as an id does that nobody has.
    package init(naming text: String) {
        self = Self(text) ?? Self(stored: "\0" + text)
    }

    /// It was named by a text that is no id, so no account ever has it.
    package var isNobodys: Bool { text.utf8.first == 0 }

    /// From a row. It was checked when it was written; a later Unicode or another configuration takes no account away.
    package init(stored text: String) {
        self.text = text
    }

    /// As a request has it.
    package var description: String { isNobodys ? String(text.unicodeScalars.dropFirst()) : text }
}
