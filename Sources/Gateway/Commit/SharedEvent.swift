import Chat
import Framing
import JSON
import Synchronization

/// An event for several sessions, encoded once, by whichever shard comes to it first.
final class SharedEvent: Sendable {
    private let event: any ServerEvent
    private let made = AtomicLazyReference<Payload>()
    private let madeServerSent = AtomicLazyReference<ServerSentEvent>()

    init(_ event: any ServerEvent) {
        self.event = event
    }

    var changesUnread: Bool { event.changesUnread }
    var telling: ChangeTelling { event.telling }

    func payload(_ writer: inout JSONWriter) -> Payload {
        if let payload = made.load() { return payload }
        writer.clear()
        event.write(to: &writer)
        return made.storeIfNil(Payload(text: writer.bytes))
    }

    /// The same for those who follow a channel over HTTP.
    func serverSent(_ writer: inout JSONWriter) -> ServerSentEvent {
        if let event = madeServerSent.load() { return event }
        return madeServerSent.storeIfNil(ServerSentEvent(payload(&writer).body))
    }
}
