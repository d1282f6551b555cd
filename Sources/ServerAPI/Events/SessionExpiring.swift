import ClientProtocol
import JSON

package struct SessionExpiring: EventDefinition {
    package static let declaration = Event(
        "session.expiring", "The token ends soon; `session.refresh` keeps the session.", to: .session,
        data: [Field("expiresAt", "seconds since 1970", "When the token ends.")])

    /// Seconds since 1970.
    private let moment: Int64

    package init(at moment: Int64) {
        self.moment = moment
    }

    package func write(to json: inout JSONWriter) { json.field("expiresAt", moment) }
}
