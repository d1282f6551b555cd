import Domain
import JSON

/// Parcels as Apple's "Sending notification requests to APNs" has them.
struct APNsCarrier: Carrier {
    private let apns: APNs
    private var token: ProviderToken

    init(_ apns: APNs) {
        self.apns = apns
        token = ProviderToken(apns.signer, issuer: apns.team)
    }

    var place: String? { apns.place.origin }

    mutating func request(for parcel: Parcel, at now: Int64) throws(Undeliverable) -> Request {
        guard isDeviceToken(parcel.token) else { throw .badToken("it is no device token of APNs") }
        let (bearer, number) = token.current(at: now)
        return Request(
            url: "\(apns.place.origin)/3/device/\(parcel.token)", place: apns.place.origin,
            headers: [
                "Content-Type: application/json",
                "authorization: bearer \(bearer)",
                "apns-id: \(parcel.uuid)",
                "apns-topic: \(apns.topic)",
                "apns-push-type: alert",
                "apns-priority: 10",
                "apns-expiration: \(parcel.expiresAt / 1_000)",
                "apns-collapse-id: \(parcel.collapseID(upTo: 64))",
            ], body: apnsPayload(of: parcel), credential: number)
    }

    mutating func verdict(on reply: Reply, to request: Request) -> Verdict {
        let answer = try? JSONDocument().parse(reply.body)
        let reason = answer?["reason"]?.string ?? ""
        switch (reply.status, reason) {
        case (200, _): return Verdict(.accepted)
        case (400, "BadDeviceToken"): return Verdict(.unregistered(since: nil), reason)
        case (410, "Unregistered"), (410, "ExpiredToken"):
            return Verdict(.unregistered(since: answer?["timestamp"]?.int64), reason)
        case (403, "ExpiredProviderToken"):
            token.discard(request.credential)
            return Verdict(.renewed, reason)
        case (429, "TooManyRequests"): return Verdict(.busy, reason)
        // These speak of the key or the topic, so of every parcel.
        case (403, _), (400, "BadTopic"), (400, "MissingTopic"), (400, "TopicDisallowed"):
            return Verdict(.ailing, reason)
        case (400..<500, _) where reply.status != 429: return Verdict(.refused, reason)
        default: return Verdict(.ailing, reason)
        }
    }
}

/// Hexadecimal digits; Apple says not to rely on how many.
func isDeviceToken(_ token: String) -> Bool {
    (1...200).contains(token.utf8.count) && token.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
}

/// At most 4,096 bytes, the text shortened if need be.
func apnsPayload(of parcel: Parcel) -> [UInt8] {
    fit(parcel.text, into: 4_096) { text in
        var json = JSONWriter()
        json.object {
            $0.object("aps") {
                $0.field("alert", text)
                $0.apsMembers(of: parcel)
            }
            $0.object("martlet") {
                $0.field("conversation", parcel.conversation)
                $0.field("message", parcel.message)
            }
            $0.customMembers(of: parcel)
        }
        return Array(json.bytes)
    }
}

extension JSONWriter {
    /// What `aps` has beside the alert.
    mutating func apsMembers(of parcel: Parcel) {
        if let badge = parcel.shownBadge { field("badge", badge) }
        let sound = parcel.payload.sound ?? "default"
        if !sound.isEmpty { field("sound", sound) }
        if let category = parcel.payload.category { field("category", category) }
        field("thread-id", parcel.conversation)
        if parcel.forced { field("interruption-level", "time-sensitive") }
    }

    mutating func customMembers(of parcel: Parcel) {
        parcel.writeCustomMembers { name, value in
            key(name)
            self.value(raw: value.raw)
        }
    }
}
