import ClientProtocol
import JSON

package struct ConversationSyncStart: EventDefinition {
    package static let declaration = Event(
        "conversation.syncStart", "The changes since the device's last session follow.", to: .session, data: [])

    package init() {}

    package func write(to json: inout JSONWriter) {}
}
