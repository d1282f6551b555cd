import Bytes
import Framing
import Security

/// An admin key `limited`, in a gateway's file beside the usual one.
struct LimitedKey {
    let secret = Base64.url.encode(Random.bytes(32))

    var header: HTTPHeader { .adminKey(secret) }

    /// `more` are members of the key as JSON.
    func withGateway(
        _ more: String, _ settings: [String: String] = [:], _ body: (GatewayProcess) throws -> Void
    ) throws {
        let workspace = try Workspace()
        let usual = Keys()
        try workspace.write(
            "limited.json",
            #"{"keys": [{"name": "limited", "secret": "\#(secret)", \#(more)}, "#
                + #"{"name": "usual", "secret": "\#(usual.adminKey)"}]}"#)
        let file = ["auth.adminKeysFile": #""limited.json""#]
        try withChat(file.merging(settings) { $1 }, workspace: workspace, body)
    }
}
