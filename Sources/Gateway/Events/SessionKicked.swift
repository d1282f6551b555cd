import ClientProtocol
import Domain
import JSON

struct SessionKicked: EventDefinition {
    static let declaration = Event(
        "session.kicked", "The gateway ends this session; the close frame follows.", to: .session,
        data: [
            Field(
                "reason",
                .words([
                    "sameDevice", "exclusivePlatform", "tooManySessions", "closedByUser", "accountEnded",
                    "tokenRevoked", "kicked",
                ]),
                "Why."
            ),
            Field(
                optional: "device", .string,
                "Only with the first three: the device of the session that replaces this one."),
            Field(optional: "platform", .string, "Only with the first three: that session's platform."),
            Field(optional: "text", .string, "Only with `kicked`: what the administrator says."),
        ])

    private let reason: String
    /// Of the session that replaces this one.
    private let successor: (device: String, platform: Platform)?
    private let text: String?

    init(
        reason: String, successor: (device: String, platform: Platform)? = nil, text: String? = nil
    ) {
        self.text = text
        self.reason = reason
        self.successor = successor
    }

    func write(to json: inout JSONWriter) {
        json.field("reason", reason)
        if let successor {
            json.field("device", successor.device)
            json.field("platform", successor.platform.rawValue)
        }
        if let text { json.field("text", text) }
    }
}
