import Bytes
import Domain
import JSON
import Security

/// Parcels as signed POSTs. The receiver computes the signature over the timestamp, a dot and the body as they came, and
/// refuses old timestamps; retries have the same `Martlet-Delivery`.
struct WebhookCarrier: Carrier {
    private let webhook: Webhook

    init(_ webhook: Webhook) {
        self.webhook = webhook
    }

    var place: String? { webhook.place.origin }

    func request(for parcel: Parcel, at now: Int64) -> Request {
        let body = encode(parcel)
        let timestamp = "\(now / 1_000)"
        let signed = Array("\(timestamp).".utf8) + body
        let secrets = webhook.secrets
        var headers = [
            "Content-Type: application/json",
            "Martlet-Timestamp: \(timestamp)",
            "Martlet-Signature: \(signature(of: signed, by: secrets.present))",
            "Martlet-Delivery: \(parcel.id)",
        ]
        if let next = secrets.next { headers.append("Martlet-Signature-Next: \(signature(of: signed, by: next))") }
        return Request(url: webhook.place.url, place: webhook.place.origin, headers: headers, body: body)
    }

    private func signature(of bytes: [UInt8], by secret: [UInt8]) -> String {
        let code = bytes.withUnsafeBytes { Signature.hmac($0, secret: secret) }
        return "v1=\(hexadecimal(code))"
    }

    func verdict(on reply: Reply, to request: Request) -> Verdict {
        let reason = String(decoding: reply.body, as: UTF8.self)
        switch reply.status {
        case 200..<300: return Verdict(.accepted)
        case 410: return Verdict(.unregistered(since: nil), reason)
        case 408, 425, 429: return Verdict(.busy, reason)
        // These speak of the URL or the secret, so of every parcel.
        case 401, 403, 404, 405: return Verdict(.ailing, reason)
        case 400..<500: return Verdict(.refused, reason)
        default: return Verdict(.ailing, reason)
        }
    }

    private func encode(_ parcel: Parcel) -> [UInt8] {
        var json = JSONWriter()
        json.object {
            $0.field("user", parcel.user)
            $0.field("token", parcel.token)
            $0.field("text", parcel.text)
            if let badge = parcel.shownBadge { $0.field("badge", badge) }
            $0.field("forced", parcel.forced)
            $0.field("conversation", parcel.conversation)
            $0.field("message", parcel.message)
            $0.field("sentAt", parcel.sentAt)
            $0.field("expiresAt", parcel.expiresAt)
            if let id = parcel.payload.collapseID { $0.field("collapseId", id) }
            $0.payload(of: parcel)
        }
        return Array(json.bytes)
    }
}
