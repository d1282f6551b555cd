import Curl
import Domain
import JSON
import Security

/// vivo's phones: vivo Push's server API.
package struct Vivo: Maker {
    let endpoint: ParsedURL
    private let options: MakerOptions
    private let app: String
    private let key: String
    private let secret: String

    /// `key`: JSON with `appId`, `appKey` and `appSecret`.
    package init(key: String, options: MakerOptions) throws(ProviderProblem) {
        endpoint = try ParsedURL(service: options.endpoint)
        self.options = options
        let file = try MakerKey(key)
        app = try file("appId")
        self.key = try file("appKey")
        secret = try file("appSecret")
    }

    func tokenRequest(at now: Milliseconds) -> ProviderRequest? {
        var json = JSONWriter()
        json.object {
            $0.field("appId", app)
            $0.field("appKey", key)
            $0.field("timestamp", now.rawValue)
            $0.field("sign", vivoSignature(app: app, key: key, secret: secret, at: now))
        }
        return ProviderRequest(
            url: "\(endpoint.origin)/message/auth", origin: endpoint.origin,
            headers: ["Content-Type: application/json"], body: Array(json.bytes))
    }

    func token(in answer: JSONValue) -> (text: String, life: Seconds)? {
        guard answer["result"]?.codeText == "0", let text = answer["authToken"]?.string else { return nil }
        return (text, 86_400)
    }

    func request(for pushRequest: PushRequest, token: String, at now: Milliseconds) -> ProviderRequest {
        var json = JSONWriter()
        json.object { write(pushRequest, to: &$0, at: now) }
        return ProviderRequest(
            url: "\(endpoint.origin)/message/send", origin: endpoint.origin,
            headers: ["Content-Type: application/json", "authToken: \(token)"], body: Array(json.bytes))
    }

    private func write(_ pushRequest: PushRequest, to json: inout JSONWriter, at now: Milliseconds) {
        json.field("appId", app)
        json.field("regId", pushRequest.token)
        // 1: neither rings nor vibrates, 4: both.
        json.field("notifyType", pushRequest.level == .passive ? 1 : 4)
        // 40 and 100 characters; the documents of today count a Chinese one as one, those of 2020 as two.
        json.field("title", cut(options.title(of: pushRequest.content), to: 40, by: utf16Count))
        json.field("content", cut(pushRequest.content.body, to: 100, by: utf16Count))
        json.field("timeToLive", max(60, pushRequest.secondsLeft(at: now, upTo: 86_400)))
        // 1: the app, 4: an intent.
        json.field("skipType", options.clickIntent.isEmpty ? 1 : 4)
        if !options.clickIntent.isEmpty { json.field("skipContent", options.clickIntent) }
        // The category says the class; a class that is not the category's would be refused.
        let category = options.category(of: pushRequest.pushClass)
        if category.isEmpty {
            json.field("classification", pushRequest.pushClass == .promotion ? 0 : 1)
        } else {
            json.field("category", category)
        }
        json.object("clientCustomMap") {
            for (name, value) in customTexts(of: pushRequest) {
                $0.key(text: name)
                $0.value(value)
            }
        }
        // At most 64 characters. A push that is sent again with another text is another one.
        json.field("requestId", "\(pushRequest.id)\(pushRequest.content == pushRequest.plain ? "-plain" : "")")
        json.field("pushMode", options.isTest ? 1 : 0)
        json.field("notifyId", pushRequest.notifyID)
        if let (url, ticket) = options.callback(of: pushRequest, from: .vivo) {
            json.object("extra") {
                $0.field("callback", url)
                $0.field("callback.param", ticket)
            }
        }
    }

    /// A device that gets no push is told of beside the code.
    func code(in answer: JSONValue) -> (code: String, message: String)? {
        guard let code = answer["result"]?.codeText else { return nil }
        let message = answer["desc"]?.string ?? ""
        switch answer["invalidUser"]?["status"]?.codeText {
        case "1", "2": return ("10302", message)
        case "4": return ("notTester", message)
        default: return (code, message)
        }
    }

    static let codes: [String: MakerCode] = [
        "0": MakerCode(.accepted),
        "10302": MakerCode(.unknown, "the regId is of another app, or no longer one"),
        "notTester": MakerCode(.refused, "the device is not one of the app's test devices; add it in vivo's console"),
        "10000": MakerCode(.renewed, "the access token is not taken"),
        "10072": MakerCode(.busy, "vivo wants fewer requests a second"),
        "10252": MakerCode(.busy, "vivo wants fewer requests a second"),
        "10070": MakerCode(.exhausted, "the day's quota is spent; vivo punishes those who ask on"),
        // One client says that it is the device's quota: the app's others must not wait for it.
        "10073": MakerCode(.refused, "the day's quota is spent, of the device or of the app"),
        "10071": MakerCode(.refused, "vivo takes no such push at this time of day"),
        "10058": MakerCode(.refused, "the text is too long"),
        "10085": MakerCode(.unfit, "vivo does not take the text"),
        "10104": MakerCode(.unfit, "vivo takes the text for a test's"),
        "10094": MakerCode(.ailing, "the key file's `appId` is not the access token's"),
        "10096": MakerCode(.ailing, "vivo does not know the category; correct it in `classes`"),
        "10097": MakerCode(.ailing, "the category is not of the class; correct it in `classes`"),
    ]
}

/// vivo takes texts alone: at most ten, and 1,024 characters with their names. If there are more, the sender's own are left out.
private func customTexts(of pushRequest: PushRequest) -> [(name: String, value: String)] {
    var texts = [("message", pushRequest.message)]
    if let conversation = pushRequest.conversation { texts.append(("conversation", conversation)) }
    if let ticket = pushRequest.ticket { texts.append(("ticket", ticket)) }
    if let replacement = pushRequest.replacement { texts.append(("\(replacement.member)", "true")) }
    let needed = texts
    pushRequest.writeCustomMembers(besideTicket: true) { name, value in
        texts.append((name, value.string ?? String(decoding: value.raw, as: UTF8.self)))
    }
    let length = texts.reduce(0) { $0 + utf16Count($1.0) + utf16Count($1.1) }
    return texts.count > 10 || length > 1_024 ? needed : texts
}

/// MD5 of the app, its key, milliseconds since 1970 and the secret, in hexadecimal.
func vivoSignature(app: String, key: String, secret: String, at now: Milliseconds) -> String {
    hexadecimal(Digest.md5("\(app)\(key)\(now.rawValue)\(secret)"))
}
