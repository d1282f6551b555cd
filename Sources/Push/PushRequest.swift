import Domain

/// One push to one device.
package struct PushRequest: Sendable, Equatable {
    /// Comes back in the answer.
    package let id: Int64
    /// The device's name at the provider: APNs has hexadecimal digits, FCM and phone makers a registration token,
    /// Web Push the JSON of a PushSubscription, the webhook whatever the app registered.
    package let token: String
    /// In one line, as T-59 to T-62 want it.
    package let text: String
    package private(set) var content: PushContent
    /// P-26: what is shown if the provider does not take the text.
    package let plain: PushContent
    package let pushClass: PushClass
    /// The recipient's total of unread messages.
    package let badge: Int
    package let forced: Bool
    package let payload: PushPayload
    /// As the recipient names it: `c2c_alice`, `group_42`. Nil: a backend notifies a user.
    package let conversation: String?
    package let message: String
    /// The recipient.
    package let user: String
    /// P-44: comes back in receipts for this push. At most 64 characters of base64url; nil: no receipt is wanted.
    package let ticket: String?
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
        id: Int64, token: String, text: String, content: PushContent, plain: PushContent, pushClass: PushClass = .chat,
        badge: Int, forced: Bool, payload: PushPayload = PushPayload(),
        conversation: String?, message: String, user: String, replacement: PushReplacement? = nil,
        ticket: String? = nil, sentAt: Milliseconds, expiresAt: Milliseconds, attempt: Int, traceHeaders: [String] = []
    ) {
        precondition(ticket.map(isTicket) ?? true, "\(ticket ?? "") cannot be a ticket")
        self.ticket = ticket
        self.traceHeaders = traceHeaders
        self.replacement = replacement
        self.payload = payload
        self.id = id
        self.token = token
        self.text = text
        self.content = content
        self.plain = plain
        self.pushClass = pushClass
        self.badge = badge
        self.forced = forced
        self.conversation = conversation
        self.message = message
        self.user = user
        self.sentAt = sentAt
        self.expiresAt = expiresAt
        self.attempt = attempt
    }

    /// Nil: it is plain already.
    var asPlain: PushRequest? {
        if content == plain { return nil }
        var other = self
        other.content = plain
        return other
    }

    /// Nil: the sender wants none to be shown.
    var shownBadge: Int? { payload.hasBadge ? badge : nil }

    func secondsLeft(at now: Milliseconds, upTo most: Int64) -> Int64 {
        min(max(0, (expiresAt - now).seconds.rawValue), most)
    }
}

/// 1 to 64 characters of base64url.
func isTicket(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
        && text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
}
