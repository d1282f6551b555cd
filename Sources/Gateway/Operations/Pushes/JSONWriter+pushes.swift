import Chat
import Domain
import JSON

extension JSONWriter {
    mutating func explanation(_ explanation: PushExplanation) {
        switch explanation.conclusion {
        case .undecided:
            null("pushed")
        case .notPushed(let obstacle):
            field("pushed", false)
            field("reason", obstacle.rawValue)
            field("rule", obstacle.rule)
        case .pushed(let deliveries):
            field("pushed", true)
            field("rule", deliveries[0].isForced ? "T-54" : "X-M13" as StaticString)
            field("text", explanation.text)
            field("badge", deliveries[0].badge)
            field("forced", deliveries[0].isForced)
            if deliveries[0].isLate { field("sessionLost", true) }
            if let replacement = deliveries.lazy.compactMap(\.replacement).first { field(replacement.member, true) }
            array("devices") { json in
                for delivery in deliveries { json.object { $0.delivery(delivery) } }
            }
        }
    }

    private mutating func delivery(_ delivery: PushExplanation.DeviceResult) {
        device(delivery.device, delivery.platform, delivery.provider, token: delivery.token)
        field("state", "\(delivery.state)")
        field("attempts", delivery.attempts)
        field("status", delivery.status)
        field("answer", delivery.answer)
        field("answeredAt", delivery.answeredAt)
    }

    mutating func devices(_ addresses: [PushAddress]) {
        array("devices") { json in
            for address in addresses {
                json.object { json in
                    json.device(address.device, address.platform, address.provider, token: address.token)
                    json.field("since", address.since)
                }
            }
        }
    }

    /// A token is as good as a key to the device: its end is enough to know it by.
    mutating func device(
        _ device: String, _ platform: Platform, _ provider: PushProvider, token: String
    ) {
        field("device", device)
        field("platform", platform.rawValue)
        field("provider", provider.rawValue)
        field("token", String(token.suffix(8)))
    }
}
