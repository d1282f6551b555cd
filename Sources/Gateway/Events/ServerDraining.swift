import ClientProtocol
import JSON

struct ServerDraining: EventDefinition {
    static let declaration = Event(
        "server.draining",
        "The gateway will close every session; the close frame follows within the drain's time.", to: .session,
        data: [
            Field(
                "reconnectAfterMilliseconds", .integer,
                "How long the client waits after the close before it connects again; different for each client.")
        ])

    private let delay: Int

    /// `delay`: in milliseconds.
    init(reconnectAfter delay: Int) {
        self.delay = delay
    }

    func write(to json: inout JSONWriter) { json.field("reconnectAfterMilliseconds", delay) }
}
