import ClientProtocol
import Domain
import JSON

/// J-02: a user of a call has done something, or the call has ended.
package struct CallChanged: EventDefinition, StreamedEvent {
    static let fields = [
        Field("callID", .string), Field("conversationID", .conversationID, "As this user sees it."),
        Field("from", .string, "The inviter."), Field("kind", .string, "As the inviter has sent it."),
        Field("time", .milliseconds, "When the inviter called."),
        Field(
            "users",
            .list(
                .object(
                    [
                        Field("userID", .string),
                        Field("state", .words(PhoneCall.State.allCases.map { "\($0)" })),
                        Field(optional: "device", .string, "The device that has decided."),
                        Field(
                            optional: "reason", .words(PhoneCall.Reason.allCases.map { "\($0)" }),
                            "If it was no act of the user's."),
                    ], called: "CallUser")), "The inviter first."),
    ]

    package static let type = ValueType.object(fields + [ended], called: "Call")

    private static let ended = Field(
        optional: "ended",
        .object([
            Field("outcome", .words(PhoneCall.Outcome.allCases.map(\.rawValue))),
            Field("seconds", .integer, "For how long it was spoken."),
        ]), "Absent: it goes on.")

    package static let declaration = Event(
        "call.changed",
        "The state of a user in a call has changed, or the call has ended. In the user's stream, where it is told as it is "
            + "now: of a call that has ended, the end alone.",
        to: .user, in: .user, data: fields + [ended])

    /// As an object.
    let text: String

    init(_ view: CallView) {
        var json = JSONWriter()
        json.object { view.write(to: &$0) }
        text = json.text
    }

    private init(text: String) { self.text = text }

    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> CallChanged? {
        if let text = row.detail { return CallChanged(text: text) }
        return try replay.call(row.subject.call).map(CallChanged.init)
    }

    package var weight: Int { 96 + text.utf8.count }

    package func write(to json: inout JSONWriter) {
        var text = text
        text.withUTF8 { utf8 in
            json.members(raw: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8).dropFirst().dropLast()))
        }
    }
}
