import Chat
import Domain
import Transport

/// A backend that hears events as they come, on one connection (E-17).
final class EventStream: ResponseStream {
    enum Stage {
        /// A page is being read.
        case reading
        /// The client has not taken the last page yet.
        case sending
        case idle
    }

    let connection: ConnectionID
    let key: String
    let kinds: Set<BackendEventKind>
    /// A user, a group or a channel; nil: all.
    let about: String?
    /// Everything up to there was sent. Nil: the response has not begun, and begins with what happens from now on.
    var position: Stamp?
    /// The position that the client knows.
    var told: Stamp = 0
    var hasBegun = false
    var stage = Stage.reading
    /// The last page was not all that there was.
    var isBehind = false
    /// The store may have more.
    var mayHaveMore = false
    /// On the loop's clock.
    var nextRead: Milliseconds = 0
    private unowned let streams: EventStreams

    init(
        _ streams: EventStreams, _ connection: ConnectionID, key: String, kinds: Set<BackendEventKind>,
        about: String?, after: Stamp?
    ) {
        self.streams = streams
        self.connection = connection
        self.key = key
        self.kinds = kinds
        self.about = about
        position = after
    }

    func drained(_ connection: Connection) { streams.drained(self) }
    func deadlinePassed(_ connection: Connection) { streams.comment(self, on: connection) }
    func ended() { streams.ended(self) }
}
