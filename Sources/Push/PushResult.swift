import Domain

/// The result of an attempt to push.
package struct PushResult: Sendable, Equatable {
    /// The push's.
    package let id: Int64
    package let outcome: PushOutcome
    /// Whether something was asked of the provider for it.
    package let isAttempt: Bool
    /// Of the provider's answer; 0 if there was none.
    package let status: Int
    /// The reason as the provider gave it, or why there was no answer; at most 200 bytes.
    package let text: String
    /// From the request to its answer; 0 if there was no request.
    package let milliseconds: Int

    /// Nothing came in the time there was.
    package static func none(for push: Int64) -> PushResult {
        PushResult(
            id: push, outcome: .later(afterMilliseconds: 0), isAttempt: true, status: 0, text: "no answer in time",
            milliseconds: 0)
    }
}

package enum PushOutcome: Sendable, Equatable {
    /// The provider has it.
    case accepted
    /// The token is dead; a token that was registered after `since`, in milliseconds since 1970, is another one. Nil if
    /// the provider does not say since when.
    case unregistered(since: Milliseconds?)
    /// It would be refused each time.
    case refused
    /// It was too late to send it.
    case expired
    /// It may be accepted when it is tried again.
    case later(afterMilliseconds: Int)
}
