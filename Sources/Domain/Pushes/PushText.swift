/// T-55: what a sender wants of a message's push for some of its receivers, or for all.
package struct MemberPushOption: Equatable, Sendable {
    package let isForced: Bool
    /// T-57, T-Q22: nil is everybody.
    package let users: Set<String>?
    /// The push's text for these users instead of the message's (T-58).
    package var text: String?

    package static let mostUsers = 100

    package init(isForced: Bool, users: Set<String>?, text: String?) {
        self.isForced = isForced
        self.users = users
        // T-Q23: an empty one is none.
        self.text = text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// T-Q26: between two it is for the other, also if others are named.
    package func covers(_ user: String, between two: Bool) -> Bool {
        two || users?.contains(user) ?? true
    }
}

/// The text of a push.
package enum PushText {
    package static let mostCharacters = 500

    /// T-59 to T-62, T-Q25, X-61. `own`: the message's text for pushes; `option`: that of the member option if it covers the
    /// receiver; `standard`: what a message of its kind says by itself.
    package static func text(
        own: String?, option: MemberPushOption?, standard: String, sender: String, hasPrefix: Bool
    ) -> String {
        let text = option?.text ?? own ?? standard
        return hasPrefix && option?.isForced != true ? "\(sender):\(text)" : text
    }

    /// The same, in its parts. T-61: what is forced is said as it is, by nobody.
    package static func parts(
        own: String?, option: MemberPushOption?, kind: MessageKind, text: String?, sender: String, group: String,
        hasPrefix: Bool
    ) -> PushParts {
        let written = option?.text ?? own ?? (kind == .text ? short(text ?? "") : nil)
        var parts = PushParts(written.map { .own($0) } ?? .standard(kind.pushPhrase))
        if option?.isForced == true { return parts }
        parts.group = group
        if hasPrefix { parts.sender = sender }
        return parts
    }

    /// T-Q23: of a message that brings no text for its push.
    package static func standard(_ kind: MessageKind, text: String?) -> String {
        kind == .text ? short(text ?? "") : kind.pushText
    }

    private static func short(_ text: String) -> String {
        if text.utf8.count <= mostCharacters { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(mostCharacters)))
    }
}
