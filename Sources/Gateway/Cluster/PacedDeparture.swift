import Domain
import EventLoop
import Locking
import Meters
import Telemetry
import Transport

/// Clients that are sent to other nodes while this one serves them badly, at the pace of a drain.
final class PacedDeparture: Sendable {
    private final class Closing {
        /// Nil: nobody is sent away.
        var pace: Pace?
    }

    private final class Switch: Sendable {
        let isOn = Lock(false)
    }

    private let worker: QueueWorker<Closing>
    private let power = Switch()

    init(_ node: Node<ShardGateway>, _ metrics: Metrics, perSecond: Int) {
        let power = power
        worker = QueueWorker("departure", Closing()) { closing in
            guard power.isOn.withLock({ $0 }) else {
                closing.pace = nil
                return nil
            }
            let now = Milliseconds(Clock.monotonic)
            var pace = closing.pace ?? Pace(perSecond: perSecond, from: now)
            let shares = Pace.shares(of: pace.deal(at: now), held: metrics.shards.map(\.connectionsToClose))
            closing.pace = pace
            for (index, share) in shares.enumerated() where share > 0 {
                node.mailboxes[index].post { $0.drain.close(share, reason: "other nodes serve better; come back") }
            }
            return (now + betweenRounds).rawValue * 1_000_000
        }
    }

    func begin() {
        power.isOn.withLock { $0 = true }
        worker.wake()
    }

    func end() { power.isOn.withLock { $0 = false } }
}

private let betweenRounds: Milliseconds = 50
