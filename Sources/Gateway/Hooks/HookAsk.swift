import Bytes
import ClientProtocol
import Domain
import JSON
import Routing
import Security
import Transport

/// A question to the application's backend: whether a request is to be carried out.
struct HookAsk: Sendable {
    /// The same each time that the request is repeated; the backend is told it as `webhook-id`.
    let id: RequestDigest
    /// The user whose request it is about.
    let user: UserID
    let operation: String
    let power: HookPower
    let body: [UInt8]
    /// Nil: the request belongs to no trace.
    let trace: RequestTrace?

    /// A request that cannot be repeated has an id of its own each time.
    init(_ request: Request, isRepeatable: Bool, by caller: UserCaller, _ trace: RequestTrace?) {
        self.trace = trace
        let operation = request.operation
        guard let power = operation.hook else { preconditionFailure("no hook decides about \(operation.name)") }
        user = caller.user
        self.operation = operation.name
        self.power = power
        let digestKey = request.context.askKey.now
        id =
            isRepeatable
            ? RequestDigest(
                [
                    caller.user.text.digest(digestKey), operation.name.digest(digestKey),
                    request.key?.digest(digestKey),
                    request.data?.digest(digestKey),
                ], digestKey)
            : RequestDigest(bytes: Random.bytes(16))
        var json = JSONWriter()
        json.object { json in
            json.field("operation", operation.name)
            json.field("user", caller.user.text)
            if let session = caller.session {
                json.field("session", session.description)
                json.field("device", caller.device)
                json.field("platform", caller.platform.rawValue)
            }
            if let data = request.data, !data.isNull { json.field("data", data) } else { json.object("data") { _ in } }
        }
        body = Array(json.bytes)
    }

    /// About a session that is to be opened. The backend sees the token's claims, and never the token.
    init(_ call: ConnectionCall, _ identity: Authenticator.Identity, device: String, platform: Platform) {
        trace = call.trace
        let operation = call.request.operation.name
        user = identity.user
        self.operation = operation
        power = .decides
        id = RequestDigest(bytes: Random.bytes(16))
        var json = JSONWriter()
        json.object { json in
            json.field("operation", operation)
            json.field("user", identity.user.text)
            json.field("device", device)
            json.field("platform", platform.rawValue)
            json.field("address", call.connection.peer.hostText)
            if identity.claims.isEmpty {
                json.object("claims") { _ in }
            } else {
                identity.claims.withUnsafeBytes { json.field("claims", raw: $0) }
            }
        }
        body = Array(json.bytes)
    }

    var webhookID: String { "hook_" + Base64.url.encode(id.bytes) }
}
