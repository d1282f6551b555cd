import Curl
import Domain
import JSON
import Security

/// Meizu's phones: Flyme Push's server API.
package struct Meizu: Maker {
    let endpoint: ParsedURL
    private let options: MakerOptions
    private let app: String
    private let secret: String

    /// `key`: JSON with `appId` and `appSecret`.
    package init(key: String, options: MakerOptions) throws(ProviderProblem) {
        endpoint = try ParsedURL(service: options.endpoint)
        self.options = options
        let key = try MakerKey(key)
        app = try key("appId")
        secret = try key("appSecret")
    }

    func request(
        for pushRequest: PushRequest, token: String, at now: Milliseconds
    ) throws(Undeliverable) -> ProviderRequest {
        // That would be several.
        guard !pushRequest.token.utf8.contains(UInt8(ascii: ",")) else { throw .badToken("it has a comma") }
        var form = Form()
        form.add("appId", app)
        form.add("pushIds", pushRequest.token)
        form.add("messageJson", message(of: pushRequest, at: now))
        form.add("sign", meizuSignature(of: form.fields, secret: secret))
        return ProviderRequest(
            url: "\(endpoint.origin)/garcia/api/server/push/varnished/pushByPushId", origin: endpoint.origin,
            headers: [Form.contentType], body: form.body)
    }

    private func message(of pushRequest: PushRequest, at now: Milliseconds) -> String {
        var json = JSONWriter()
        json.object {
            $0.object("noticeBarInfo") {
                // 0: for many, 1: for one; Meizu's own is 0.
                if let kind = Int(options.category(of: pushRequest.pushClass)) { $0.field("noticeMsgType", kind) }
                // 32 and 100 characters.
                $0.field("title", cut(options.title(of: pushRequest.content), to: 32, by: utf16Count))
                $0.field("content", cut(pushRequest.content.body, to: 100, by: utf16Count))
            }
            $0.object("clickTypeInfo") {
                writeClick(to: &$0)
                pushRequest.writeAppData("parameters", to: &$0)
            }
            $0.object("pushTimeInfo") {
                $0.field("offLine", 1)
                $0.field("validTime", hours(for: pushRequest, at: now))
            }
            $0.object("advanceInfo") {
                if pushRequest.level == .passive {
                    $0.object("notificationType") {
                        $0.field("vibrate", 0)
                        $0.field("lights", 0)
                        $0.field("sound", 0)
                    }
                }
                $0.field("notifyKey", notifyKey(of: pushRequest))
            }
            if let (url, ticket) = options.callback(of: pushRequest, from: .meizu) {
                $0.object("extra") {
                    $0.field("callback", url)
                    $0.field("callback.param", ticket)
                    // 1: delivered, 2: opened, 3: both.
                    $0.field("callback.type", "3")
                }
            }
        }
        return json.text
    }

    private func writeClick(to json: inout JSONWriter) {
        let intent = options.clickIntent
        // 0: the app, 1: an activity by the name of its class, 2: a URI.
        if intent.isEmpty {
            json.field("clickType", 0)
        } else if intent.contains(":") {
            json.field("clickType", 2)
            json.field("url", intent)
        } else {
            json.field("clickType", 1)
            json.field("activity", intent)
        }
    }

    /// The whole hours that hold the push's life, of which Meizu takes 1 to 72.
    private func hours(for pushRequest: PushRequest, at now: Milliseconds) -> Int64 {
        max(1, (pushRequest.secondsLeft(at: now, upTo: 72 * 3_600) + 3_599) / 3_600)
    }

    /// The answer has those tokens alone that got no push, as `{"110002": ["token"]}` or, in some clients,
    /// `{"token": ["110002"]}`; and this is the value, or stands in it as `respTarget`.
    func code(in answer: JSONValue) -> (code: String, message: String)? {
        guard let code = answer["code"]?.codeText else { return nil }
        let message = answer["message"]?.string ?? ""
        let value = answer["value"]
        guard code == "200", let members = (value?["respTarget"] ?? value)?.members else { return (code, message) }
        for (name, value) in members where name.keyText != "msgId" {
            let texts = value.elements?.compactMap(\.codeText) ?? [value.codeText].compactMap { $0 }
            guard let text = texts.first else { continue }
            let code = Int(name.keyText) == nil ? text : name.keyText
            return (tokenCodes[code] ?? code, message)
        }
        return (code, message)
    }

    static let codes: [String: MakerCode] = [
        "200": MakerCode(.accepted),
        // Folded: the device has got five in a minute, and shows them as one.
        "520": MakerCode(.accepted),
        "110002": MakerCode(.unknown, "the pushId is of another app, or no longer one"),
        "110003": MakerCode(.unknown, "the pushId is of another app, or no longer one"),
        "switchedOff": MakerCode(.refused, "the user has switched the app's notifications off"),
        "deviceQuota": MakerCode(.refused, "the device has got as many as Meizu allows a day; set the class to 1"),
        "1003": MakerCode(.busy, "Meizu is busy"),
        "110010": MakerCode(.busy, "Meizu wants fewer requests a second"),
        "518": MakerCode(.busy, "Meizu wants fewer requests a second"),
        "519": MakerCode(.busy, "Meizu is busy"),
        "501": MakerCode(.busy, "Meizu could not send it"),
        "513": MakerCode(.busy, "Meizu could not send it"),
        "1005": MakerCode(.refused, "a parameter is not as Meizu wants it"),
        "110004": MakerCode(.refused, "a parameter is missing"),
        "500": MakerCode(.ailing, "Meizu has an error of its own"),
        "1001": MakerCode(.ailing, "Meizu has an error of its own"),
        "1006": MakerCode(.ailing, "the key file's `appSecret` is not the app's"),
        "110000": MakerCode(.ailing, "the key file's `appId` is not the app's"),
        "110001": MakerCode(.ailing, "Meizu does not know the app's key"),
        "110009": MakerCode(.ailing, "Meizu has blocked the app; ask Meizu why"),
    ]
}

/// Codes that mean something else when they are one token's.
private let tokenCodes = ["110010": "switchedOff", "110011": "deviceQuota"]

/// Of two with the same one, a device shows the later alone. Eight characters at most.
private func notifyKey(of pushRequest: PushRequest) -> String {
    hexadecimal(withUnsafeBytes(of: UInt32(pushRequest.notifyID).bigEndian) { Array($0) })
}

/// MD5 of the fields as `name=value`, in the order of their names, and the secret, in hexadecimal.
func meizuSignature(of fields: [(name: String, value: String)], secret: String) -> String {
    let text = fields.sorted { $0.name < $1.name }.map { "\($0.name)=\($0.value)" }.joined()
    return hexadecimal(Digest.md5(text + secret))
}
