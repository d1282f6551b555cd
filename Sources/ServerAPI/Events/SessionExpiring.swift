import ClientProtocol
import Domain
import JSON

package struct SessionExpiring: EventDefinition {
    package static let declaration = Event(
        "session.expiring", "The token ends soon; `session.refresh` keeps the session.", to: .session,
        data: [Field("expiresAt", .seconds, "When the token ends.")])

    /// Seconds since 1970.
    private let moment: Seconds

    package init(at moment: Seconds) {
        self.moment = moment
    }

    package func write(to json: inout JSONWriter) { json.field("expiresAt", moment.rawValue) }
}
