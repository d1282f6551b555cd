import Curl
import Domain
import JSON
import Security

/// OPPO's, OnePlus's and realme's phones: OPPO Push's server API.
package struct Oppo: Maker {
    let endpoint: ParsedURL
    private let options: MakerOptions
    private let key: String
    private let secret: String

    /// `key`: JSON with `appKey` and `masterSecret`.
    package init(key: String, options: MakerOptions) throws(ProviderProblem) {
        endpoint = try ParsedURL(service: options.endpoint)
        self.options = options
        let file = try MakerKey(key)
        self.key = try file("appKey")
        secret = try file("masterSecret")
    }

    func tokenRequest(at now: Milliseconds) -> ProviderRequest? {
        var form = Form()
        form.add("app_key", key)
        form.add("timestamp", "\(now.rawValue)")
        form.add("sign", oppoSignature(key: key, secret: secret, at: now))
        return ProviderRequest(
            url: "\(endpoint.origin)/server/v1/auth", origin: endpoint.origin, headers: [Form.contentType],
            body: form.body)
    }

    func token(in answer: JSONValue) -> (text: String, life: Seconds)? {
        guard answer["code"]?.codeText == "0", let text = answer["data"]?["auth_token"]?.string else { return nil }
        return (text, 86_400)
    }

    func request(for pushRequest: PushRequest, token: String, at now: Milliseconds) -> ProviderRequest {
        var form = Form()
        form.add("auth_token", token)
        form.add("message", message(of: pushRequest, at: now))
        return ProviderRequest(
            url: "\(endpoint.origin)/server/v1/message/notification/unicast", origin: endpoint.origin,
            headers: [Form.contentType], body: form.body)
    }

    private func message(of pushRequest: PushRequest, at now: Milliseconds) -> String {
        var json = JSONWriter()
        json.object {
            // 2: the token of one device.
            $0.field("target_type", 2)
            $0.field("target_value", pushRequest.token)
            $0.object("notification") { write(pushRequest, to: &$0, at: now) }
        }
        return json.text
    }

    private func write(_ pushRequest: PushRequest, to json: inout JSONWriter, at now: Milliseconds) {
        // One device gets a push with the same id once.
        json.field("app_message_id", "\(pushRequest.id)")
        // 50 characters each; a Chinese one and an emoji count as one.
        let (title, body) = (
            cut(options.title(of: pushRequest.content), to: 50), cut(pushRequest.content.body, to: 50)
        )
        json.field("title", title)
        json.field("content", body)
        writeClick(to: &json)
        json.field("action_parameters", pushRequest.appData)
        json.field("off_line", true)
        json.field("off_line_ttl", max(1, pushRequest.secondsLeft(at: now, upTo: 10 * 86_400)))
        let channel = options.channel(of: pushRequest)
        if !channel.isEmpty { json.field("channel_id", channel) }
        let template = options.template(of: pushRequest.pushClass)
        if !template.isEmpty {
            // The texts that stand for $title$ and $content$ in a text that OPPO has approved.
            json.field("private_msg_template_id", template)
            json.object("private_title_parameters") { $0.field("title", title) }
            json.object("private_content_parameters") { $0.field("content", body) }
        }
        let category = options.category(of: pushRequest.pushClass)
        if !category.isEmpty { json.field("category", category) }
        // 1: in the list alone, 2: on the locked screen, too. Only with a category; OPPO itself chooses for marketing.
        if !category.isEmpty, pushRequest.pushClass != .promotion {
            json.field("notify_level", pushRequest.level == .passive ? 1 : 2)
        }
        json.field("notify_id", pushRequest.notifyID)
        // Documents have 50 and 100 as the longest text, and OPPO's own library takes no more than 50.
        if let (url, ticket) = options.callback(of: pushRequest, from: .oppo, upTo: 50) {
            json.field("call_back_url", url)
            json.field("call_back_parameter", ticket)
        }
    }

    private func writeClick(to json: inout JSONWriter) {
        let intent = options.clickIntent
        // 0: the app, 4: an activity by the name of its class, 5: an intent as a URL.
        if intent.isEmpty {
            json.field("click_action_type", 0)
        } else if intent.contains(":") {
            json.field("click_action_type", 5)
            json.field("click_action_url", intent)
        } else {
            json.field("click_action_type", 4)
            json.field("click_action_activity", intent)
        }
    }

    func code(in answer: JSONValue) -> (code: String, message: String)? {
        guard let code = answer["code"]?.codeText else { return nil }
        return (code, answer["message"]?.string ?? "")
    }

    static let codes: [String: MakerCode] = [
        "0": MakerCode(.accepted),
        "10000": MakerCode(.unknown, "the registration id is of another app, or no longer one"),
        "11": MakerCode(.renewed, "the access token is not taken"),
        "29": MakerCode(.renewed, "the access token has run out"),
        "-2": MakerCode(.busy, "OPPO wants fewer requests a second"),
        "13": MakerCode(.busy, "OPPO wants fewer requests a second"),
        "55": MakerCode(.busy, "OPPO wants fewer requests a second"),
        "33": MakerCode(.exhausted, "the day's quota is spent; apply for more at OPPO"),
        "40": MakerCode(.refused, "a parameter is missing"),
        "41": MakerCode(.refused, "a parameter is not as OPPO wants it"),
        "59": MakerCode(.refused, "OPPO does not take the push"),
        "-1": MakerCode(.ailing, "OPPO has an error of its own"),
        "14": MakerCode(.ailing, "the key file's `appKey` is not the app's"),
        "15": MakerCode(.ailing, "the key file's `appKey` is missing"),
        "16": MakerCode(.ailing, "the key file's `masterSecret` is not the app's"),
        "17": MakerCode(.ailing, "the signature is missing"),
        "18": MakerCode(.ailing, "the signature's time is missing"),
        "19": MakerCode(.ailing, "this host's clock is wrong"),
        "26": MakerCode(.ailing, "the app has no right to send; switch the service on in OPPO's console"),
        "27": MakerCode(.ailing, "the app has no right to send; switch the service on in OPPO's console"),
        "28": MakerCode(.ailing, "the app has no right to send; look into OPPO's console"),
        "30": MakerCode(.ailing, "the app has no right to send; look into OPPO's console"),
        "54": MakerCode(.ailing, "the category wants a template; choose another one in `classes`"),
        "67": MakerCode(.ailing, "the category is not approved for the app; apply for it at OPPO"),
    ]
}

/// SHA-256 of key, milliseconds since 1970 and secret, in hexadecimal.
func oppoSignature(key: String, secret: String, at now: Milliseconds) -> String {
    hexadecimal(Digest.sha256("\(key)\(now.rawValue)\(secret)"))
}
