import Curl
import Domain
import JSON
import Security

/// Pushes as FCM's HTTP v1 API has them.
struct FCMAdapter: ProviderAdapter {
    private let fcm: FCM
    private var token = AccessToken()

    init(_ fcm: FCM) {
        self.fcm = fcm
    }

    /// The server that gives tokens counts as the same: without it, pushes fare no better.
    var origin: String? { fcm.endpoint.origin }

    /// For an assertion that the service account has signed (RFC 7523).
    func tokenRefresh(at now: Milliseconds) -> ProviderRequest? {
        guard token.isDue(at: now) else { return nil }
        let assertion = fcm.signer.sign {
            $0.field("iss", fcm.account)
            $0.field("scope", "https://www.googleapis.com/auth/firebase.messaging")
            $0.field("aud", fcm.tokens.url)
            $0.field("iat", now.seconds.rawValue)
            $0.field("exp", (now.seconds + 3_600).rawValue)
        }
        var form = Form()
        form.add("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer")
        form.add("assertion", assertion)
        return ProviderRequest(
            url: fcm.tokens.url, origin: fcm.endpoint.origin, headers: [Form.contentType], body: form.body,
            answerLimit: 16_384)
    }

    mutating func assessment(onRefresh reply: ProviderReply, at now: Milliseconds) -> Assessment {
        let answer = reply.status == 200 ? try? JSONDocument().parse(reply.body) : nil
        let seconds = answer?["expires_in"]?.int64.map { Seconds($0) }
        if token.renew(answer?["access_token"]?.string, for: seconds, at: now) { return Assessment(.accepted) }
        return Assessment(.ailing, "no access token: \(String(decoding: reply.body, as: UTF8.self))")
    }

    func request(for pushRequest: PushRequest, at now: Milliseconds) throws(Undeliverable) -> ProviderRequest {
        ProviderRequest(
            url: "\(fcm.endpoint.origin)/v1/projects/\(fcm.project)/messages:send", origin: fcm.endpoint.origin,
            headers: ["Content-Type: application/json", "Authorization: Bearer \(token.text)"],
            body: fcmMessage(of: pushRequest, at: now), credential: token.number)
    }

    mutating func assessment(on reply: ProviderReply, to request: ProviderRequest) -> Assessment {
        if reply.status == 200 {
            token.accepted(request.credential)
            return Assessment(.accepted)
        }
        let error = FCMError(reply.body)
        switch (reply.status, error.code) {
        case (404, "UNREGISTERED"): return Assessment(.unregistered(since: nil), error.description)
        case (403, "SENDER_ID_MISMATCH"): return Assessment(.unknown, error.description)
        case (400, _) where error.isAboutToken: return Assessment(.unknown, error.description)
        case (401, "UNAUTHENTICATED"), (401, ""):
            return Assessment(token.refused(request.credential), error.description)
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
    let isUnseen = pushRequest.payload.isSilent || pushRequest.payload.isBadgeAlone
    // P-41: the app itself shows that it rings, for as long as it does.
    let isRing = pushRequest.payload.call?.isRing ?? false
    // The limit is the payload's, and the token none of it.
    return fit(pushRequest.content, into: 4_096 + pushRequest.token.utf8.count) { content in
        var json = JSONWriter()
        json.object {
            $0.object("message") {
                $0.field("token", pushRequest.token)
                if !isUnseen, !isRing {
                    $0.object("notification") {
                        if content.keys == nil { content.write(to: &$0) }
                        if let image = pushRequest.payload.image { $0.field("image", image) }
                    }
                }
                $0.object("data") {
                    if let conversation = pushRequest.conversation { $0.field("conversation", conversation) }
                    // P-40: it is about none.
                    if pushRequest.payload.isBadgeAlone { return $0.field("badge", "\(pushRequest.badge)") }
                    $0.field("message", pushRequest.message)
                    if let ticket = pushRequest.ticket { $0.field("ticket", ticket) }
                    if let badge = pushRequest.shownBadge { $0.field("badge", "\(badge)") }
                    $0.field("forced", "\(pushRequest.forced)")
                    if let replacement = pushRequest.replacement { $0.field(replacement.member, "true") }
                    if isRing { content.write(to: &$0) }
                    write(customTextsOf: pushRequest, to: &$0)
                }
                $0.object("android") {
                    $0.field("priority", isUnseen ? "NORMAL" : "HIGH")
                    $0.field("ttl", "\(pushRequest.secondsLeft(at: now, upTo: 28 * 86_400))s")
                    if isUnseen || isRing { return }
                    // A second one with the same tag takes the first one's place.
                    $0.object("notification") {
                        if content.keys != nil {
                            content.write(
                                to: &$0, names: ("title_loc_key", "title_loc_args", "body_loc_key", "body_loc_args"))
                        }
                        $0.field("tag", pushRequest.collapseID(upTo: 64))
                        if pushRequest.level == .passive { $0.field("notification_priority", "PRIORITY_LOW") }
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
                        if pushRequest.payload.isBadgeAlone { $0.field("apns-priority", "5") }
                    }
                    $0.object("payload") {
                        $0.object("aps") {
                            if pushRequest.payload.isSilent { return $0.field("content-available", 1) }
                            if pushRequest.payload.isBadgeAlone { return $0.field("badge", pushRequest.badge) }
                            if content.keys != nil || isRing {
                                $0.object("alert") {
                                    content.write(
                                        to: &$0, names: ("title-loc-key", "title-loc-args", "loc-key", "loc-args"))
                                }
                            }
                            $0.apsMembers(of: pushRequest)
                        }
                    }
                }
            }
        }
        return Array(json.bytes)
    }
}

/// FCM takes texts alone, and gives them to Apple's devices, too.
private func write(customTextsOf pushRequest: PushRequest, to json: inout JSONWriter) {
    pushRequest.writeCustomMembers(besideTicket: true) { name, value in
        json.key(text: name)
        json.value(value.string ?? String(decoding: value.raw, as: UTF8.self))
    }
}
