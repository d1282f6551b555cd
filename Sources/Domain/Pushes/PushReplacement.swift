/// Why a push takes the place of one that has gone out, without a sound: what has become of its message.
package enum PushReplacement: Sendable {
    /// The message was recalled (M-45).
    case recalled
    /// The message has expired (M-50).
    case expired
    /// It was edited (P-50).
    case edited

    /// The member that is true in the push, and in `push.explain`.
    package var member: StaticString {
        switch self {
        case .recalled: "recalled"
        case .expired: "expired"
        case .edited: "edited"
        }
    }

    /// Said in the place of the message. Nil: it says itself what it says now.
    package var phrase: PushPhrase? {
        switch self {
        case .recalled: .recalled
        case .expired: .expired
        case .edited: nil
        }
    }

    package var text: String? { phrase.map { "[\($0)]" } }
}
