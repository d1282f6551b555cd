import Curl
import Domain
import JSON

/// Pushes as Apple's "Sending notification requests to APNs" has them.
struct APNsAdapter: ProviderAdapter {
    private let apns: APNs
    private var token: ProviderToken

    init(_ apns: APNs) {
        self.apns = apns
        token = ProviderToken(apns.signer, issuer: apns.team)
    }

    var origin: String? { apns.endpoint.origin }

    mutating func request(for pushRequest: PushRequest, at now: Milliseconds) throws(Undeliverable) -> ProviderRequest {
        guard isDeviceToken(pushRequest.token) else { throw .badToken("it is not a device token of APNs") }
        let (bearer, number) = token.current(at: now)
        return ProviderRequest(
            url: "\(apns.endpoint.origin)/3/device/\(pushRequest.token)", origin: apns.endpoint.origin,
            headers: [
                "Content-Type: application/json",
                "authorization: bearer \(bearer)",
                "apns-id: \(pushRequest.uuid)",
                "apns-topic: \(apns.topic)",
            ] + headers(of: pushRequest), body: apnsPayload(of: pushRequest, upTo: apns.isForCalls ? 5_120 : 4_096),
            credential: number)
    }

    private func headers(of pushRequest: PushRequest) -> [String] {
        // P-41: a phone that cannot be reached now does not ring later.
        if apns.isForCalls { return ["apns-push-type: voip", "apns-priority: 10", "apns-expiration: 0"] }
        return [
            // P-38: Apple wants the lower priority with it.
            "apns-push-type: \(pushRequest.payload.isSilent ? "background" : "alert")",
            "apns-priority: \(pushRequest.payload.isSilent || pushRequest.payload.isBadgeAlone ? 5 : 10)",
            "apns-expiration: \(pushRequest.expiresAt.seconds)",
            "apns-collapse-id: \(pushRequest.collapseID(upTo: 64))",
        ]
    }

    mutating func assessment(on reply: ProviderReply, to request: ProviderRequest) -> Assessment {
        let answer = try? JSONDocument().parse(reply.body)
        let reason = answer?["reason"]?.string ?? ""
        switch (reply.status, reason) {
        case (200, _): return Assessment(.accepted)
        // Of the other environment, or of another app, perhaps: then all tokens are.
        case (400, "BadDeviceToken"): return Assessment(.unknown, reason)
        case (410, "Unregistered"), (410, "ExpiredToken"):
            return Assessment(.unregistered(since: answer?["timestamp"]?.int64.map { Milliseconds($0) }), reason)
        case (403, "ExpiredProviderToken"):
            token.discard(request.credential)
            return Assessment(.renewed, reason)
        case (429, "TooManyRequests"): return Assessment(.busy, reason)
        // These speak of the key or the topic, so of every push.
        case (403, _), (400, "BadTopic"), (400, "MissingTopic"), (400, "TopicDisallowed"):
            return Assessment(.ailing, reason)
        case (400..<500, _) where reply.status != 429: return Assessment(.refused, reason)
        default: return Assessment(.ailing, reason)
        }
    }
}

/// Hexadecimal digits; Apple says not to rely on how many.
func isDeviceToken(_ token: String) -> Bool {
    (1...200).contains(token.utf8.count) && token.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
}

/// At most so many bytes, the text shortened if need be.
func apnsPayload(of pushRequest: PushRequest, upTo limit: Int = 4_096) -> [UInt8] {
    if pushRequest.payload.isBadgeAlone {
        var json = JSONWriter()
        json.object { $0.object("aps") { $0.field("badge", pushRequest.badge) } }
        return Array(json.bytes)
    }
    return fit(pushRequest.content, into: limit) { content in
        var json = JSONWriter()
        json.object {
            $0.object("aps") {
                if pushRequest.payload.isSilent { return $0.field("content-available", 1) }
                $0.object("alert") {
                    content.write(to: &$0, names: ("title-loc-key", "title-loc-args", "loc-key", "loc-args"))
                    if let subtitle = pushRequest.payload.subtitle { $0.field("subtitle", subtitle) }
                }
                $0.apsMembers(of: pushRequest)
            }
            $0.object("martlet") {
                if let conversation = pushRequest.conversation { $0.field("conversation", conversation) }
                $0.field("message", pushRequest.message)
                if let ticket = pushRequest.ticket { $0.field("ticket", ticket) }
                if let replacement = pushRequest.replacement { $0.field(replacement.member, true) }
                if let image = pushRequest.payload.image { $0.field("image", image) }
            }
            $0.customMembers(of: pushRequest)
        }
        return Array(json.bytes)
    }
}

extension JSONWriter {
    /// The members of `aps` beside the alert.
    mutating func apsMembers(of pushRequest: PushRequest) {
        if let badge = pushRequest.shownBadge { field("badge", badge) }
        let sound = pushRequest.replacement != nil ? "" : pushRequest.payload.sound ?? "default"
        if !sound.isEmpty { field("sound", sound) }
        if let category = pushRequest.payload.category { field("category", category) }
        if let thread = pushRequest.thread { field("thread-id", thread) }
        if pushRequest.level != .active { field("interruption-level", pushRequest.level.rawValue) }
        // P-37: an extension of the app loads the picture, and sends the receipt.
        let isMutable = pushRequest.payload.isMutable || pushRequest.payload.image != nil || pushRequest.ticket != nil
        if isMutable { field("mutable-content", 1) }
    }

    mutating func customMembers(of pushRequest: PushRequest, besideTicket: Bool = false) {
        pushRequest.writeCustomMembers(besideTicket: besideTicket) { name, value in
            key(text: name)
            self.value(raw: value.raw)
        }
    }
}
