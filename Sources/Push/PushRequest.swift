import Domain

/// One push to one device.
package struct PushRequest: Sendable, Equatable {
    /// Comes back in the answer.
    package let id: Int64
    /// The device's name at the provider: APNs has hexadecimal digits, FCM a registration token, Web Push the JSON
    /// of a PushSubscription, the webhook whatever the app registered.
    package let token: String
    package let text: String
    /// The recipient's total of unread messages.
    package let badge: Int
    package let forced: Bool
    package let payload: PushPayload
    /// As the recipient names it: `c2c_alice`, `group_42`. Nil: a backend notifies a user.
    package let conversation: String?
    package let message: String
    /// The recipient.
    package let user: String
    /// Why it takes the place of a former push, without a sound; nil: it does not.
    package let replacement: PushReplacement?
    /// Milliseconds since 1970.
    package let sentAt: Milliseconds
    /// Milliseconds since 1970: later than that it is not worth being delivered.
    package let expiresAt: Milliseconds
    /// How often it was tried before.
    package let attempt: Int
    /// Lines for the head of a request to the app's own backend: the trace that the message belongs to.
    package let traceHeaders: [String]

    package init(
        id: Int64, token: String, text: String, badge: Int, forced: Bool, payload: PushPayload = PushPayload(),
        conversation: String?, message: String, user: String, replacement: PushReplacement? = nil,
        sentAt: Milliseconds, expiresAt: Milliseconds, attempt: Int, traceHeaders: [String] = []
    ) {
        self.traceHeaders = traceHeaders
        self.replacement = replacement
        self.payload = payload
        self.id = id
        self.token = token
        self.text = text
        self.badge = badge
        self.forced = forced
        self.conversation = conversation
        self.message = message
        self.user = user
        self.sentAt = sentAt
        self.expiresAt = expiresAt
        self.attempt = attempt
    }

    /// Nil: the sender wants none to be shown.
    var shownBadge: Int? { payload.hasBadge ? badge : nil }

    func secondsLeft(at now: Milliseconds, upTo most: Int64) -> Int64 {
        min(max(0, (expiresAt - now).seconds.rawValue), most)
    }
}
