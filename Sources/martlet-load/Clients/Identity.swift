import EventLoop
import JSON
import Security

/// How clients say who they are.
enum Identity: Sendable {
    /// By their names alone, as `auth.testMode` lets them.
    case named
    case signed(TokenIssuer)

    /// Adds to the data of `session.open`.
    func introduce(_ user: String, to data: inout JSONWriter) {
        switch self {
        case .named: data.field("user", user)
        case .signed(let tokens):
            data.field("token", tokens.token(for: user, now: Int(Clock.wallMicroseconds / 1_000_000)))
        }
    }

    /// The data of `session.open`, of a client that opens its session by itself.
    func opening(_ user: String, device: String, platform: String) -> String {
        var json = JSONWriter()
        json.object { json in
            introduce(user, to: &json)
            json.field("device", device)
            json.field("platform", platform)
        }
        return json.text
    }
}
