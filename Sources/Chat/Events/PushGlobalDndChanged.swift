import ClientProtocol
import Domain
import JSON

/// T-Q20: the user's hours without pushes.
package struct PushGlobalDndChanged: DomainEvent, EventDefinition {
    package static let declaration = Event(
        "push.globalDndChanged", "Another device of the user has called `push.setGlobalDnd`. Not in a stream.",
        to: .otherSessions,
        data: [
            Field("enabled", .boolean, "As it was set; false at first."),
            Field("start", .called("string `HH:MM`", .pattern("^[0-2][0-9]:[0-5][0-9]$")), "As it was set."),
            Field("end", .called("string `HH:MM`", .pattern("^[0-2][0-9]:[0-5][0-9]$")), "As it was set."),
            Field("utcOffset", .integer, "As it was set."),
        ])

    let hours: QuietHours

    package var sparesOrigin: Bool { true }

    package init(hours: QuietHours) {
        self.hours = hours
    }

    package func write(to json: inout JSONWriter) {
        json.field("enabled", hours.isOn)
        json.field("start", QuietHours.text(hours.start))
        json.field("end", QuietHours.text(hours.end))
        json.field("utcOffset", hours.offset)
    }
}
