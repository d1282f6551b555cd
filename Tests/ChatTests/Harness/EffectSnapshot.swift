import Domain
import JSON

@testable import Chat

/// What is told by an effect, and to whom, as far as those see it who deliver it.
struct EffectSnapshot: Equatable {
    private let kind: String
    private var text = ""
    private var traits = ""

    init(_ effect: ChatEffect) {
        var json = JSONWriter()
        switch effect {
        case .event(let event):
            kind = Self.describe(event.audience)
            event.write(to: &json)
            text = json.text
            traits = "\(event.sparesOrigin) \(event.changesUnread) \(event.isImplied) \(event.telling)"
        case .subscriptionEvent(let event, let followers):
            kind = "\(event.user) \(event.publisher) \(event.type): \(followers)"
            json.object { $0.content(of: event) }
            text = json.text
        case .entered, .left, .followed, .unfollowed, .channelEnded, .room, .broadcastStopped, .accountEnded,
            .tokensRevoked, .kicked:
            kind = "\(effect)"
        }
    }

    private static func describe(_ audience: EventAudience) -> String {
        guard case .group(let group, let exceptions) = audience else { return "\(audience)" }
        return "group \(group) without \(exceptions.sorted())"
    }
}
