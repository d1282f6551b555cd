import ClientProtocol
import Domain
import JSON

package struct SessionKicked: EventDefinition {
    package static let declaration = Event(
        "session.kicked", "The gateway ends this session; the close frame follows.", to: .session,
        data: [
            Field(
                "reason",
                .words([
                    "sameDevice", "exclusivePlatform", "tooManySessions", "closedByUser", "accountEnded",
                    "tokenRevoked",
                ]),
                "Why."
            ),
            Field(
                optional: "device", .string,
                "Only with the first three: the device of the session that replaces this one."),
            Field(optional: "platform", .string, "Only with the first three: that session's platform."),
        ])

    private let reason: String
    /// Of the session that replaces this one.
    private let successor: (device: String, platform: Platform)?

    package init(reason: String, successor: (device: String, platform: Platform)? = nil) {
        self.reason = reason
        self.successor = successor
    }

    package func write(to json: inout JSONWriter) {
        json.field("reason", reason)
        if let successor {
            json.field("device", successor.device)
            json.field("platform", successor.platform.rawValue)
        }
    }
}
