import Curl
import Domain
import EventLoop

/// Brings pushes to one provider, on a queue of its own.
///
/// It keeps nothing: what it has not answered when it ends, its sender still has to have.
package final class ProviderClient: Sendable {
    private let inFlight: InFlightQueue
    private let worker: QueueWorker<ProviderLoop>

    /// The functions are called on the provider client's queue, and must not wait. `mayBegin`: whether requests may be made at
    /// this moment; pushes are given back while they may not. `wall`: the time since 1970. `hasRoom` says that it takes pushes again
    /// after it took none: because some were answered, or because the provider has rested for long enough.
    package init(
        _ provider: Provider, options: ProviderClientOptions = ProviderClientOptions(),
        mayBegin: @escaping @Sendable () -> Bool = { true },
        wall: @escaping @Sendable () -> Milliseconds = { Milliseconds(Clock.wall) },
        answered: @escaping @Sendable ([PushResult]) -> Void, hasRoom: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        inFlight = InFlightQueue(size: options.queue)
        let multi = try Multi(connectionsToOneHost: provider.connections(options))
        let descriptor = multi.descriptor
        worker = QueueWorker(
            "push-\(provider.name.rawValue)",
            ProviderLoop(
                provider.makeAdapter(), inFlight, multi, options, mayBegin, wall, answered: answered, hasRoom: hasRoom),
            watching: descriptor
        ) { $0.run() }
    }

    /// How many pushes it takes now: none while the provider rests.
    package var room: Int { inFlight.room }

    /// No more than there was room for; never waits.
    package func send(_ pushRequests: [PushRequest]) {
        inFlight.put(pushRequests)
        worker.wake()
    }

    /// P-28: with other credentials from the next request on.
    package func use(_ provider: Provider) {
        inFlight.put(provider)
        worker.wake()
    }

    /// P-25: the day's quota is spent.
    package var isExhausted: Bool { inFlight.isExhausted }

    /// Requests that are under way are given up. Called once, and not from `answered` or `hasRoom`.
    package func stop() {
        inFlight.close()
        worker.stop()
    }
}
