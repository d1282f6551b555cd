import Chat
import Framing
import JSON
import Synchronization

/// A notice for several sessions, encoded once, by whichever shard comes to it first.
final class SharedEvent: Sendable {
    private let content: ServerEvent.Content
    private let made = AtomicLazyReference<Payload>()

    init(_ content: ServerEvent.Content) {
        self.content = content
    }

    var isMessage: Bool {
        if case .message = content { true } else { false }
    }

    func payload(_ writer: inout JSONWriter) -> Payload {
        if let payload = made.load() { return payload }
        writer.clear()
        writer.serverEvent(content)
        return made.storeIfNil(Payload(text: writer.bytes))
    }
}
