import Domain
import JSON

/// Parcels as FCM's HTTP v1 API has them.
struct FCMCarrier: Carrier {
    private let fcm: FCM
    private var token: AccessToken
    /// Which of the tokens the present one is.
    private var number = 0

    init(_ fcm: FCM) {
        self.fcm = fcm
        token = AccessToken(fcm)
    }

    /// The server that gives tokens counts as the same: without it, parcels fare no better.
    var place: String? { fcm.place.origin }

    func errand(at now: Int64) -> Request? {
        token.request(at: now, for: fcm.place.origin)
    }

    mutating func verdict(onErrand reply: Reply, at now: Int64) -> Verdict {
        if token.take(reply, at: now) {
            number += 1
            return Verdict(.accepted)
        }
        return Verdict(.ailing, "no access token: \(String(decoding: reply.body, as: UTF8.self))")
    }

    func request(for parcel: Parcel, at now: Int64) throws(Undeliverable) -> Request {
        Request(
            url: "\(fcm.place.origin)/v1/projects/\(fcm.project)/messages:send", place: fcm.place.origin,
            headers: ["Content-Type: application/json", "Authorization: Bearer \(token.text)"],
            body: fcmMessage(of: parcel, at: now), credential: number)
    }

    mutating func verdict(on reply: Reply, to request: Request) -> Verdict {
        if reply.status == 200 { return Verdict(.accepted) }
        let error = FCMError(reply.body)
        switch (reply.status, error.code) {
        case (404, "UNREGISTERED"), (403, "SENDER_ID_MISMATCH"):
            return Verdict(.unregistered(since: nil), error.description)
        case (400, _) where error.isAboutToken: return Verdict(.unregistered(since: nil), error.description)
        case (401, "UNAUTHENTICATED"), (401, ""):
            if request.credential == number { token.discard() }
            return Verdict(.renewed, error.description)
        case (429, _): return Verdict(.busy, error.description)
        // APNs or the browser's service does not take Firebase for whom it is: so it is for such devices alone.
        case (401, "THIRD_PARTY_AUTH_ERROR"): return Verdict(.busy, error.description)
        case (400, _), (413, _): return Verdict(.refused, error.description)
        default: return Verdict(.ailing, error.description)
        }
    }
}

/// At most 4,096 bytes, the text shortened if need be.
func fcmMessage(of parcel: Parcel, at now: Int64) -> [UInt8] {
    // The limit is the payload's, and the token none of it.
    fit(parcel.text, into: 4_096 + parcel.token.utf8.count) { text in
        var json = JSONWriter()
        json.object {
            $0.object("message") {
                $0.field("token", parcel.token)
                $0.object("notification") { $0.field("body", text) }
                $0.object("data") {
                    $0.field("conversation", parcel.conversation)
                    $0.field("message", parcel.message)
                    if let badge = parcel.shownBadge { $0.field("badge", "\(badge)") }
                    $0.field("forced", "\(parcel.forced)")
                    $0.customTexts(of: parcel)
                }
                $0.object("android") {
                    $0.field("priority", "HIGH")
                    $0.field("ttl", "\(parcel.secondsLeft(at: now, upTo: 28 * 86_400))s")
                    // A second one with the same tag takes the first one's place.
                    $0.object("notification") {
                        $0.field("tag", parcel.collapseID(upTo: 64))
                        if let badge = parcel.shownBadge { $0.field("notification_count", badge) }
                        if let sound = parcel.payload.sound, !sound.isEmpty { $0.field("sound", sound) }
                        if let channel = parcel.payload.channel { $0.field("channel_id", channel) }
                        if let category = parcel.payload.category { $0.field("click_action", category) }
                    }
                }
                $0.object("apns") {
                    $0.object("headers") {
                        $0.field("apns-collapse-id", parcel.collapseID(upTo: 64))
                        $0.field("apns-expiration", "\(parcel.expiresAt / 1_000)")
                    }
                    $0.object("payload") {
                        $0.object("aps") { $0.apsMembers(of: parcel) }
                    }
                }
            }
        }
        return Array(json.bytes)
    }
}

extension JSONWriter {
    /// FCM takes texts alone, and gives them to Apple's devices, too.
    fileprivate mutating func customTexts(of parcel: Parcel) {
        parcel.writeCustomMembers { name, value in
            key(name)
            self.value(value.string ?? String(decoding: value.raw, as: UTF8.self))
        }
    }
}
