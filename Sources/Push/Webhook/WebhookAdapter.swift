import Bytes
import Curl
import Domain
import JSON
import Security

/// Pushes as signed POSTs. The receiver computes the signature over the timestamp, a dot and the body as they came, and
/// refuses old timestamps; retries have the same `Martlet-Delivery`.
struct WebhookAdapter: ProviderAdapter {
    private let webhook: Webhook

    init(_ webhook: Webhook) {
        self.webhook = webhook
    }

    var origin: String? { webhook.endpoint.origin }

    func request(for pushRequest: PushRequest, at now: Milliseconds) -> ProviderRequest {
        let body = encode(pushRequest)
        let timestamp = "\(now.seconds)"
        let signed = Array("\(timestamp).".utf8) + body
        let secrets = webhook.secrets
        var headers = [
            "Content-Type: application/json",
            "Martlet-Timestamp: \(timestamp)",
            "Martlet-Signature: \(signature(of: signed, by: secrets.present))",
            "Martlet-Delivery: \(pushRequest.id)",
        ]
        if let next = secrets.next { headers.append("Martlet-Signature-Next: \(signature(of: signed, by: next))") }
        // The same as Standard Webhooks has it, for receivers that use its libraries.
        headers += WebhookSecrets(keys: [secrets.present] + (secrets.next.map { [$0] } ?? [])).headers(
            id: "push_\(pushRequest.id)", timestamp: now.seconds.rawValue, body: body)
        headers += pushRequest.traceHeaders
        return ProviderRequest(url: webhook.endpoint.url, origin: webhook.endpoint.origin, headers: headers, body: body)
    }

    private func signature(of bytes: [UInt8], by secret: [UInt8]) -> String {
        let code = bytes.withUnsafeBytes { Signature.hmac($0, secret: secret) }
        return "v1=\(hexadecimal(code))"
    }

    func assessment(on reply: ProviderReply, to request: ProviderRequest) -> Assessment {
        let reason = String(decoding: reply.body, as: UTF8.self)
        switch reply.status {
        case 200..<300: return Assessment(.accepted)
        case 410: return Assessment(.unregistered(since: nil), reason)
        case 408, 425, 429: return Assessment(.busy, reason)
        // These speak of the URL or the secret, so of every push.
        case 401, 403, 404, 405: return Assessment(.ailing, reason)
        case 400..<500: return Assessment(.refused, reason)
        default: return Assessment(.ailing, reason)
        }
    }

    private func encode(_ pushRequest: PushRequest) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.field("user", pushRequest.user)
            $0.field("token", pushRequest.token)
            $0.field("text", pushRequest.text)
            pushRequest.content.write(to: &$0)
            $0.field("class", pushRequest.pushClass.rawValue)
            if let badge = pushRequest.shownBadge { $0.field("badge", badge) }
            $0.field("forced", pushRequest.forced)
            if let conversation = pushRequest.conversation { $0.field("conversation", conversation) }
            $0.field("message", pushRequest.message)
            if let ticket = pushRequest.ticket { $0.field("ticket", ticket) }
            $0.field("sentAt", pushRequest.sentAt.rawValue)
            $0.field("expiresAt", pushRequest.expiresAt.rawValue)
            if let replacement = pushRequest.replacement { $0.field(replacement.member, true) }
            if pushRequest.payload.isSilent { $0.field("silent", true) }
            if let id = pushRequest.payload.collapseID { $0.field("collapseId", id) }
            $0.payload(of: pushRequest)
        }
        return Array(json.bytes)
    }
}
