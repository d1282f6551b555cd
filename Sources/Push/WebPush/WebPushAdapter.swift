import Curl
import Domain
import JSON
import Security

/// Pushes as RFC 8030 has them, encrypted by RFC 8291, with the signature of RFC 8292.
struct WebPushAdapter: ProviderAdapter {
    private let webPush: WebPush
    /// The tokens for the push services, by their origins.
    private var tokens: [String: (text: String, renewsAt: Milliseconds)] = [:]

    init(_ webPush: WebPush) {
        self.webPush = webPush
    }

    let origin: String? = nil

    mutating func request(for pushRequest: PushRequest, at now: Milliseconds) throws(Undeliverable) -> ProviderRequest {
        if pushRequest.payload.isSilent { throw .silent }
        let subscription = try PushSubscription(pushRequest.token)
        guard let body = MessageEncryption().encrypt(webPushMessage(of: pushRequest), for: subscription) else {
            throw .badToken("its key is not a point of the curve P-256")
        }
        let endpoint = subscription.endpoint
        return ProviderRequest(
            url: endpoint.url, origin: endpoint.origin,
            headers: [
                "Content-Type: application/octet-stream",
                "Content-Encoding: aes128gcm",
                "Authorization: vapid t=\(token(for: endpoint.origin, at: now)), k=\(webPush.publicKey)",
                "TTL: \(pushRequest.secondsLeft(at: now, upTo: 28 * 86_400))",
                "Urgency: \(pushRequest.replacement == nil ? "high" : "normal")",
                // A second one with the same topic takes the first one's place.
                "Topic: \(pushRequest.topic)",
            ], body: body, mayBePrivate: webPush.allowsPrivateHosts)
    }

    func assessment(on reply: ProviderReply, to request: ProviderRequest) -> Assessment {
        let reason = String(decoding: reply.body, as: UTF8.self)
        switch reply.status {
        case 200..<300: return Assessment(.accepted)
        case 404, 410: return Assessment(.unregistered(since: nil), reason)
        case 408, 425, 429: return Assessment(.busy, reason)
        case 300..<500: return Assessment(.refused, reason)
        default: return Assessment(.ailing, reason)
        }
    }

    private mutating func token(for origin: String, at now: Milliseconds) -> String {
        if let token = tokens[origin], (1...renewal).contains(token.renewsAt - now) { return token.text }
        let text = webPush.signer.sign {
            $0.field("aud", origin)
            // RFC 8292 §2: at most 24 hours from now.
            $0.field("exp", (now + renewal * 2).seconds.rawValue)
            $0.field("sub", webPush.subject)
        }
        if tokens.count >= mostTokens { tokens = [:] }
        tokens[origin] = (text, now + renewal)
        return text
    }
}

private let renewal: Milliseconds = 6 * 3_600 * 1_000
private let mostTokens = 256

/// The message for the app's service worker; the text is shortened if it is too long.
func webPushMessage(of pushRequest: PushRequest) -> [UInt8] {
    fit(pushRequest.content, into: MessageEncryption.longestPlaintext) { content in
        var json = JSONWriter()
        json.object {
            $0.field("text", content == pushRequest.content ? pushRequest.text : content.body)
            content.write(to: &$0)
            if let badge = pushRequest.shownBadge { $0.field("badge", badge) }
            $0.field("forced", pushRequest.forced)
            if let conversation = pushRequest.conversation { $0.field("conversation", conversation) }
            $0.field("message", pushRequest.message)
            if let ticket = pushRequest.ticket { $0.field("ticket", ticket) }
            $0.field("sentAt", pushRequest.sentAt.rawValue)
            if let replacement = pushRequest.replacement { $0.field(replacement.member, true) }
            $0.payload(of: pushRequest)
        }
        return Array(json.bytes)
    }
}

extension JSONWriter {
    /// For the page that shows it: what the sender has said of it.
    mutating func payload(of pushRequest: PushRequest) {
        let payload = pushRequest.payload
        if let sound = payload.sound { field("sound", sound) }
        if let channel = payload.channel { field("channel", channel) }
        if let category = payload.category { field("category", category) }
        if let thread = payload.thread { field("thread", thread) }
        if let image = payload.image { field("image", image) }
        if let level = payload.level { field("level", level.rawValue) }
        if payload.custom != nil { object("custom") { $0.customMembers(of: pushRequest) } }
    }
}
