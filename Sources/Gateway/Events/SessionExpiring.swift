import ClientProtocol
import Domain
import JSON

struct SessionExpiring: EventDefinition {
    static let declaration = Event(
        "session.expiring", "The token ends soon; `session.refresh` keeps the session.", to: .session,
        data: [Field("expiresAt", .seconds, "When the token ends.")])

    /// Seconds since 1970.
    private let moment: Seconds

    init(at moment: Seconds) {
        self.moment = moment
    }

    func write(to json: inout JSONWriter) { json.field("expiresAt", moment.rawValue) }
}
