import Curl
import Domain
import JSON

/// Huawei's phones up to HarmonyOS 4: Push Kit's REST API, version 1.
package struct Huawei: Maker {
    let endpoint: ParsedURL
    private let tokens: ParsedURL
    private let options: MakerOptions
    private let client: String
    private let secret: String
    let receiptSecret: ReceiptSecret?

    /// `key`: JSON with `clientId` and `clientSecret`; for receipts with `receiptUser` and `receiptSecret`, too.
    package init(
        key: String, options: MakerOptions, tokens: String
    ) throws(ProviderProblem) {
        endpoint = try ParsedURL(service: options.endpoint)
        self.tokens = try ParsedURL(service: tokens)
        self.options = options
        receiptSecret = try ReceiptSecret(in: key)
        let key = try MakerKey(key)
        client = try key.segment("clientId")
        secret = try key("clientSecret")
    }

    func tokenRequest(at now: Milliseconds) -> ProviderRequest? {
        var form = Form()
        form.add("grant_type", "client_credentials")
        form.add("client_id", client)
        form.add("client_secret", secret)
        return ProviderRequest(
            url: "\(tokens.origin)/oauth2/v3/token", origin: endpoint.origin, headers: [Form.contentType],
            body: form.body, answerLimit: 16_384)
    }

    func token(in answer: JSONValue) -> (text: String, life: Seconds)? { bearer(in: answer) }

    func request(for pushRequest: PushRequest, token: String, at now: Milliseconds) -> ProviderRequest {
        ProviderRequest(
            url: "\(endpoint.origin)/v1/\(client)/messages:send", origin: endpoint.origin,
            headers: ["Content-Type: application/json", "Authorization: Bearer \(token)"],
            body: body(of: pushRequest, at: now))
    }

    private func body(of pushRequest: PushRequest, at now: Milliseconds) -> [UInt8] {
        // The limit is the message's, and the token none of it.
        fit(pushRequest.content, into: 4_096 + pushRequest.token.utf8.count) { content in
            var json = JSONWriter()
            json.object {
                $0.object("message") {
                    $0.array("token") { $0.value(pushRequest.token) }
                    $0.field("data", pushRequest.appData)
                    $0.object("android") { write(pushRequest, content, to: &$0, at: now) }
                }
            }
            return Array(json.bytes)
        }
    }

    private func write(
        _ pushRequest: PushRequest, _ content: PushContent, to json: inout JSONWriter, at now: Milliseconds
    ) {
        let category = options.category(of: pushRequest.pushClass)
        if !category.isEmpty { json.field("category", category) }
        json.field("ttl", "\(pushRequest.secondsLeft(at: now, upTo: 15 * 86_400))s")
        // Comes back in receipts, whose address AppGallery Connect has.
        if let ticket = pushRequest.ticket { json.field("bi_tag", ticket) }
        json.object("notification") {
            $0.field("title", options.title(of: content))
            $0.field("body", content.body)
            // Beside the texts, for phones whose app does not know the names.
            if content.keys != nil {
                content.write(to: &$0, names: ("title_loc_key", "title_loc_args", "body_loc_key", "body_loc_args"))
            }
            if let image = pushRequest.payload.image { $0.field("image", image) }
            $0.object("click_action") {
                // 1: an intent, 3: the app.
                $0.field("type", options.clickIntent.isEmpty ? 3 : 1)
                if !options.clickIntent.isEmpty { $0.field("intent", options.clickIntent) }
            }
            let channel = options.channel(of: pushRequest)
            if !channel.isEmpty { $0.field("channel_id", channel) }
            $0.field("tag", pushRequest.collapseID(upTo: 64))
            $0.field("notify_id", pushRequest.notifyID)
            if let thread = pushRequest.thread { $0.field("group", thread) }
            if let badge = pushRequest.shownBadge, !options.badgeClass.isEmpty {
                $0.object("badge") {
                    $0.field("set_num", min(badge, 99))
                    $0.field("class", options.badgeClass)
                }
            }
            $0.field("importance", pushRequest.level == .passive ? "LOW" : "NORMAL")
        }
    }

    func code(in answer: JSONValue) -> (code: String, message: String)? { huaweiCode(in: answer) }
    static var codes: [String: MakerCode] { huaweiCodes }
}

func bearer(in answer: JSONValue) -> (text: String, life: Seconds)? {
    guard let text = answer["access_token"]?.string, let life = answer["expires_in"]?.int64 else { return nil }
    return (text, Seconds(life))
}

func huaweiCode(in answer: JSONValue) -> (code: String, message: String)? {
    guard let code = answer["code"]?.string else { return nil }
    return (code, answer["msg"]?.string ?? "")
}

/// HarmonyOS has the same.
let huaweiCodes: [String: MakerCode] = [
    "80000000": MakerCode(.accepted),
    "80100000": MakerCode(.unknown, "the token is of another app, or no longer one"),
    "80300007": MakerCode(.unknown, "the token is of another app, or no longer one"),
    "80200001": MakerCode(.renewed, "the access token is not taken; check the key file"),
    "80200003": MakerCode(.renewed, "the access token has run out"),
    "80100016": MakerCode(.unfit, "Huawei does not take the text"),
    "80100001": MakerCode(.refused, "a parameter is not as Huawei wants it"),
    "80100003": MakerCode(.refused, "the message's structure is not as Huawei wants it"),
    "80300008": MakerCode(.refused, "the push is too long"),
    "80200005": MakerCode(.ailing, "the key file is not the project's"),
    "80300002": MakerCode(.ailing, "the app has no right to send; switch Push Kit on in AppGallery Connect"),
    "80600003": MakerCode(.ailing, "the category or the channel is not approved for the app"),
    "81000001": MakerCode(.ailing, "Huawei has an error of its own"),
]
