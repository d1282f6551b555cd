import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.message.cancel`.
enum CancelScheduledMessage: AdminOperation {
    static let declaration = Operation(
        "admin.message.cancel",
        "Takes back a message that waits to be sent. One that has been sent is recalled instead.",
        roles: .admin, parameters: [scheduleID.description], result: ListScheduledMessages.identity,
        errors: [.noMessage, .unavailable], badParameter: .messageParameters)

    private static let scheduleID = Parameter.string(
        "scheduleID", bytes: 1...20, "The id from the reply to `admin.message.send`.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        // A text that is no id names no message.
        let id = Int64(try request(scheduleID)) ?? 0
        return .change { chat, json throws(CommandError) in
            try chat.scheduledMessages.cancel(Stamp(id)).writeIdentity(to: &json)
        }
    }
}
