import ClientProtocol
import JSON
import Settings

/// `admin.gateway.drain`.
enum DrainGateway: AdminOperation {
    static let declaration = Operation(
        "admin.gateway.drain", "Has the gateway send its clients away and end, as SIGTERM does.", roles: .admin,
        result: [Field("timeoutSeconds", .integer, "After this time it ends even if sessions are left.")]
    ).forOperators

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let (control, drain) = (request.context.control, request.context.configuration.drain)
        return .reply { json in
            control.drain()
            json.field("timeoutSeconds", drain.timeoutSeconds)
        }
    }
}
