import Domain
import EventLoop
import Framing
import JSON
import Meters
import Settings
import Telemetry
import Transport

/// The objects that every part of a shard's gateway works with: the shared context, the shard itself, its clock, and the
/// way to its clients.
final class ShardLink {
    let context: GatewayContext
    let index: Int
    /// The shard owns its service, and so this object: it is there as long as this is.
    private unowned(unsafe) var attached: Shard!
    private var writer = JSONWriter()
    /// When the shard's one timer is to fire, on the loop's clock.
    private var wakeUp: Milliseconds?
    /// They hear over HTTP what sessions are told.
    unowned var followers: FollowerStreams?

    init(_ context: GatewayContext, index: Int) {
        self.context = context
        self.index = index
    }

    func attach(to shard: Shard) {
        attached = shard
    }

    var shard: Shard { attached }
    var mailbox: Mailbox<ShardGateway> { context.node.mailboxes[index] }
    var metrics: ShardMetrics { context.metrics.shards[index] }
    var now: Milliseconds { Milliseconds(shard.loop.now) }
    /// The most bytes of a page of a list, so that several fit into an outbox.
    var pageBytes: Int { context.requests.pageBytes }

    // MARK: - The timer

    /// Has the timer fire then, or earlier if another part has asked for that.
    func wake(at moment: Milliseconds) {
        if let wakeUp, wakeUp <= moment { return }
        wakeUp = moment
        shard.setServiceTimer(at: moment.rawValue)
    }

    /// The timer has fired: those who still wait for something ask again.
    func woken() {
        wakeUp = nil
    }

    // MARK: - Sending

    /// One message to one connection.
    func send(to connection: Connection, _ write: (inout JSONWriter) -> Void) {
        writer.clear()
        write(&writer)
        shard.send(.text, writer.bytes, to: connection)
    }

    func send(_ sharedEvent: SharedEvent, to connection: Connection) {
        shard.send(sharedEvent.payload(&writer), to: connection)
    }

    func serverSent(_ sharedEvent: SharedEvent) -> ServerSentEvent { sharedEvent.serverSent(&writer) }

    func send(_ sharedEvent: SharedEvent, to connections: [ConnectionID]) {
        send(sharedEvent.payload(&writer), to: connections)
    }

    /// To sessions, and to streams of those who hear the same without a session.
    func send(_ event: Payload, to connections: [ConnectionID]) {
        shard.send(event, to: connections)
        followers?.hear(event, on: connections)
    }
}
