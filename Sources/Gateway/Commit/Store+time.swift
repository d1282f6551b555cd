import Domain
import EventLoop
import Settings
import Storage

extension Store<Committer> {
    /// What time it is for work that nobody has asked for: the cluster's time at a node, since the messages have theirs from it,
    /// and the machine's where the gateway runs alone.
    func now(_ configuration: Configuration) -> Milliseconds {
        time.map { Milliseconds($0) + Seconds(configuration.data.clockOffsetSeconds).milliseconds }
            ?? configuration.now.time
    }

    /// The same for providers and backends, who know nothing of a clock that tests have moved.
    var wall: Milliseconds { Milliseconds(time ?? Clock.wall) }
}
