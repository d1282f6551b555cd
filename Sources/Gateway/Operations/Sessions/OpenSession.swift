import ClientProtocol
import ServerAPI

/// `session.open`.
enum OpenSession: OpeningOperation {
    static let declaration = SessionOperations.open

    static func handle(_ call: ConnectionCall, _ unauthenticated: Unauthenticated) throws(Refusal) {
        try call.gateway.openings.open(call, unauthenticated)
    }
}
