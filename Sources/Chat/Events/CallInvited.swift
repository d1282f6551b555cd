import ClientProtocol
import Domain
import JSON

/// J-02: it rings.
package struct CallInvited: EventDefinition, DomainEvent {
    package static let declaration = Event(
        "call.invited",
        "Another user calls. In no stream: a device that comes while it rings is told behind the reply to `session.open`.",
        to: .user,
        data: CallChanged.fields + [
            Field("seconds", .integer, "For so long it still rings, by the gateway's clock."),
            Field(optional: "data", .openObject, "The inviter's, or that of a hook."),
        ])

    let view: CallView
    let secondsLeft: Seconds

    init(_ view: CallView, at now: Milliseconds) {
        self.view = view
        // A ring of half a second more is none that has ended.
        secondsLeft = (view.call.ringsUntil - now + 999).seconds
    }

    package func write(to json: inout JSONWriter) {
        view.write(to: &json)
        json.field("seconds", secondsLeft.rawValue)
        guard var data = view.data else { return }
        json.key("data")
        data.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
    }
}
