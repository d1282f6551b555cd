import Domain
import EventLoop
import Settings
import Storage

extension Store<Committer> {
    /// The time for work that no client has asked for: at a node the cluster's time, since messages have theirs from
    /// it, and the machine's where the gateway runs alone.
    func now(_ configuration: Configuration) -> Milliseconds {
        time.map { Milliseconds($0) + Seconds(configuration.data.clockOffsetSeconds).milliseconds }
            ?? configuration.now.time
    }

    /// The same for providers and backends, who know nothing of a clock that tests have moved.
    var wall: Milliseconds { Milliseconds(time ?? Clock.wall) }
}
