import ClientProtocol
import JSON

struct ConversationSyncStart: EventDefinition {
    static let declaration = Event(
        "conversation.syncStart", "The changes since the device's last session follow.", to: .session, data: [])

    init() {}

    func write(to json: inout JSONWriter) {}
}
