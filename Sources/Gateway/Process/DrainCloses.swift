import Domain
import EventLoop
import Meters
import Settings
import Telemetry
import Transport

/// The closes of a drain, dealt out to the shards at the configured pace. It lives on a queue of its own.
final class DrainCloses {
    private let context: GatewayContext
    private let started: Milliseconds
    private let deadline: Milliseconds
    private var pace: Pace
    private var reported: Milliseconds
    /// How many sessions and followers' streams are left to close, and requests over HTTP to answer.
    private(set) var left = 0
    /// Nothing was left at the last look. One look is not enough: a request that a shard has just answered is not under
    /// way any more, and its response comes into a backlog at the end of the shard's turn only.
    private var wasQuiet = false

    init(_ context: GatewayContext, from started: Milliseconds) {
        self.context = context
        self.started = started
        let drain = context.configuration.drain
        deadline = started + Seconds(drain.timeoutSeconds).milliseconds
        pace = Pace(perSecond: drain.closesPerSecond, from: started)
        reported = started
    }

    /// Returns when to go on, in monotonic nanoseconds; nil: nothing is left, or the time is up.
    func run() -> Int64? {
        let shards = context.metrics.shards
        let sessions = shards.reduce(0) { $0 + $1.websocketsOpen.value }
        left = shards.reduce(sessions) { $0 + $1.apiRequestsOpen.value + $1.channelStreamsOpen.value }
        let held = shards.map(\.connectionsToClose)
        let now = Milliseconds(Clock.monotonic)
        context.metrics.process.drainSessionsLeft.set(sessions)
        // Of responses, too, slow clients are given the rest.
        let isQuiet = left == 0 && context.node.budget.pageBytes == 0
        if isQuiet && wasQuiet || now >= deadline { return nil }
        wasQuiet = isQuiet
        for (index, share) in Pace.shares(of: pace.deal(at: now), held: held).enumerated() where share > 0 {
            context.node.mailboxes[index].post { $0.drain.close(share, reason: "the gateway is shutting down") }
        }
        if now - reported >= 1_000 {
            reported = now
            context.log.info("draining", ["left": left])
        }
        return (now + betweenRounds).rawValue * 1_000_000
    }
}

extension ShardMetrics {
    /// Sessions and followers' streams that are not being closed yet.
    var connectionsToClose: Int { max(websocketsOpen.value - websocketsClosing.value + channelStreamsOpen.value, 0) }
}

private let betweenRounds: Milliseconds = 20
