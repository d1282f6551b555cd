import Bytes
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
        let code = (Array("\(timestamp).".utf8) + body).withUnsafeBytes {
            Signature.hmac($0, secret: webhook.secret)
        }
        return Request(
            url: webhook.place.url, place: webhook.place.origin,
            headers: [
                "Content-Type: application/json",
                "Martlet-Timestamp: \(timestamp)",
                "Martlet-Signature: v1=\(hexadecimal(code))",
                "Martlet-Delivery: \(parcel.id)",
            ], body: body)
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
            $0.field("badge", parcel.badge)
            $0.field("forced", parcel.forced)
            $0.field("conversation", parcel.conversation)
            $0.field("message", parcel.message)
            $0.field("sentAt", parcel.sentAt)
            $0.field("expiresAt", parcel.expiresAt)
        }
        return Array(json.bytes)
    }
}
