import Curl
import Domain
import JSON

/// Honor's phones: Honor's push service, which was Huawei's once.
package struct Honor: Maker {
    let endpoint: ParsedURL
    private let tokens: ParsedURL
    private let options: MakerOptions
    private let app: String
    private let client: String
    private let secret: String

    /// `key`: JSON with `appId`, `clientId` and `clientSecret`.
    package init(
        key: String, options: MakerOptions, tokens: String
    ) throws(ProviderProblem) {
        endpoint = try ParsedURL(service: options.endpoint)
        self.tokens = try ParsedURL(service: tokens)
        self.options = options
        let key = try MakerKey(key)
        app = try key.segment("appId")
        client = try key("clientId")
        secret = try key("clientSecret")
    }

    func tokenRequest(at now: Milliseconds) -> ProviderRequest? {
        var form = Form()
        form.add("grant_type", "client_credentials")
        form.add("client_id", client)
        form.add("client_secret", secret)
        return ProviderRequest(
            url: "\(tokens.origin)/auth/token", origin: endpoint.origin, headers: [Form.contentType],
            body: form.body, answerLimit: 16_384)
    }

    func token(in answer: JSONValue) -> (text: String, life: Seconds)? { bearer(in: answer) }

    func request(for pushRequest: PushRequest, token: String, at now: Milliseconds) -> ProviderRequest {
        ProviderRequest(
            url: "\(endpoint.origin)/api/v1/\(app)/sendMessage", origin: endpoint.origin,
            headers: [
                "Content-Type: application/json",
                "Authorization: Bearer \(token)",
                "timestamp: \(now.rawValue)",
            ], body: body(of: pushRequest, at: now))
    }

    private func body(of pushRequest: PushRequest, at now: Milliseconds) -> [UInt8] {
        // The limit is the message's, and the token none of it.
        fit(pushRequest.content, into: 4_096 + pushRequest.token.utf8.count) { content in
            var json = JSONWriter()
            json.object {
                $0.array("token") { $0.value(pushRequest.token) }
                $0.field("data", pushRequest.appData)
                $0.object("android") {
                    $0.field("ttl", "\(max(1, pushRequest.secondsLeft(at: now, upTo: 15 * 86_400)))s")
                    // Comes back in receipts, whose address Honor's console has.
                    if let ticket = pushRequest.ticket { $0.field("biTag", ticket) }
                    $0.object("notification") { write(pushRequest, content, to: &$0) }
                }
            }
            return Array(json.bytes)
        }
    }

    private func write(_ pushRequest: PushRequest, _ content: PushContent, to json: inout JSONWriter) {
        json.field("title", options.title(of: content))
        json.field("body", content.body)
        if let image = pushRequest.payload.image { json.field("image", image) }
        json.object("clickAction") {
            // 1: an intent, 3: the app.
            $0.field("type", options.clickIntent.isEmpty ? 3 : 1)
            if !options.clickIntent.isEmpty { $0.field("intent", options.clickIntent) }
        }
        // NORMAL: a service, or a message of users. LOW: marketing, without a sound, but only a few a day.
        let category = options.category(of: pushRequest.pushClass)
        json.field(
            "importance", category.isEmpty ? pushRequest.pushClass == .promotion ? "LOW" : "NORMAL" : category)
        json.field("tag", pushRequest.collapseID(upTo: 64))
        json.field("notifyId", pushRequest.notifyID)
        if let thread = pushRequest.thread { json.field("group", thread) }
        if let badge = pushRequest.shownBadge, !options.badgeClass.isEmpty {
            json.object("badge") {
                $0.field("setNum", min(badge, 99))
                $0.field("badgeClass", options.badgeClass)
            }
        }
    }

    /// Honor names the tokens that got no push, beside a code of success.
    func code(in answer: JSONValue) -> (code: String, message: String)? {
        guard let code = answer["code"]?.codeText else { return nil }
        let message = answer["message"]?.string ?? ""
        let data = answer["data"]
        if [data?["expireTokens"], data?["failTokens"]].contains(where: { ($0?.count ?? 0) > 0 }) {
            return ("deadToken", message)
        }
        // Clients differ in which of the two is a success.
        let isSent = data?["sendResult"]?.bool == true && ["200", "0"].contains(code)
        return (isSent ? "sent" : code, message)
    }

    static let codes: [String: MakerCode] = [
        "sent": MakerCode(.accepted),
        "deadToken": MakerCode(.unknown, "the token is of another app, or no longer one"),
        "80200001": MakerCode(.renewed, "the access token is not taken; check the key file"),
        "80200003": MakerCode(.renewed, "the access token has run out"),
        "80100001": MakerCode(.refused, "a parameter is not as Honor wants it"),
        "80100003": MakerCode(.refused, "the message's structure is not as Honor wants it"),
        "80300008": MakerCode(.refused, "the push is too long"),
    ]
}
