import ClientProtocol
import JSON

struct ConversationSyncFinish: EventDefinition {
    static let declaration = Event(
        "conversation.syncFinish", "All changes since the device's last session have been sent.", to: .session,
        data: [
            Field(
                "isComplete", .boolean,
                "False: some are missing, because the user's stream is not `recovered` or there were too many; "
                    + "list the conversations.")
        ])

    private let isComplete: Bool

    init(isComplete: Bool) {
        self.isComplete = isComplete
    }

    func write(to json: inout JSONWriter) { json.field("isComplete", isComplete) }
}
