/// Why a push takes the place of one that has gone out, without a sound: what became of its message.
package enum PushReplacement: Sendable {
    /// The message was recalled (M-45).
    case recalled
    /// The message has expired (M-50).
    case expired

    /// The member that is true in the push, and in `push.explain`.
    package var member: StaticString {
        switch self {
        case .recalled: "recalled"
        case .expired: "expired"
        }
    }

    package var text: String { "[\(member)]" }
}
