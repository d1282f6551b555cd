import ClientProtocol
import ServerAPI

/// `session.open`.
enum OpenSession {
    static let entry: (Operation, Handler) = (SessionOperations.open, .unauthenticated(handle))

    private static func handle(_ call: ConnectionCall, _ unauthenticated: Unauthenticated) throws(Refusal) {
        try call.gateway.openings.open(call, unauthenticated)
    }
}
