import Curl
import Domain
import JSON
import Security

/// Phones with HarmonyOS NEXT: Push Kit's REST API, version 3.
package struct Harmony: Maker {
    let endpoint: ParsedURL
    private let options: MakerOptions
    private let project: String
    private let account: String
    private let signer: TokenSigner
    /// The app, as revocations name it; nil: a push whose message is gone is replaced.
    private let client: String?
    let receiptSecret: ReceiptSecret?

    /// `key`: the service account's JSON, with `project_id`, `key_id`, `sub_account` and `private_key`; for revocations
    /// with `client_id`, and for receipts with `receiptUser` and `receiptSecret`, too.
    package init(key: String, options: MakerOptions) throws(ProviderProblem) {
        endpoint = try ParsedURL(service: options.endpoint)
        self.options = options
        receiptSecret = try ReceiptSecret(in: key)
        let key = try MakerKey(key)
        project = try key.segment("project_id")
        account = try key("sub_account")
        client = try key.optional("client_id") == nil ? nil : key.segment("client_id")
        let (pem, id) = (try key.pem("private_key"), try key("key_id"))
        do {
            signer = try TokenSigner(privateKey: pem, .rs256, isPSS: true, id: id)
        } catch {
            throw .key(error)
        }
    }

    func ownToken(at now: Milliseconds) -> (text: String, life: Seconds)? {
        let token = signer.sign {
            $0.field("iss", account)
            $0.field("aud", "https://oauth-login.cloud.huawei.com/oauth2/v3/token")
            $0.field("iat", now.seconds.rawValue)
            $0.field("exp", (now.seconds + tokenLife).rawValue)
        }
        return (token, tokenLife)
    }

    func request(for pushRequest: PushRequest, token: String, at now: Milliseconds) -> ProviderRequest {
        let headers = [
            "Content-Type: application/json",
            "Authorization: Bearer \(token)",
            // 0: a notification.
            "push-type: 0",
        ]
        guard pushRequest.takesAway, let client else {
            return ProviderRequest(
                url: "\(endpoint.origin)/v3/\(project)/messages:send", origin: endpoint.origin, headers: headers,
                body: body(of: pushRequest, at: now))
        }
        var json = JSONWriter()
        json.object {
            $0.field("notifyId", pushRequest.notifyID)
            $0.array("token") { $0.value(pushRequest.token) }
        }
        return ProviderRequest(
            url: "\(endpoint.origin)/v1/\(client)/messages:revoke", origin: endpoint.origin, headers: headers,
            body: Array(json.bytes))
    }

    private func body(of pushRequest: PushRequest, at now: Milliseconds) -> [UInt8] {
        // The limit is the message's, and the token none of it.
        fit(pushRequest.content, into: 4_096 + pushRequest.token.utf8.count) { content in
            var json = JSONWriter()
            json.object {
                $0.object("payload") {
                    $0.object("notification") { write(pushRequest, content, to: &$0) }
                }
                $0.object("target") {
                    $0.array("token") { $0.value(pushRequest.token) }
                }
                $0.object("pushOptions") {
                    $0.field("ttl", max(1, pushRequest.secondsLeft(at: now, upTo: 15 * 86_400)))
                    // Comes back in receipts, whose address AppGallery Connect has.
                    if let ticket = pushRequest.ticket { $0.field("biTag", ticket) }
                    $0.field("testMessage", options.isTest)
                }
            }
            return Array(json.bytes)
        }
    }

    private func write(_ pushRequest: PushRequest, _ content: PushContent, to json: inout JSONWriter) {
        let category = options.category(of: pushRequest.pushClass)
        // Each push has to have one, and this one needs no right.
        json.field("category", category.isEmpty ? "MARKETING" : category)
        json.field("title", options.title(of: content))
        json.field("body", content.body)
        if let image = pushRequest.payload.image { json.field("image", image) }
        json.object("clickAction") {
            // 0: the app's first page, 1: the page that knows this action.
            $0.field("actionType", options.clickIntent.isEmpty ? 0 : 1)
            if !options.clickIntent.isEmpty { $0.field("action", options.clickIntent) }
            pushRequest.writeAppData("data", to: &$0)
        }
        if let badge = pushRequest.shownBadge {
            json.object("badge") { $0.field("setNum", min(badge, 99)) }
        }
        json.field("notifyId", pushRequest.notifyID)
    }

    /// The answer names each token that got no push with the reason, and some reasons are not the token's.
    func code(in answer: JSONValue) -> (code: String, message: String)? {
        guard let (code, message) = huaweiCode(in: answer) else { return nil }
        let tokens = (try? JSONDocument().parse(message))?["illegalTokens"]
        let isAboutApp = tokens?.members?.contains { appReasons.contains($0.0.keyText) } ?? false
        return (isAboutApp ? "app" : code, message)
    }

    static let codes = huaweiCodes.merging([
        "app": MakerCode(.ailing, "the app may not send this; look up the reason in AppGallery Connect"),
        "80200005": MakerCode(.renewed, "the access token has run out; check this host's clock"),
    ]) { $1 }
}

private let tokenLife: Seconds = 3_600

private let appReasons: Set<String> = [
    "noPushTypeRight", "atomicUnableSendUnsubscribedMsg", "countryNotSupport", "appinfoError",
    "disableSendHuaweiMsgBecauseOfPenalty", "differentImgVerifyPolicy", "noRightToSendThisLiveNotificationEvent",
]
