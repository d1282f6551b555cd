import Curl
import Domain
import JSON

/// Xiaomi's phones: MiPush's HTTP API, version 3.
package struct Xiaomi: Maker {
    let endpoint: ParsedURL
    private let options: MakerOptions
    private let secret: String
    private let package: String

    /// `key`: JSON with `appSecret` and `packageName`.
    package init(key: String, options: MakerOptions) throws(ProviderProblem) {
        endpoint = try ParsedURL(service: options.endpoint)
        self.options = options
        let key = try MakerKey(key)
        secret = try key("appSecret")
        package = try key("packageName")
    }

    func request(
        for pushRequest: PushRequest, token: String, at now: Milliseconds
    ) throws(Undeliverable) -> ProviderRequest {
        // That would be several.
        guard !pushRequest.token.utf8.contains(UInt8(ascii: ",")) else { throw .badToken("it has a comma") }
        let headers = [Form.contentType, "Authorization: key=\(secret)"]
        guard pushRequest.takesAway else {
            return ProviderRequest(
                url: "\(endpoint.origin)/v3/message/regid", origin: endpoint.origin, headers: headers,
                body: form(of: pushRequest, at: now).body)
        }
        var form = Form()
        form.add("registration_ids", pushRequest.token)
        form.add("restricted_package_name", package)
        form.add("notify_id", "\(pushRequest.notifyID)")
        return ProviderRequest(
            url: "\(endpoint.origin)/v1/message/regid/revoke", origin: endpoint.origin, headers: headers,
            body: form.body)
    }

    private func form(of pushRequest: PushRequest, at now: Milliseconds) -> Form {
        var form = Form()
        form.add("registration_id", pushRequest.token)
        form.add("restricted_package_name", package)
        // Fewer than 50 and 128 characters; a Chinese one counts as one.
        form.add("title", cut(options.title(of: pushRequest.content), to: 49, by: utf16Count))
        form.add("description", cut(pushRequest.content.body, to: 127, by: utf16Count))
        let template = options.template(of: pushRequest.pushClass)
        if !template.isEmpty {
            // The texts that stand for title and content in a text that Xiaomi has approved.
            form.add("extra.template_id", template)
            var parameters = JSONWriter()
            parameters.object {
                $0.field("title", withoutEmoji(options.title(of: pushRequest.content), or: options.title))
                $0.field("content", withoutEmoji(pushRequest.content.body, or: pushRequest.plain.body))
            }
            form.add("extra.template_param", parameters.text)
        }
        form.add("payload", pushRequest.appData)
        // A notification.
        form.add("pass_through", "0")
        // -1: all that the phone has, 4: the light alone.
        form.add("notify_type", pushRequest.level == .passive ? "4" : "-1")
        form.add("notify_id", "\(pushRequest.notifyID)")
        form.add("time_to_live", "\(max(1, pushRequest.secondsLeft(at: now, upTo: 10 * 86_400)) * 1_000)")
        let channel = options.channel(of: pushRequest)
        if !channel.isEmpty { form.add("extra.channel_id", channel) }
        // 1: the app, 2: an intent.
        form.add("extra.notify_effect", options.clickIntent.isEmpty ? "1" : "2")
        if !options.clickIntent.isEmpty { form.add("extra.intent_uri", options.clickIntent) }
        if let (url, ticket) = options.callback(of: pushRequest, from: .xiaomi) {
            form.add("extra.callback", url)
            form.add("extra.callback.param", ticket)
            // The sum of what is told: 1 delivered, 2 opened, 16 the regId is dead, 32, 64 and 128 not shown.
            form.add("extra.callback.type", "243")
        }
        return form
    }

    /// A dead token is told of in two ways: as a failure without a target, and beside a code of success.
    func code(in answer: JSONValue) -> (code: String, message: String)? {
        guard let code = answer["code"]?.codeText else { return nil }
        let reason = answer["reason"]?.string ?? answer["description"]?.string ?? ""
        let bad = answer["data"]?["bad_regids"]?.string ?? ""
        let isDead = !bad.isEmpty || code == "20301" && reason.lowercased().contains("no valid target")
        return (isDead ? "deadToken" : code, reason)
    }

    static let codes: [String: MakerCode] = [
        "0": MakerCode(.accepted),
        "deadToken": MakerCode(.unknown, "the regId is of another app, or no longer one"),
        "10029": MakerCode(.unknown, "the regId is of another app, or no longer one"),
        "200001": MakerCode(.exhausted, "the day's quota is spent; apply for more at Xiaomi"),
        "10034": MakerCode(.exhausted, "the day's quota is spent; apply for more at Xiaomi"),
        "200002": MakerCode(.busy, "Xiaomi wants fewer requests a second"),
        "10027": MakerCode(.busy, "Xiaomi wants fewer requests a second"),
        "1": MakerCode(.busy, "Xiaomi has an error of its own"),
        "10002": MakerCode(.busy, "Xiaomi is busy"),
        "10003": MakerCode(.busy, "Xiaomi has an error of its own"),
        "20301": MakerCode(.busy, "Xiaomi could not send it"),
        "10008": MakerCode(.refused, "a parameter is not as Xiaomi wants it"),
        "10017": MakerCode(.refused, "a parameter is not as Xiaomi wants it"),
        "65009": MakerCode(.refused, "the push is too long"),
        "21301": MakerCode(.ailing, "the key file's `appSecret` is not the app's"),
        "21302": MakerCode(.ailing, "the key file's `appSecret` is not the app's"),
        "22000": MakerCode(.ailing, "Xiaomi does not know the app"),
        "22006": MakerCode(.ailing, "Xiaomi does not know the app"),
        "22007": MakerCode(.ailing, "Xiaomi does not know the app"),
        "22022": MakerCode(.ailing, "the key file's `packageName` is not the app's"),
        "27001": MakerCode(.ailing, "Xiaomi does not know the channel for the app; correct it in `classes`"),
    ]
}

/// Xiaomi takes no emoji in what stands for a template's variable, and 1 to 128 characters.
private func withoutEmoji(_ text: String, or other: String) -> String {
    let rest = text.filter { character in
        !character.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.value == 0xFE0F }
    }
    let isBlank = rest.allSatisfy(\.isWhitespace)
    return cut(isBlank ? other : rest, to: 127, by: utf16Count)
}
