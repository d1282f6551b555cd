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
                    $0.field("badge", "\(parcel.badge)")
                    $0.field("forced", "\(parcel.forced)")
                }
                $0.object("android") {
                    $0.field("priority", "HIGH")
                    $0.field("ttl", "\(parcel.secondsLeft(at: now, upTo: 28 * 86_400))s")
                    // A second one with the same tag takes the first one's place.
                    $0.object("notification") {
                        $0.field("tag", parcel.shortMessage(upTo: 64))
                        $0.field("notification_count", parcel.badge)
                    }
                }
                $0.object("apns") {
                    $0.object("headers") {
                        $0.field("apns-collapse-id", parcel.shortMessage(upTo: 64))
                        $0.field("apns-expiration", "\(parcel.expiresAt / 1_000)")
                    }
                    $0.object("payload") {
                        $0.object("aps") {
                            $0.field("badge", parcel.badge)
                            $0.field("sound", "default")
                            $0.field("thread-id", parcel.conversation)
                            if parcel.forced { $0.field("interruption-level", "time-sensitive") }
                        }
                    }
                }
            }
        }
        return Array(json.bytes)
    }
}
