import Curl
import Domain
import JSON

/// Pushes as FCM's HTTP v1 API has them.
struct FCMAdapter: ProviderAdapter {
    private let fcm: FCM
    private var token: AccessToken
    /// The number of the present token.
    private var number = 0

    init(_ fcm: FCM) {
        self.fcm = fcm
        token = AccessToken(fcm)
    }

    /// The server that gives tokens counts as the same: without it, pushes fare no better.
    var origin: String? { fcm.endpoint.origin }

    func tokenRefresh(at now: Milliseconds) -> ProviderRequest? {
        token.request(at: now, for: fcm.endpoint.origin)
    }

    mutating func assessment(onRefresh reply: ProviderReply, at now: Milliseconds) -> Assessment {
        if token.take(reply, at: now) {
            number += 1
            return Assessment(.accepted)
        }
        return Assessment(.ailing, "no access token: \(String(decoding: reply.body, as: UTF8.self))")
    }

    func request(for pushRequest: PushRequest, at now: Milliseconds) throws(Undeliverable) -> ProviderRequest {
        ProviderRequest(
            url: "\(fcm.endpoint.origin)/v1/projects/\(fcm.project)/messages:send", origin: fcm.endpoint.origin,
            headers: ["Content-Type: application/json", "Authorization: Bearer \(token.text)"],
            body: fcmMessage(of: pushRequest, at: now), credential: number)
    }

    mutating func assessment(on reply: ProviderReply, to request: ProviderRequest) -> Assessment {
        if reply.status == 200 { return Assessment(.accepted) }
        let error = FCMError(reply.body)
        switch (reply.status, error.code) {
        case (404, "UNREGISTERED"), (403, "SENDER_ID_MISMATCH"):
            return Assessment(.unregistered(since: nil), error.description)
        case (400, _) where error.isAboutToken: return Assessment(.unregistered(since: nil), error.description)
        case (401, "UNAUTHENTICATED"), (401, ""):
            if request.credential == number { token.discard() }
            return Assessment(.renewed, error.description)
        case (429, _): return Assessment(.busy, error.description)
        // APNs or the browser's service does not take Firebase for whom it is: so it is for such devices alone.
        case (401, "THIRD_PARTY_AUTH_ERROR"): return Assessment(.busy, error.description)
        case (400, _), (413, _): return Assessment(.refused, error.description)
        default: return Assessment(.ailing, error.description)
        }
    }
}

/// At most 4,096 bytes, the text shortened if need be.
func fcmMessage(of pushRequest: PushRequest, at now: Milliseconds) -> [UInt8] {
    // The limit is the payload's, and the token none of it.
    fit(pushRequest.text, into: 4_096 + pushRequest.token.utf8.count) { text in
        var json = JSONWriter()
        json.object {
            $0.object("message") {
                $0.field("token", pushRequest.token)
                $0.object("notification") { $0.field("body", text) }
                $0.object("data") {
                    if let conversation = pushRequest.conversation { $0.field("conversation", conversation) }
                    $0.field("message", pushRequest.message)
                    if let badge = pushRequest.shownBadge { $0.field("badge", "\(badge)") }
                    $0.field("forced", "\(pushRequest.forced)")
                    if let replacement = pushRequest.replacement { $0.field(replacement.member, "true") }
                    write(customTextsOf: pushRequest, to: &$0)
                }
                $0.object("android") {
                    $0.field("priority", "HIGH")
                    $0.field("ttl", "\(pushRequest.secondsLeft(at: now, upTo: 28 * 86_400))s")
                    // A second one with the same tag takes the first one's place.
                    $0.object("notification") {
                        $0.field("tag", pushRequest.collapseID(upTo: 64))
                        if pushRequest.replacement != nil { $0.field("notification_priority", "PRIORITY_LOW") }
                        if let badge = pushRequest.shownBadge { $0.field("notification_count", badge) }
                        if let sound = pushRequest.payload.sound, !sound.isEmpty { $0.field("sound", sound) }
                        if let channel = pushRequest.payload.channel { $0.field("channel_id", channel) }
                        if let category = pushRequest.payload.category { $0.field("click_action", category) }
                    }
                }
                $0.object("apns") {
                    $0.object("headers") {
                        $0.field("apns-collapse-id", pushRequest.collapseID(upTo: 64))
                        $0.field("apns-expiration", "\(pushRequest.expiresAt.seconds)")
                    }
                    $0.object("payload") {
                        $0.object("aps") { $0.apsMembers(of: pushRequest) }
                    }
                }
            }
        }
        return Array(json.bytes)
    }
}

/// FCM takes texts alone, and gives them to Apple's devices, too.
private func write(customTextsOf pushRequest: PushRequest, to json: inout JSONWriter) {
    pushRequest.writeCustomMembers { name, value in
        json.key(text: name)
        json.value(value.string ?? String(decoding: value.raw, as: UTF8.self))
    }
}
